import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TableStatements } from '../../../src/plan/table.js';
import {
  adapterOf,
  LIST_ENGINES,
  type ListDatabase,
  type ListEngine,
  ListRunner,
  missingListEngine,
  openListDatabase,
  type Value,
} from './list-engine.js';
import { LIST_CASES } from './list-tables.js';

/** Texts that some collation calls equal. */
const TEXTS = [
  ...[
    'a',
    'A',
    'a ',
    'a  ',
    ' a',
    'á',
    'ä',
    'ae',
    'æ',
    'ß',
    'ss',
    'SS',
    '',
    ' ',
    'a\t',
    'a\u00a0',
    'ﬀ',
    'ff',
    'i',
    'İ',
  ],
  ...[
    'ı',
    'é',
    'e\u0301',
    'e',
    '\u200b',
    '中',
    '😀',
    '😁',
    'xxxxxxxxxxxxxxxxxxxx',
    '%',
    "'",
    '\\',
    'a\u0000',
    ' \u0000',
  ],
];

const COLLATIONS: Readonly<Record<string, readonly string[]>> = {
  mariadb: ['utf8mb4_general_ci', 'utf8mb4_unicode_ci', 'utf8mb4_bin', 'utf8mb4_unicode_nopad_ci', 'latin1_swedish_ci'],
  mariadb11: [
    'utf8mb4_uca1400_ai_ci',
    'utf8mb4_uca1400_as_cs',
    'utf8mb4_uca1400_as_ci',
    'utf8mb4_general_ci',
    'utf8mb4_bin',
    'utf8mb4_uca1400_nopad_as_cs',
    'utf8mb4_uca1400_as_cs',
  ],
  mysql9: ['utf8mb4_0900_ai_ci', 'utf8mb4_0900_as_cs', 'utf8mb4_general_ci', 'utf8mb4_bin', 'utf8mb4_unicode_ci'],
};

const charset = (collation: string): string => collation.split('_')[0] ?? '';

function textColumn(engine: ListEngine, index: number, collation: string): string {
  if (adapterOf(engine) === 'pgsql') return `<column name="s" type="VARCHAR" sqlType="VARCHAR(20)${collation}"/>`;
  const vendor = `<vendor type="mysql"><parameter name="Charset" value="${charset(collation)}"/><parameter name="Collate" value="${collation}"/></vendor>`;
  return `<column name="s" type="${index % 2 === 0 ? 'VARCHAR' : 'CHAR'}" size="20">${vendor}</column>`;
}

const collationsOf = (engine: ListEngine): readonly string[] =>
  adapterOf(engine) === 'pgsql' ? ['', ' COLLATE orm_ci'] : (COLLATIONS[engine] ?? []);

const SERVERS = LIST_ENGINES.filter((engine) => engine !== 'sqlite');

describe.each(SERVERS)('locks of lists on %s', (engine) => {
  const missing = missingListEngine(engine);
  if (missing !== undefined) {
    it.skip(missing);
    return;
  }
  const isPgsql = adapterOf(engine) === 'pgsql';
  let database: ListDatabase;
  let statementsOf: (name: string) => TableStatements;
  const collations = collationsOf(engine);

  beforeAll(async () => {
    database = await openListDatabase(engine);
    if (isPgsql) {
      await database.run("CREATE COLLATION orm_ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false)");
    }
    const texts = collations.map(
      (collation, index) =>
        `<table name="text_${index}"><column name="id" type="INTEGER" primaryKey="true"/>${textColumn(engine, index, collation)}<behavior name="sortable"><parameter name="use_scope" value="true"/><parameter name="scope_column" value="s"/></behavior></table>`,
    );
    statementsOf = await database.create([...LIST_CASES.map(({ xml }) => xml), ...texts].join('\n'));
  });
  afterAll(() => database.close());

  const keyOf = async (name: string, scope: readonly Value[]): Promise<string> => {
    const [row] = await new ListRunner(database, statementsOf(name)).run('key', scope);
    expect(typeof row?.[0]).toBe('string');
    return String(row?.[0]);
  };

  it('have one key for each list', async () => {
    const seen = new Map<string, string>();
    for (const { name, scopes, empty } of LIST_CASES) {
      const lists = [...new Set([...scopes(database.adapter), ...(empty === undefined ? [] : [empty])])];
      for (const scope of name === 'whole' ? lists.slice(0, 1) : lists) {
        const key = await keyOf(name, scope);
        expect(key.length).toBeLessThanOrEqual(64);
        expect(seen.get(key), `${name} ${JSON.stringify(scope)}`).toBeUndefined();
        seen.set(key, name);
        expect(await keyOf(name, scope)).toBe(key);
      }
    }
  });

  it('have one key for values that are written in different ways', async () => {
    expect(await keyOf('of_decimal', ['1.5'])).toBe(await keyOf('of_decimal', ['1.50']));
    expect(await keyOf('of_integer', ['7'])).toBe(await keyOf('of_integer', [7]));
    expect(await keyOf('of_integer', ['07'])).toBe(await keyOf('of_integer', [7]));
    expect(await keyOf('of_timestamp', ['2024-02-29 10:00:00.5'])).toBe(
      await keyOf('of_timestamp', ['2024-02-29 10:00:00.500000']),
    );
    if (isPgsql) expect(await keyOf('of_char', ['ab'])).toBe(await keyOf('of_char', ['ab ']));
  });

  it('tell a NULL from every value', async () => {
    const key = await keyOf('of_varchar', [null]);
    for (const text of ['', 'N', '-', 'NULL', 'null']) expect(await keyOf('of_varchar', [text])).not.toBe(key);
    const parts = [
      ['1', 'x'],
      [1, null],
      [null, null],
      [null, '1'],
      [11, 'x'],
      [1, '1x'],
    ];
    const keys = await Promise.all(parts.map((scope) => keyOf('of_several', scope)));
    expect(new Set(keys).size).toBe(parts.length);
  });

  it.each(collations.map((collation, index) => ({ collation, index })))(
    'have one key for texts that are equal in "$collation"',
    async ({ index }) => {
      const name = `text_${index}`;
      const statements = statementsOf(name);
      // What a character set has no place for, and what PostgreSQL cannot store, is no value of a column.
      const texts: string[] = [];
      // Values of a CHAR are bound without the blanks at their end, which the column does not keep.
      const isChar = statements.table.columns[1]?.type === 'CHAR';
      for (const text of new Set(TEXTS.map((each) => (isChar ? each.replace(/ +$/, '') : each)))) {
        if (isPgsql && text.includes('\0')) continue;
        try {
          await database.run(`INSERT INTO ${statements.quoted} (id, s) VALUES (?, ?)`, [texts.length, text]);
          texts.push(text);
        } catch {
          // Nobody can use it as a scope.
        }
      }
      expect(texts.length).toBeGreaterThan(20);
      let equal = 0;
      const keys = new Map<string, string>();
      const all = await database.run(`SELECT s FROM ${statements.quoted}`);
      for (const text of [...texts, ...all.map(([text]) => String(text))]) keys.set(text, await keyOf(name, [text]));
      for (const text of texts) {
        const rows = await database.run(`SELECT s FROM ${statements.quoted} WHERE s = ?`, [text]);
        for (const [found] of rows) {
          const other = String(found);
          if (other !== text) equal += 1;
          expect(keys.get(other), `${JSON.stringify(text)} = ${JSON.stringify(other)}`).toBe(keys.get(text));
        }
      }
      if (!/bin|_cs|^$/.test(collations[index] ?? '')) expect(equal).toBeGreaterThan(4);
      expect(new Set(keys.values()).size).toBeGreaterThan(10);
    },
  );

  it('shut others out', async () => {
    const other = await database.another();
    try {
      const mine = new ListRunner(database, statementsOf('of_varchar'));
      const theirs = new ListRunner(other, statementsOf('of_varchar'));
      await database.run('BEGIN');
      await other.run('BEGIN');
      const given = isPgsql ? { wait: '200ms', after: '300ms' } : { wait: 0 };
      const [got] = await mine.run('lock', ['böse'], given);
      const key = String(got?.[2]);
      expect(key).toBe(await keyOf('of_varchar', ['böse']));
      expect(String(got?.[1]).toLowerCase().replace('-', ' ')).toBe(isPgsql ? 'read committed' : 'repeatable read');
      if (isPgsql) {
        expect(String(got?.[0])).toBe('0');
        expect(await database.run('SHOW lock_timeout')).toEqual([['300ms']]);
        await expect(theirs.run('lock', ['böse'], given)).rejects.toThrow(/lock timeout/);
        await other.run('ROLLBACK');
        await other.run('BEGIN');
        await expect(theirs.run('lockKey', [], { ...given, to: key })).rejects.toThrow(/lock timeout/);
        await other.run('ROLLBACK');
        await database.run('COMMIT');
        await other.run('BEGIN');
        expect((await theirs.run('lockKey', [], { ...given, to: key }))[0]?.[2]).toBe(key);
      } else {
        expect(Number(got?.[0])).toBe(1);
        expect(Number((await theirs.run('lock', ['böse'], given))[0]?.[0])).toBe(0);
        expect(Number((await theirs.run('lockKey', [], { ...given, to: key }))[0]?.[0])).toBe(0);
        expect(Number((await theirs.run('lock', ['anders'], given))[0]?.[0])).toBe(1);
        await database.run('COMMIT');
        await mine.run('unlock', [], { to: key });
        expect(Number((await theirs.run('lockKey', [], { ...given, to: key }))[0]?.[0])).toBe(1);
      }
      await other.run('COMMIT');
    } finally {
      await other.close();
    }
  });

  it('are rows of the header table', async () => {
    for (const [name, scope] of [
      ['of_decimal', ['1.50']],
      ['of_several', [1, null]],
    ] as const) {
      const runner = new ListRunner(database, statementsOf(name));
      const given = isPgsql ? { wait: '200ms', after: '300ms' } : {};
      await database.run('BEGIN');
      const [first] = await runner.run('lock', scope, given);
      const key = await keyOf(name, scope);
      if (isPgsql) expect(first?.slice(0, 3)).toEqual(['0', 'read committed', key]);
      await runner.run('lock', scope, given);
      const [again] = await runner.run('lockKey', scope, { ...given, to: key });
      if (isPgsql) expect(again?.[2]).toBe(key);
      await database.run('COMMIT');
      const rows = await database.run(`SELECT list, version FROM ${name}_list`);
      expect(rows.map(([list, version]) => [list, Number(version)])).toEqual([[key, 3]]);
    }
  });

  /** Highest ranks that were committed after a transaction's first read. */
  it('come with reads that see what is there now', async () => {
    if (isPgsql) return;
    const other = await database.another();
    try {
      await database.run('DELETE FROM of_bigint');
      await database.run('INSERT INTO of_bigint (id, s, sortable_rank) VALUES (1, 5, 1), (2, 5, 2), (3, NULL, 1)');
      const runner = new ListRunner(database, statementsOf('of_bigint'));
      await database.run('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
      await database.run('BEGIN');
      await database.run('SELECT * FROM of_bigint');
      await other.run('UPDATE of_bigint SET sortable_rank = 7 WHERE id = 2');
      await other.run('INSERT INTO of_bigint (id, s, sortable_rank) VALUES (4, NULL, 9)');
      expect(Number((await runner.run('max', ['5']))[0]?.[0])).toBe(2);
      if (engine === 'mariadb11') {
        // Its snapshots refuse what changed since: the runtime takes it for a conflict.
        await expect(runner.run('maxLocked', ['5'])).rejects.toThrow(/Record has changed/);
        return;
      }
      expect(Number((await runner.run('maxLocked', ['5']))[0]?.[0])).toBe(7);
      expect(Number((await runner.run('maxLocked', [null]))[0]?.[0])).toBe(9);
      expect((await runner.run('maxLocked', ['6']))[0]?.[0]).toBeNull();
      const [row] = await runner.run('placeMaxLocked', ['5'], { key: [2] });
      expect([Number(row?.[0]), Number(row?.at(-1))]).toEqual([7, 7]);
      expect(Number((await runner.run('placeLocked', ['5'], { key: [2] }))[0]?.[0])).toBe(7);
      await database.run('COMMIT');
    } finally {
      await other.close();
    }
  });
});
