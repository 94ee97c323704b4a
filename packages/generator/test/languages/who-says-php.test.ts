import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));

/** Where PHP is at home. */
const HOME = /^(targets|languages|cli\/doctor)\/php\//;

type Reason =
  /** Words of the schema, which people write and read whatever the language. */
  | 'vocabulary'
  /** Keys of the configuration. */
  | 'configuration'
  /** Texts for people, and codes of errors. */
  | 'text'
  /** The record of the model that holds what only PHP knows. */
  | 'record'
  /** The list of languages. */
  | 'registry'
  /** Configurations that are written in PHP. */
  | 'format'
  /** Code that is about PHP and has not found its place yet. */
  | 'moving';

/** The files outside its home that may say PHP, and why. A shorter list is a better one. */
const MAY: Readonly<Record<Reason, readonly string[]>> = {
  vocabulary: [
    'behaviors/sortable/extend.ts',
    'cli/show/detail.ts',
    'cli/show/model.ts',
    'schema/build/column.ts',
    'schema/build/database.ts',
    'schema/build/defaults.ts',
    'schema/build/foreign-keys.ts',
    'schema/build/table.ts',
    'schema/code-names.ts',
    'schema/models.ts',
    'schema/vocabulary.ts',
    'targets/diagram/describe.ts',
    'targets/diagram/page/section.ts',
    'targets/diagram/view.ts',
    'targets/diagram/words.ts',
    'targets/typescript/check/class-names.ts',
    'targets/typescript/check/name-rules.ts',
  ],
  configuration: [
    'cli/command.ts',
    'config/build.ts',
    'config/config.ts',
    'config/key-reference.ts',
    'config/keys/connection.ts',
    'config/keys/generator.ts',
    'config/keys/project.ts',
    'config/keys/runtime.ts',
    'config/value.ts',
  ],
  text: [
    'cli/command-reference.ts',
    'cli/descriptors/build-all.ts',
    'cli/descriptors/config-convert.ts',
    'cli/descriptors/database-reverse.ts',
    'cli/descriptors/doctor.ts',
    'cli/descriptors/init.ts',
    'cli/descriptors/model-build.ts',
    'cli/descriptors/schema-check.ts',
    'cli/descriptors/sql-build.ts',
    'cli/foreign-commands.ts',
    'cli/help.ts',
    'config/connection-settings.ts',
    'config/node-dsn.ts',
    'model/column-type.ts',
    'schema/build/behaviors.ts',
    'schema/model-diagnostics.ts',
    'targets/typescript/check/classes.ts',
  ],
  record: ['migrations/declarations.ts', 'model/freeze.ts', 'model/gate.ts', 'model/model.ts'],
  registry: ['targets/registry.ts'],
  format: [
    'config/formats/format.ts',
    'config/formats/php-value.ts',
    'config/formats/php.ts',
    'config/write/php.ts',
    'config/write/write.ts',
  ],
  moving: [
    'cli/doctor/checks.ts',
    'cli/init/answers.ts',
    'cli/init/closing.ts',
    'cli/init/flags.ts',
    'cli/init/languages.ts',
    'cli/init/project-files.ts',
    'cli/init/questions.ts',
    'cli/init/schema-file.ts',
    'cli/init/summary.ts',
    'cli/installed.ts',
    'cli/reverse/report.ts',
    'reverse/compile.ts',
    'reverse/database.ts',
    'reverse/draft.ts',
    'reverse/names.ts',
    'reverse/readable-names.ts',
    'reverse/render.ts',
    'reverse/repair.ts',
    'reverse/reverse.ts',
  ],
};

const saysPhp = (path: string): boolean => /php/i.test(readFileSync(join(SRC, path), 'utf8'));

it('nobody else says PHP', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !HOME.test(path))
    .sort();
  expect(files.length).toBeGreaterThan(500);
  const allowed = Object.values(MAY).flat().sort();
  expect(new Set(allowed).size).toBe(allowed.length);
  expect(files.filter(saysPhp)).toEqual(allowed);
});
