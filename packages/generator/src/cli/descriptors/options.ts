import type { OptionDescriptor } from '../command.js';

/** Options that several commands take, in the same words. */
export const CONFIG_DIR: OptionDescriptor = {
  flags: '--config-dir <dir>',
  description:
    'Folder with the configuration file. Default: the current folder, its conf/ and config/, or the nearest folder above that has one',
};
export const SCHEMA_DIR: OptionDescriptor = {
  flags: '--schema-dir <dir>',
  description:
    'Folder with the *schema.xml files. Default: paths.schemaDir of the configuration, else the current folder',
};
export const CONNECTION: OptionDescriptor = {
  flags: '--connection <name>',
  description: 'Works on this connection only. May be given several times. Default: all of generator.connections',
  repeatable: true,
  complete: 'connections',
};

export const DRY_RUN: OptionDescriptor = {
  flags: '--dry-run',
  description: 'Shows which files would be written, without writing them',
};
export const CHECK: OptionDescriptor = {
  flags: '--check',
  description: 'Writes nothing; exit code 2 when a file would change. For CI',
};

export const KEEP_NAMES: OptionDescriptor = {
  flags: '--keep-names',
  description:
    'Names classes and relations of an imported database as the generator does, not in the singular and by their columns',
};

export const REPLACE: OptionDescriptor = {
  flags: '--force',
  description: 'Replaces a file that is there and that orm did not write',
};

export const WATCH: OptionDescriptor = {
  flags: '--watch',
  description:
    'Builds, then again whenever the configuration or a schema file changes, until q or Ctrl-C. With --json one document per build and line',
};

/** Options that every command has; they may also stand before the command's name. */
export const COMMON_OPTIONS: readonly OptionDescriptor[] = [
  { flags: '--json', description: 'Prints one JSON document on stdout and nothing else, even on failure' },
  { flags: '--quiet', description: 'Prints nothing but warnings and errors' },
  { flags: '--no-color', description: 'Writes without colours, as does the environment variable NO_COLOR' },
];
