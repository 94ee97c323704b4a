import type { CommandDescriptor } from '../command.js';
import { CHECK, CONFIG_DIR, CONNECTION, DRY_RUN, SCHEMA_DIR, WATCH } from './options.js';

export const modelBuild: CommandDescriptor = {
  name: 'model:build',
  aliases: ['build'],
  summary: 'Writes the classes of the schema',
  description: [
    'Reads the configuration (orm.yaml, .yml, .json, .ini, .xml or .php) and every file whose name ends with schema.xml.',
    'Writes generated-classes/: per table a model class and a query class, which are yours and written once, and their base classes (Base/), the table map (Map/) and enums (Enum/), which are written anew by every build. Folders follow namespaces, so that a Composer classmap and PSR-4 both load them.',
    'Base, map and enum classes of tables that are gone from the schema are removed; your own classes are never touched, only named. Files that would not change are not touched. Needs no database and no PHP.',
    'With generator.targets the classes are written in TypeScript instead, or as well: into paths.tsDir, two classes of yours per table and their base classes (base/), which every build writes anew.',
  ],
  options: [
    CONFIG_DIR,
    SCHEMA_DIR,
    {
      flags: '--output-dir <dir>',
      description:
        'Folder for the classes. Default: paths.phpDir (TypeScript: paths.tsDir) of the configuration, else generated-classes (generated-models)',
    },
    CONNECTION,
    DRY_RUN,
    CHECK,
    WATCH,
  ],
  examples: [
    { line: 'orm model:build', meaning: 'write generated-classes/ for the project in the current folder' },
    { line: 'orm model:build --check', meaning: 'fail in CI when the committed classes are not up to date' },
    { line: 'orm model:build --watch', meaning: 'build, and again whenever a file is saved' },
  ],
  json: ['databases', 'files', 'folder', 'orphans', 'skipped'],
  load: () => import('../commands/model-build.js'),
};
