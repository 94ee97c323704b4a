import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '../cli/support/database.js';
import { change, migrationsIn, newest } from '../cli/support/migrations.js';
import { configuration, project } from '../cli/support/project.js';
import { checked } from '../cli/support/rules.js';
import { orm } from '../support/orm-in-process.js';

const schema = (style: string, topics: string, more = ''): string => `<database name="shop">
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="style" type="ENUM" enumStorage="index" valueSet="${style}"/>
    <column name="topics" type="SET" valueSet="${topics}"/>${more}
  </table>
</database>`;

const STYLES = ['novel', 'essay', 'poem'];
const TOPICS = ['art', 'war', 'love', 'food'];

/** Rows in the words of people: what this test knows of numbers shares nothing with the generator. */
async function read(database: TestDatabase, styles: readonly string[], topics: readonly string[]): Promise<unknown> {
  const rows = await database.query('SELECT id, style, topics FROM book ORDER BY id');
  return rows.map(([, style, mask]) => [
    style === null ? null : styles[Number(style)],
    mask === null ? null : topics.filter((_, bit) => Math.floor(Number(mask) / 2 ** bit) % 2 === 1).sort(),
  ]);
}

const CASES: readonly (readonly [what: string, styles: readonly string[], topics: readonly string[]])[] = [
  ['other places', ['poem', 'novel', 'essay'], ['food', 'love', 'war', 'art']],
  ['one in front', ['letter', 'novel', 'essay', 'poem'], ['law', 'art', 'war', 'love', 'food']],
  ['one at the end', ['novel', 'essay', 'poem', 'letter'], ['art', 'war', 'love', 'food', 'law']],
  ['one goes that no row has', ['novel', 'poem'], ['art', 'love', 'food']],
];

const ROWS = `INSERT INTO book (id, style, topics) VALUES (1, 0, 5), (2, 2, 12), (3, 2, 0), (4, NULL, NULL), (5, 0, 8)`;
const MEANT = [
  ['novel', ['art', 'love']],
  ['poem', ['food', 'love']],
  ['poem', []],
  [null, null],
  ['novel', ['food']],
];

async function shop(engine: Parameters<typeof freshDatabase>[0], context: Parameters<typeof freshDatabase>[1]) {
  const database = await freshDatabase(engine, context);
  const cwd = project({
    'orm.json': configuration({ shop: database.connection }),
    'schema.xml': schema(STYLES.join(), TOPICS.join()),
  });
  const run = async (...args: string[]): Promise<void> => {
    const { code, stderr } = await orm(cwd, ...args);
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  };
  await run('migration:diff', '--name', 'start');
  await run('migration:migrate');
  await database.query(ROWS);
  return { database, cwd, run };
}

describe.each(['pgsql15', 'mysql9', 'mariadb', 'sqlite'] as const)(
  'labels that are stored as numbers, on %s',
  (engine) => {
    for (const [what, styles, topics] of CASES) {
      test(`${what}: rows mean what they meant, up and down`, async (context) => {
        const { database, cwd, run } = await shop(engine, context);
        change(cwd, schema(styles.join(), topics.join()));
        await run('migration:diff', '--name', 'labels');
        for (const way of ['migration:migrate', 'migration:down', 'migration:migrate']) {
          await run(way, ...(way === 'migration:down' ? ['--yes'] : []));
          const isUp = way === 'migration:migrate';
          expect(await read(database, isUp ? styles : STYLES, isUp ? topics : TOPICS)).toEqual(MEANT);
        }
        await run('migration:diff', '--check');
        await run('migration:status', '--check');
      });
    }

    test('rows with a label that goes stand in the way', async (context) => {
      const { database, cwd, run } = await shop(engine, context);
      change(cwd, schema('essay, poem', TOPICS.join()));
      await run('migration:diff', '--name', 'novels');
      const refused = await orm(cwd, 'migration:migrate');
      expect(refused.code).toBe(1);
      expect(refused.stderr).toContain(
        '2 rows stand in the way: labels of book.style are removed (migration/removes-label)',
      );
      expect(await read(database, STYLES, TOPICS)).toEqual(MEANT);
      await database.query('UPDATE book SET style = 1 WHERE style = 0');
      await run('migration:migrate');
      expect(await read(database, ['essay', 'poem'], TOPICS)).toEqual(
        MEANT.map(([style, topics]) => [style === 'novel' ? 'essay' : style, topics]),
      );
      change(cwd, schema('essay, poem', 'war, love, food'));
      await run('migration:diff', '--name', 'art');
      expect((await orm(cwd, 'migration:migrate')).stderr).toContain(
        '1 row stands in the way: labels of book.topics are removed (migration/removes-label)',
      );
    });
  },
);

describe('what is said of it', () => {
  const moved = schema('poem, novel, essay', TOPICS.join());

  test('each vendor renumbers in its own words', async () => {
    for (const [adapter, sql] of [
      [
        'pgsql',
        `UPDATE "book" SET "style" = CASE "style" WHEN 0 THEN 1 WHEN 1 THEN 2 WHEN 2 THEN 0 ELSE "style" END WHERE "style" IN (0, 1, 2);`,
      ],
      [
        'oracle',
        'CASE WHEN BITAND("TOPICS", 1) <> 0 THEN 2 ELSE 0 END + CASE WHEN BITAND("TOPICS", 2) <> 0 THEN 1 ELSE 0 END',
      ],
      ['mssql', 'CASE WHEN ([topics] & 1) <> 0 THEN 2 ELSE 0 END'],
    ] as const) {
      const cwd = project({
        'orm.json': configuration({ shop: { adapter } }),
        'schema.xml': schema(STYLES.join(), 'a, b'),
      });
      await orm(cwd, 'migration:diff', '--name', 'start');
      change(cwd, schema('poem, novel, essay', 'b, a'));
      const { code, stdout } = await orm(cwd, 'migration:diff', '--name', 'labels');
      expect(code).toBe(0);
      expect(stdout).toMatch(/change column book\.style +breaks running code, blocks writes/);
      expect(newest(cwd, 'up.sql')).toContain('-- orm: renumber column book.style\n');
      expect(newest(cwd, 'up.sql')).toContain(sql);
    }
  });

  test('migration:check names labels that move, and none that come at the end', async () => {
    const cwd = project({
      'orm.json': configuration({ shop: { adapter: 'pgsql' } }),
      'schema.xml': schema(STYLES.join(), 'a'),
    });
    await orm(cwd, 'migration:diff', '--name', 'start');
    change(cwd, schema('novel, essay, poem, letter', 'a, b'));
    await orm(cwd, 'migration:diff', '--name', 'more');
    expect(newest(cwd, 'up.sql')).not.toContain('UPDATE');
    expect((await checked(cwd)).found.filter((line) => /label/.test(line))).toEqual([]);
    change(cwd, moved.replace(TOPICS.join(), 'a, b'));
    await orm(cwd, 'migration:diff', '--name', 'moved');
    const { diagnostics } = await checked(cwd);
    expect(diagnostics.filter(({ code }) => /label/.test(code)).map(({ message }) => message)).toEqual([
      'labels of "book.style" are stored as numbers, and get others: rows are renumbered, and running code takes the new numbers for other labels',
      'column "book.style" loses the label letter, which rows may have',
    ]);
    expect(migrationsIn(cwd)).toHaveLength(3);
  });

  test('a key over the column is in the way', async () => {
    const unique = '<unique name="once"><unique-column name="style"/></unique>';
    const cwd = project({
      'orm.json': configuration({ shop: { adapter: 'pgsql' } }),
      'schema.xml': schema(STYLES.join(), 'a', unique),
    });
    await orm(cwd, 'migration:diff', '--name', 'start');
    change(cwd, schema('poem, novel, essay', 'a', unique));
    const { code, stderr } = await orm(cwd, 'migration:diff');
    expect(code).toBe(1);
    expect(stderr).toContain(
      'labels of book.style cannot get other numbers, because a key has the column: keep their places, and add new labels at the end',
    );
  });
});

describe('labels that would be stored in another way', () => {
  const stars = (attributes: string): string => `<database name="shop">
    <enum-type name="stars_type" valueSet="1, 2, it's"/>
    <table name="rating">
      <column name="id" type="INTEGER" primaryKey="true"/>
      <column name="stars" ${attributes}/>
    </table>
  </database>`;
  const ENUM = 'type="ENUM" valueSet="1, 2, it\'s"';
  const FORMS = {
    label: `${ENUM} enumStorage="label"`,
    index: `${ENUM} enumStorage="index"`,
    native: 'type="ENUM" nativeType="stars_type" enumStorage="native"',
    text: 'type="VARCHAR" size="20"',
    set: 'type="SET" valueSet="1, 2, it\'s"',
  };
  const NUMBERS =
    "SQL that fills it: UPDATE rating SET stars_new = CASE stars WHEN '1' THEN 0 WHEN '2' THEN 1 WHEN 'it''s' THEN 2 END;";
  const LABELS =
    "SQL that fills it: UPDATE rating SET stars_new = CASE stars WHEN 0 THEN '1' WHEN 1 THEN '2' WHEN 2 THEN 'it''s' END;";

  async function diffed(adapter: string, from: keyof typeof FORMS, to: string) {
    const cwd = project({
      'orm.json': configuration({ shop: { adapter } }),
      'schema.xml': stars(FORMS[from]),
    });
    expect((await orm(cwd, 'migration:diff', '--name', 'start')).code).toBe(0);
    change(cwd, stars(to));
    return { cwd, ...(await orm(cwd, 'migration:diff', '--name', 'storage')) };
  }

  describe.each(['pgsql', 'mysql', 'sqlite', 'mssql', 'oracle'])('on %s', (adapter) => {
    test.each([
      ['label', 'index', NUMBERS],
      ['index', 'label', LABELS],
      ['native', 'index', NUMBERS],
      ['index', 'native', LABELS],
      ['text', 'index', NUMBERS],
      ['index', 'text', LABELS],
      ['set', 'text', undefined],
      ['index', 'set', undefined],
      ['set', 'index', undefined],
    ] as const)('%s to %s is refused', async (from, to, values) => {
      const { cwd, code, stderr } = await diffed(adapter, from, FORMS[to]);
      expect(code).toBe(1);
      expect(stderr).toContain('because its labels would be stored in another way: rows would mean other labels');
      expect(stderr).toContain('keep how the labels are stored; or add another column, such as stars_new');
      expect(/SQL that fills it: .*;/.exec(stderr)?.[0].replace(/CAST\((.*) AS "stars_type"\)/, '$1')).toBe(values);
      expect(migrationsIn(cwd)).toHaveLength(1);
    });

    test('a plain number keeps what it is', async () => {
      for (const [from, to] of [
        ['index', 'type="SMALLINT"'],
        ['set', 'type="BIGINT"'],
      ] as const) {
        const { stderr, code } = await diffed(adapter, from, to);
        expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
      }
    });
  });

  describe.each(['pgsql15', 'mysql9', 'mariadb', 'sqlite'] as const)('on %s', (engine) => {
    for (const [from, to, values, meant] of [
      ['label', 'index', "'1', '2', 'it''s'", ['0', '1', '2', null]],
      ['index', 'label', '0, 1, 2', ['1', '2', "it's", null]],
      ['index', 'native', '0, 1, 2', ['1', '2', "it's", null]],
    ] as const) {
      // Only PostgreSQL has types of enums.
      if (to === 'native' && engine !== 'pgsql15') continue;
      test(`from ${from} to ${to}: the SQL of the help keeps what rows mean`, async (context) => {
        const database = await freshDatabase(engine, context);
        const cwd = project({
          'orm.json': configuration({ shop: database.connection }),
          'schema.xml': stars(FORMS[from]),
        });
        const run = async (...args: string[]): Promise<void> => {
          const { code, stderr } = await orm(cwd, ...args);
          expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
        };
        await run('migration:diff', '--name', 'start');
        await run('migration:migrate');
        const rows = [...values.split(', '), 'NULL'].map((value, at) => `(${String(at)}, ${value})`);
        await database.query(`INSERT INTO rating (id, stars) VALUES ${rows.join(', ')}`);
        change(cwd, stars(FORMS[to]));
        const refused = await orm(cwd, 'migration:diff');
        const [, sql = ''] = /SQL that fills it: (.*;)/.exec(refused.stderr) ?? [];
        change(cwd, stars(`${FORMS[from]}/><column name="stars_new" ${FORMS[to]}`));
        await run('migration:diff', '--name', 'beside');
        appendFileSync(join(cwd, 'generated-migrations/shop', migrationsIn(cwd).at(-1) ?? '', 'up.sql'), `${sql}\n`);
        await run('migration:migrate');
        const stored = await database.query('SELECT stars_new FROM rating ORDER BY id');
        expect(stored.map(([value]) => (value === null ? null : String(value)))).toEqual(meant);
      });
    }
  });
});
