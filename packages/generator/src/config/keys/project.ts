import type { KeyDefinition } from '../keys.js';

/** `general`, `paths` and `exclude_tables`. */
export const PROJECT_KEYS: readonly KeyDefinition[] = [
  { path: 'general.project', type: 'string', doc: 'Name of the project, shown in the header of generated files.' },
  {
    path: 'general.version',
    type: 'string',
    doc: 'Version of Propel the configuration was written for.',
    replacedBy: 'Remove it: the generator knows its own version.',
  },
  {
    path: 'exclude_tables',
    type: 'strings',
    doc: 'Tables of a database that are not read from it; * stands for any characters, as in "tmp_*".',
    since: 'database:reverse',
  },
  {
    path: 'paths.schemaDir',
    type: 'path',
    default: '.',
    doc: 'Folder with the files whose names end with schema.xml. All paths are relative to the project folder.',
  },
  { path: 'paths.sqlDir', type: 'path', default: 'generated-sql', doc: 'Folder for the SQL that sql:build writes.' },
  {
    path: 'paths.phpDir',
    type: 'path',
    default: 'generated-classes',
    doc: 'Folder for the PHP classes.',
  },
  {
    path: 'paths.phpConfDir',
    type: 'path',
    default: 'generated-conf',
    doc: 'Folder for config.php, the configuration of the PHP runtime.',
  },
  {
    path: 'paths.tsDir',
    type: 'path',
    default: 'generated-models',
    doc: 'Folder for the TypeScript classes.',
  },
  {
    path: 'paths.tsConfDir',
    type: 'path',
    defaultText: 'paths.tsDir',
    doc: 'Folder for config.ts, the configuration of the TypeScript runtime. It has to be one that your TypeScript project compiles.',
  },
  {
    path: 'paths.migrationDir',
    type: 'path',
    default: 'generated-migrations',
    doc: 'Folder for migrations.',
    since: 'migration:diff',
  },
  {
    path: 'paths.projectDir',
    type: 'path',
    doc: 'Project folder of Propel.',
    replacedBy: 'Remove it: the project folder is the one the command runs in, or the one --config-dir names.',
  },
  {
    path: 'paths.outputDir',
    type: 'path',
    doc: 'Output folder of Propel.',
    replacedBy: 'Set paths.sqlDir, paths.phpDir, paths.phpConfDir or paths.migrationDir instead.',
  },
  {
    path: 'paths.loaderScriptDir',
    type: 'path',
    doc: 'Folder of the loader script of Propel.',
    replacedBy: 'Remove it: there is no loader script, classes are found by the autoloader.',
  },
  {
    path: 'paths.composerDir',
    type: 'path',
    doc: 'Folder of composer.json for behaviors of Propel.',
    replacedBy: 'Remove it: behaviors come with the generator, not from Composer packages.',
  },
];
