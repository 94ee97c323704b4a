import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { applyChanges, ChangeConflict } from '../../src/changes/apply.js';
import { type Change, inverse } from '../../src/changes/change.js';
import { compareShapes, type Rename } from '../../src/changes/compare.js';
import { normalized, withColumnsRenamed, withTableRenamed } from '../../src/changes/state.js';
import { ADAPTERS, type Adapter } from '../../src/model/adapter.js';
import { DEFAULT_PLATFORM_OPTIONS } from '../../src/platforms/platform.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import type { DatabaseShape } from '../../src/platforms/shape.js';
import { randomSchemas } from '../properties/random-schema.js';
import { compileSchema } from '../support/compile-schema.js';
import { everythingFiles, makeProject } from '../support/everything.js';

const PAIRS = 40;

async function shapeOf(text: string, adapter: Adapter = 'pgsql'): Promise<DatabaseShape> {
  const platform = await loadPlatform(adapter);
  const { database, diagnostics } = compileSchema(text, platform);
  if (database === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return platform.shape(database, DEFAULT_PLATFORM_OPTIONS);
}

async function everything(adapter: Adapter): Promise<DatabaseShape> {
  const project = makeProject(everythingFiles(adapter), { adapter });
  try {
    const platform = await loadPlatform(adapter);
    return { ...platform.shape(await project.model(), DEFAULT_PLATFORM_OPTIONS), name: 'app' };
  } finally {
    project.remove();
  }
}

/** As they come out of a file. */
const read = (changes: readonly Change[]): Change[] => JSON.parse(JSON.stringify(changes)) as Change[];

const objectsOf = (changes: readonly Change[]): string[] =>
  changes.map(({ kind, schema, table, name }) => JSON.stringify([kind, schema, table, name]));

describe.each(ADAPTERS)('changes between random databases of %s', (adapter) => {
  const shapes: DatabaseShape[] = [];
  const seed = Math.floor(Math.random() * 2 ** 31);

  beforeAll(async () => {
    console.log(`changes of ${adapter}: seed ${seed}`);
    const platform = await loadPlatform(adapter);
    for (const { text } of fc.sample(randomSchemas, { seed, numRuns: PAIRS * 8 })) {
      const { database } = compileSchema(text, platform);
      if (database !== undefined) shapes.push(platform.shape(database, DEFAULT_PLATFORM_OPTIONS));
    }
    shapes.push(await everything(adapter));
    expect(shapes.length).toBeGreaterThan(PAIRS);
  });

  test('lead from one to the other and back, each object once, and fit nowhere else', () => {
    const empty: DatabaseShape = { name: 'app', schemas: [], extensions: [], types: [], tables: [], views: [] };
    const pairs = [...shapes, empty].map(
      (shape, at) => [shape, shapes[(at * 7 + 1) % shapes.length] ?? empty] as const,
    );
    for (const [before, after] of pairs) {
      const changes = compareShapes(before, after);
      expect(new Set(objectsOf(changes)).size).toBe(changes.length);
      expect(normalized(applyChanges(before, read(changes)))).toEqual(normalized(after));
      expect(normalized(applyChanges(after, inverse(changes)))).toEqual(normalized(before));
      expect(compareShapes(after, applyChanges(before, changes))).toEqual([]);
      if (changes.some(({ kind }) => kind !== 'sequence')) {
        expect(() => applyChanges(after, changes)).toThrow(ChangeConflict);
      }
    }
  });

  test('are none between a database and itself', () => {
    for (const shape of shapes) expect(compareShapes(shape, shape)).toEqual([]);
  });

  test('keep what has a new name', () => {
    let renamed = 0;
    for (const before of shapes) {
      let after = before;
      const renames: Rename[] = [];
      for (const [at, table] of before.tables.entries()) {
        const name = { name: table.name, ...(table.schema === undefined ? {} : { schema: table.schema }) };
        const column = table.columns[at % table.columns.length]?.name ?? '';
        if (at % 3 !== 0) {
          renames.push({ table: name, column, to: `${column} new` });
          after = withColumnsRenamed(after, [{ table: name, from: column, to: `${column} new` }]);
        }
        if (at % 3 !== 1) {
          renames.push({ table: name, to: `${table.name} new` });
          after = withTableRenamed(after, name, `${table.name} new`);
        }
      }
      const changes = compareShapes(before, after, renames);
      expect(changes.filter(({ from }) => from === undefined)).toEqual([]);
      expect(changes).toHaveLength(renames.length);
      expect(normalized(applyChanges(before, read(changes)))).toEqual(normalized(after));
      expect(normalized(applyChanges(after, inverse(changes)))).toEqual(normalized(before));
      renamed += renames.length;
    }
    expect(renamed).toBeGreaterThan(PAIRS);
  });
});

const SHOP = `<database name="app">
  <table name="author">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="100" required="true"/>
    <index name="author_name"><index-column name="name"/></index>
  </table>
</database>`;

describe('a change', () => {
  test('holds the object before and after it', async () => {
    const before = await shapeOf(SHOP);
    const after = await shapeOf(
      SHOP.replace('size="100" required="true"', 'size="200"').replace(
        '</table>',
        '<unique name="u"><unique-column name="name"/></unique></table>',
      ),
    );
    expect(compareShapes(before, after)).toEqual([
      {
        kind: 'column',
        table: 'author',
        name: 'name',
        before: { name: 'name', type: 'VARCHAR(100)', notNull: true },
        after: { name: 'name', type: 'VARCHAR(200)' },
      },
      {
        kind: 'index',
        table: 'author',
        name: 'u',
        after: { name: 'u', kind: 'unique', parts: [{ column: 'name' }] },
      },
    ]);
  });

  test('of a name is said, and else another column', async () => {
    const before = await shapeOf(SHOP);
    const after = await shapeOf(SHOP.replaceAll('name="name"', 'name="full_name"'));
    const rename = { table: { name: 'author' }, column: 'name', to: 'full_name' };
    expect(compareShapes(before, after, [rename])).toEqual([
      {
        kind: 'column',
        table: 'author',
        name: 'full_name',
        from: 'name',
        before: { name: 'name', type: 'VARCHAR(100)', notNull: true },
        after: { name: 'full_name', type: 'VARCHAR(100)', notNull: true },
      },
    ]);
    expect(compareShapes(before, after).map(({ kind, name, before: was }) => [kind, name, was === undefined])).toEqual([
      ['column', 'full_name', true],
      ['column', 'name', false],
      ['index', 'author_name', false],
    ]);
  });

  test('of the name of an index is found: nothing is lost by it', async () => {
    const before = await shapeOf(SHOP);
    const after = await shapeOf(SHOP.replace('author_name', 'by_name'));
    expect(compareShapes(before, after)).toMatchObject([{ kind: 'index', name: 'by_name', from: 'author_name' }]);
  });

  test('of names that follow each other', async () => {
    const two = (first: string, second: string): string => `<database name="app">
      <table name="t"><column name="${first}" type="INTEGER" primaryKey="true"/><column name="${second}" type="DATE"/></table>
    </database>`;
    const [before, after] = [await shapeOf(two('a', 'b')), await shapeOf(two('b', 'c'))];
    const renames = [
      { table: { name: 't' }, column: 'a', to: 'b' },
      { table: { name: 't' }, column: 'b', to: 'c' },
    ];
    const changes = compareShapes(before, after, renames);
    expect(normalized(applyChanges(before, changes))).toEqual(normalized(after));
    expect(normalized(applyChanges(after, inverse(changes)))).toEqual(normalized(before));
  });

  test('that does not fit says why', async () => {
    const before = await shapeOf(SHOP);
    const wider = compareShapes(before, await shapeOf(SHOP.replace('100', '200')));
    const other = await shapeOf(SHOP.replace('100', '300'));
    expect(() => applyChanges(other, wider)).toThrow('column author.name: different');
    expect(() => applyChanges({ ...before, tables: [] }, wider)).toThrow('column author.name: missing');
    const added = compareShapes({ ...before, tables: [] }, before);
    expect(() => applyChanges(before, added)).toThrow('table author: there already');
  });
});
