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

export const MIGRATION_DIR: OptionDescriptor = {
  flags: '--output-dir <dir>',
  description: 'Folder of the migrations. Default: paths.migrationDir of the configuration, else generated-migrations',
};

export const JOBS: OptionDescriptor = {
  flags: '--jobs <number>',
  description: 'Works on so many databases at the same time, where migrations.connections names several. Default: 1',
};

/** Of the commands that run migrations. */
export const RUN_OPTIONS: readonly OptionDescriptor[] = [
  { flags: '--dry-run', description: 'Shows the SQL, and runs nothing' },
  { flags: '--yes', description: 'Answers yes to the question whether values may be erased' },
  { flags: '--force', description: 'Erases values also on a connection that is protected; asks nothing' },
  {
    flags: '--allow-drift',
    description: 'Runs although tables that are to be changed are not what earlier migrations made of them',
  },
  {
    flags: '--resume-at <step>',
    description:
      'Where a migration goes on that stopped in a statement of your own, after you looked whether it was done',
  },
  {
    flags: '--wait <seconds>',
    description:
      'Waits so long for another runner, and for locks of statements that keep nobody waiting, such as CREATE INDEX CONCURRENTLY; on SQLite for whoever holds the file. Default: 600, on SQLite 60 for each try',
  },
  JOBS,
];

/** Options that every command has; they may also stand before the command's name. */
export const COMMON_OPTIONS: readonly OptionDescriptor[] = [
  { flags: '--json', description: 'Prints one JSON document on stdout and nothing else, even on failure' },
  { flags: '--quiet', description: 'Prints nothing but warnings and errors' },
  { flags: '--no-color', description: 'Writes without colours, as does the environment variable NO_COLOR' },
];
