import { describe, expect, it } from 'vitest';
import type { BehaviorDefinition, BehaviorRegistry } from '../../src/behaviors/behavior.js';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import { renderDiagnostics } from '../../src/diagnostics/render.js';
import { build, key, table, tryBuild } from './support/build.js';

/** A behavior that uses the whole seam: it keeps an order of rows in a column. */
const ranked: BehaviorDefinition = {
  name: 'ranked',
  parameters: {
    rank_column: 'Column of the rank.',
    scope_column: 'Column that parts the rows into lists; may be given several times.',
    unique: 'Whether ranks are unique.',
    header_table: 'Whether a side table has a row for each list.',
  },
  extend(extension, use) {
    const last = (name: string): string | undefined => use.parameters.get(name)?.at(-1);
    const rankName = last('rank_column') ?? 'row_rank';
    const rank = extension.addColumn({ name: rankName, type: 'INTEGER', parameter: 'rank_column' });
    const scopes = use.parameters.get('scope_column') ?? [];
    for (const scope of scopes) extension.addColumn({ name: scope, type: 'INTEGER', parameter: 'scope_column' });
    if (rank && rank.family !== 'integer') {
      extension.report({
        message: `the rank column "${rank.name}" is ${rank.type}`,
        help: 'make it INTEGER',
        parameter: 'rank_column',
      });
      return;
    }
    if (!extension.columns.some((column) => column.primaryKey)) {
      extension.report({ message: `table "${extension.tableName}" has no primary key to tell its rows apart` });
    }
    if (extension.column(rankName)?.default) {
      extension.report({ severity: 'warning', message: 'the rank has a default', column: rankName });
    }
    if (last('unique') === 'true') extension.addIndex({ columns: [...scopes, rankName], unique: true });
    else {
      extension.addIndex({ columns: [...scopes, rankName] });
      extension.mention('slow', (count) => `${count} lists without a unique`, 'set unique="true"');
    }
    if (last('header_table') === 'true') {
      extension.addTable({
        name: `${extension.tableName}_list`,
        columns: [
          { name: 'list', type: 'VARCHAR', attributes: { size: '100', primaryKey: 'true' } },
          { name: 'version', type: 'BIGINT', attributes: { required: 'true', defaultValue: '0' } },
        ],
      });
    }
  },
  check({ foreignKeys }, use, { report }) {
    const scopes = new Set(use.parameters.get('scope_column'));
    for (const { columns, onDelete } of foreignKeys) {
      const scope = columns.find(({ local }) => scopes.has(local.name));
      if (scope && onDelete === 'SET NULL') {
        report({
          severity: 'warning',
          message: `rows of "${scope.local.name}" fall out of their list`,
          parameter: 'scope_column',
        });
      }
    }
  },
  methods: () => [
    {
      on: 'model',
      name: 'moveToRank',
      parameters: [{ name: 'rank', type: { is: 'integer' } }],
      returns: { is: 'self' },
      doc: 'Moves the row.',
      body: { does: 'inherit' },
    },
  ],
};

const behaviors: BehaviorRegistry = new Map<string, BehaviorDefinition>([
  ['ranked', ranked],
  ['marked', { name: 'marked', parameters: {}, repeatable: true, extend: () => undefined }],
]);

const behavior = (parameters: Readonly<Record<string, string>> = {}, attributes = ''): string =>
  `<behavior name="ranked" ${attributes}>${Object.entries(parameters)
    .map(([name, value]) => `<parameter name="${name}" value="${value}"/>`)
    .join('')}</behavior>`;

async function diagnosed(body: string): Promise<readonly Diagnostic[]> {
  return (await tryBuild(body, { behaviors })).diagnostics;
}

describe('a behavior', () => {
  it('adds a column and an index', async () => {
    const { table: find } = await build(table('task', behavior()), { behaviors });
    const task = find('task');
    expect(task.columns.map(({ name, type, memberName }) => [name, type, memberName])).toEqual([
      ['id', 'INTEGER', 'Id'],
      ['row_rank', 'INTEGER', 'RowRank'],
    ]);
    expect(task.indexes.map(({ columns }) => columns.map(({ column }) => column?.name))).toEqual([['row_rank']]);
    expect(task.behaviors.map(({ name }) => name)).toEqual(['ranked']);
  });

  it('uses a column that the schema has', async () => {
    const body = `<column name="Place" type="BIGINT" required="true"/>${behavior({ rank_column: 'place' })}`;
    const { table: find } = await build(table('task', body), { behaviors });
    expect(find('task').columns.map(({ name, type }) => [name, type])).toEqual([
      ['id', 'INTEGER'],
      ['Place', 'BIGINT'],
    ]);
  });

  it('uses an index that the schema has', async () => {
    const own = '<index name="mine"><index-column name="row_rank"/></index>';
    const { table: find } = await build(table('task', own + behavior()), { behaviors });
    expect(find('task').indexes.map(({ name }) => name)).toEqual(['mine']);
  });

  it('takes a parameter several times', async () => {
    const body = `<behavior name="ranked"><parameter name="scope_column" value="a"/><parameter name="scope_column" value="b"/><parameter name="unique" value="true"/></behavior>`;
    const { table: find } = await build(table('task', body), { behaviors });
    expect(find('task').uniques.map(({ columns }) => columns.map(({ column }) => column?.name))).toEqual([
      ['a', 'b', 'row_rank'],
    ]);
  });

  it('puts a table beside its own, which takes no part in behaviors of the database', async () => {
    const { database } = await build(`${behavior({ header_table: 'true' })}${table('task')}`, { behaviors });
    expect(database.tables.map(({ name, columns }) => [name, columns.map((column) => column.name)])).toEqual([
      ['task', ['id', 'row_rank']],
      ['task_list', ['list', 'version']],
    ]);
    expect(database.tables[1]?.primaryKey.map(({ name }) => name)).toEqual(['list']);
    expect(Object.isFrozen(database.tables[1])).toBe(true);
  });

  it('cannot put a table where one is', async () => {
    const body = table('task', behavior({ header_table: 'true' })) + table('task_list');
    expect((await diagnosed(body)).map(({ message }) => message)).toContain('there is a table "task_list" already');
  });

  it('of a database is on every table that has none of that name', async () => {
    const body = `${behavior()}${table('a')}${table('b', behavior({ rank_column: 'place' }))}`;
    const { table: find } = await build(body, { behaviors });
    expect(find('a').columns.map(({ name }) => name)).toEqual(['id', 'row_rank']);
    expect(find('b').columns.map(({ name }) => name)).toEqual(['id', 'place']);
  });

  it('is said once for a whole build where it mentions something', async () => {
    const { diagnostics } = await build(table('a', behavior()) + table('b', behavior()), { behaviors });
    expect(diagnostics.map(({ severity, message }) => [severity, message])).toEqual([
      ['note', '2 lists without a unique'],
    ]);
  });

  it('may be put on a table several times if it says so', async () => {
    const twice = (name: string): string => `<behavior name="${name}"/><behavior name="${name}" id="second"/>`;
    const { table: find } = await build(table('task', twice('marked')), { behaviors });
    expect(find('task').behaviors.map(({ id }) => id)).toEqual(['marked', 'second']);
    expect((await diagnosed(table('task', twice('ranked')))).map(({ message }) => message)).toContain(
      'table "task" can have the behavior "ranked" only once',
    );
  });

  it('describes methods from the finished model', async () => {
    const { table: find } = await build(table('task', behavior()), { behaviors });
    const task = find('task');
    const [use] = task.behaviors;
    if (!use) throw new Error('no behavior');
    expect(ranked.methods?.(task, use).map(({ name }) => name)).toEqual(['moveToRank']);
  });
});

describe('what is wrong with a behavior', () => {
  it('is shown at an unknown parameter', async () => {
    const diagnostics = await diagnosed(
      table('task', '\n<behavior name="ranked"><parameter name="rnak_column" value="a"/></behavior>'),
    );
    expect(renderDiagnostics(diagnostics.filter(({ severity }) => severity === 'error'))).toBe(
      [
        'error: the behavior "ranked" has no parameter "rnak_column"',
        '  --> schema.xml:3:42',
        '   |',
        ' 3 | <behavior name="ranked"><parameter name="rnak_column" value="a"/></behavior></table>',
        '   |                                          ^^^^^^^^^^^',
        '   = did you mean "rank_column"?',
        '',
      ].join('\n'),
    );
  });

  it('is shown at the value of the parameter it is about', async () => {
    const body =
      '\n<column name="title" type="VARCHAR"/>\n<behavior name="ranked">\n<parameter name="rank_column" value="title"/></behavior>';
    expect(renderDiagnostics(await diagnosed(table('task', body)))).toBe(
      [
        'error: the rank column "title" is VARCHAR',
        '  --> schema.xml:5:38',
        '   |',
        ' 5 | <parameter name="rank_column" value="title"/></behavior></table>',
        '   |                                      ^^^^^',
        '   = make it INTEGER',
        '',
      ].join('\n'),
    );
  });

  it('is shown at the behavior without a parameter, and at a column', async () => {
    const none = '<table name="log"><column name="line" type="VARCHAR"/><behavior name="ranked"/></table>';
    const [first] = await diagnosed(none);
    expect(first?.message).toBe('table "log" has no primary key to tell its rows apart');
    const preset = table(
      'task',
      `\n<column name="row_rank" type="INTEGER" defaultValue="1"/>${behavior({ unique: 'true' })}`,
    );
    expect(renderDiagnostics(await diagnosed(preset))).toContain('^^^^^^^^');
    expect((await diagnosed(preset)).map(({ severity }) => severity)).toEqual(['warning']);
  });

  it('is found when keys and relations are known', async () => {
    const body =
      table('basket') +
      table(
        'task',
        key('list_id', 'basket', 'onDelete="setnull"') + behavior({ scope_column: 'list_id', unique: 'true' }),
      );
    expect((await diagnosed(body)).map(({ severity, message }) => [severity, message])).toEqual([
      ['warning', 'rows of "list_id" fall out of their list'],
    ]);
  });

  it('includes names that cannot be', async () => {
    const messages = (await diagnosed(table('task', behavior({ rank_column: 'a ', unique: 'true' })))).map(
      ({ message }) => message,
    );
    expect(messages).toEqual(['the name of a column cannot start or end with a space']);
  });

  it('includes lists of parameters it does not know', async () => {
    const body = '<behavior name="ranked"><parameter-list name="rules"/></behavior>';
    expect((await diagnosed(table('task', body))).map(({ message }) => message)).toContain(
      'the behavior "ranked" has no list of parameters "rules"',
    );
  });
});
