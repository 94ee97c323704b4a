import type { CommandDescriptor } from '../command.js';
import { CHECK, CONFIG_DIR, DRY_RUN, REPLACE } from './options.js';

export const configConvert: CommandDescriptor = {
  name: 'config:convert',
  aliases: ['convert-conf'],
  summary: 'Writes config.php or config.ts with the connections',
  description: [
    'Reads the configuration (orm.yaml, .yml, .json, .ini, .xml or .php) and writes generated-conf/config.php with the connections of runtime.connections. Load that file after the autoloader, before using a model class.',
    '%env.NAME% stays a lookup in the file: the value is found where PHP runs, by getenv() or in $_ENV or $_SERVER. A password that is written out in the configuration is written out in the file too; the file then has the mode 0640 (runtime.configMode changes it).',
    'For generator.targets with typescript, config.ts is written into paths.tsConfDir: import it before using a model class.',
    'Needs no schema and no database. The file is not touched when it would not change, and one that orm did not write is not replaced without --force.',
  ],
  options: [
    CONFIG_DIR,
    {
      flags: '--output-dir <dir>',
      description:
        'Folder for the file. Default: paths.phpConfDir (TypeScript: paths.tsConfDir) of the configuration, else generated-conf (generated-models)',
    },
    { flags: '--output-file <name>', description: 'Name of the file. Default: config.php (TypeScript: config.ts)' },
    DRY_RUN,
    CHECK,
    REPLACE,
  ],
  examples: [
    { line: 'orm config:convert', meaning: 'write generated-conf/config.php' },
    { line: 'orm config:convert --check', meaning: 'fail in CI when the committed file is not up to date' },
  ],
  json: ['connections', 'defaultConnection', 'files', 'folder'],
  load: () => import('../commands/config-convert.js'),
};
