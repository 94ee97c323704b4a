import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChanges } from '../../src/changes/apply.js';
import type { Change } from '../../src/changes/change.js';
import { compareShapes } from '../../src/changes/compare.js';
import { normalized } from '../../src/changes/state.js';
import { saidNames } from '../../src/cli/migration/names.js';
import { Reporter } from '../../src/diagnostics/diagnostic.js';
import { declarationsOf, declaredBy, foldDeclarations } from '../../src/migrations/declarations.js';
import { emptyDatabase } from '../../src/migrations/history.js';
import { schemaChanges } from '../../src/migrations/mapping.js';
import type { Migration } from '../../src/migrations/migration.js';
import { DEFAULT_PLATFORM_OPTIONS as OPTIONS } from '../../src/platforms/platform.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import type { DatabaseShape, ObjectName } from '../../src/platforms/shape.js';
import { numberOfRuns, randomSeed } from '../properties/random-runs.js';
import { randomSchemas } from '../properties/random-schema.js';
import { Random } from '../reverse/alters/random.js';
import { compileSchema } from '../support/compile-schema.js';
import { edited } from './random-edits.js';

const RUNS = numberOfRuns(40);

/** What an earlier generator would have made of the same schema: other types, checks and options. */
const earlier = (shape: DatabaseShape, random: Random): DatabaseShape => ({
  ...shape,
  tables: shape.tables.map((table) => ({
    ...table,
    columns: table.columns.map((column) =>
      random.below(2) === 0 ? column : { ...column, type: `OLD ${column.type}` },
    ),
    checks: table.checks.map((check) =>
      random.below(4) === 0 ? { ...check, expression: `(${check.expression})` } : check,
    ),
    options: random.below(4) === 0 ? { ...table.options, OLD: '1' } : table.options,
  })),
});

/** An object with a new name may as well be one that goes and another that comes. */
const placesOf = (changes: readonly Change[]): string[] => [
  ...new Set(
    changes
      .flatMap(({ kind, schema = '', table = '', name, from = name }) =>
        [name, from].map((own) => [kind, schema, table, own].join(' ')),
      )
      .sort(),
  ),
];

describe.each(['pgsql', 'mysql', 'sqlite', 'mssql', 'oracle'] as const)('an earlier mapping on %s', (adapter) => {
  it('is told apart from what is edited in a random schema', async () => {
    const platform = await loadPlatform(adapter);
    const seed = randomSeed();
    console.log(`earlier mappings: ${RUNS} on ${adapter} with seed ${seed}`);
    const random = new Random(seed);
    let told = 0;
    for (const schema of fc.sample(randomSchemas, { seed, numRuns: RUNS })) {
      const a = compileSchema(schema.text, platform).database;
      if (!a || !schema.canRun || a.tables.some(({ skipSql }) => skipSql)) continue;
      const b = compileSchema(edited(random, schema.tree, 1 + random.below(10)).text, platform).database;
      if (!b) continue;
      const [was, wanted] = [platform.shape(a, OPTIONS), platform.shape(b, OPTIONS)];
      const before = earlier(was, random);
      const changes = compareShapes(emptyDatabase(a.name), before);
      const declared = declaredBy([], changes, declarationsOf(a, OPTIONS));
      const migrations: Migration[] = [{ name: '1', changes, ...(declared === undefined ? {} : { declared }) }];
      const known = () => foldDeclarations(migrations);

      const same = schemaChanges(before, was, known, declarationsOf(a, OPTIONS));
      expect(compareShapes(before, same.after)).toEqual([]);
      expect(normalized(applyChanges(before, same.mapping))).toEqual(normalized(was));

      const reporter = new Reporter();
      const { renames } = saidNames(reporter, { rename: [], drop: [] }, b, before, wanted);
      if (reporter.hasErrors) continue;
      const { after, mapping } = schemaChanges(before, wanted, known, declarationsOf(b, OPTIONS), renames);
      const real = compareShapes(before, after, renames);
      const edits = compareShapes(was, wanted, renames);
      const touched = new Set(edits.map(({ schema = '', table }) => `${schema} ${table ?? ''}`));
      const [saidOfA, saidOfB] = [declarationsOf(a, OPTIONS), declarationsOf(b, OPTIONS)];
      /** What is edited may mean nothing to this vendor, such as a description. */
      const isEdited = (owner: ObjectName): boolean =>
        JSON.stringify([...saidOfA(owner)]) !== JSON.stringify([...saidOfB(owner)]);
      // A check that is made of a column may follow a column or a key of its table: it is altered without need, never forgotten.
      const isNeedless = ({ kind, schema, table = '' }: Change): boolean =>
        kind === 'check' &&
        (touched.has(`${schema ?? ''} ${table}`) ||
          isEdited({ name: table, ...(schema === undefined ? {} : { schema }) }));
      expect(placesOf(real)).toEqual(expect.arrayContaining(placesOf(edits)));
      expect(placesOf(edits)).toEqual(expect.arrayContaining(placesOf(real.filter((each) => !isNeedless(each)))));
      expect(normalized(applyChanges(applyChanges(before, real), mapping))).toEqual(normalized(wanted));
      told += mapping.length;
    }
    expect(told).toBeGreaterThan(0);
  });
});
