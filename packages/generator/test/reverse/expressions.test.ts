import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/model/model.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import { compileSchema } from '../support/compile-schema.js';
import { adapterOf, ENGINES, type Engine, type ExecutedAdapter, missingEngine } from '../support/engines.js';
import { differencesFrom, inNewDatabase, runScript } from './round-trip.js';

/** Conditions as people write them, each of which a server prints in a way of its own. */
const CONDITIONS = [
  'a != 3',
  'a in (1,2,3)',
  'a in (7)',
  'a not in (1, 2)',
  'a between 1 and 5',
  'a not between 1 and 5 or b = 2',
  "s like 'a%'",
  "s not like 'a%'",
  "s LIKE '%x' OR s IS NULL",
  'not a > 3',
  'not (a > 1 and (b > 1 or n < 2))',
  'not (a in (1, 2) or s is null)',
  '(a)>(3)',
  'a+1*2 > b-1',
  'a - (b - 1) > 0',
  'a*-1 < 5',
  'a - -1 > b',
  "s in ('x','y')",
  'upper(s)=s',
  'coalesce(a,0) > 0 and b is not null',
  'case when a>1 then b else 2 end > 0',
  "case s when 'x' then 1 when 'y' then 2 end = a",
  "d > '2020-01-01'",
  'n > 1.50',
  'a > -1',
  'a % 2 = 0',
  'mod(a, 2) = 0',
  "s = 'it''s'",
  "a > 0 AND (b > 0 OR n > 0) AND s <> ''",
  "a > 0 AND b > 0 AND (n > 0 AND s <> '')",
  'bo or a > 1',
  'not bo',
  'bo = true',
  'bo = false or a > 1',
  'a is not null',
  'not (a is null)',
  "trim(s) <> ''",
  "substring(s, 1, 2) = 'ab'",
  'a<>b',
  "position('@' in s) > 1",
  'extract(year from d) > 2000',
  'char_length(s) between 1 and 9',
  'nullif(a, 0) is null',
  '(a = b) = bo',
];

const OWN_CONDITIONS: Readonly<Record<ExecutedAdapter, readonly string[]>> = {
  pgsql: [
    "s ~ '^[A-Z]+$'",
    "s !~* 'x'",
    "s ilike 'a%'",
    "a::text <> '1'",
    "cast(a as varchar) <> '5'",
    "s similar to 'a%'",
    'a = any(array[1,2])',
    'a is distinct from b',
    "s ~~ 'x'",
    "d + interval '1 day' > '2020-01-01'",
    "d at time zone 'UTC' > '2020-01-01'",
    'n::numeric(5,1) > 1',
    '(a, b) = (1, 2)',
    's COLLATE "C" > \'a\'',
    "date_trunc('day', d) = d",
    'greatest(a,b) > 1',
    's is not null is true',
    "s || 'x' <> 'yx'",
    'a & 1 = 0',
    "strpos(s, 'x') = 0",
    "s <> '\\''2'",
    "s <> E'\\\\''2'",
    "s <> E'it\\'s'",
    "s <> E'\\x41\\u0042\\n'",
    "s in ($$it's$$, $x$\\$x$)",
  ],
  mysql: [
    "s regexp '^a'",
    "s not regexp '^a'",
    'a <=> b',
    'if(a>1,b,2) > 0',
    'a && b',
    'a || b',
    '!bo',
    'a div 2 > 1',
    's = "dq"',
    'year(d) > 2000',
    "date(d) > '2020-01-01'",
    "concat(s,'x') <> 'y'",
    'ifnull(a,1) > 0',
    "cast(a as char) <> '5'",
    "s collate utf8mb4_bin = 'x'",
    "left(s,2)='ab'",
    "d > date '2020-01-01'",
    "d + interval 1 day > '2020-01-01'",
    "instr(s, 'x') = 0",
    'a xor b',
    "s <> 'a\\nb\\\\'",
    "s <> 'a\\%'",
    's <> "it\'s ""x"""',
  ],
  sqlite: ["s glob 'a*'", "s || 'x' <> 'yx'", 'a << 1 > 2', 'a is b', "s collate nocase = 'x'", "s <> '\\''2'"],
};

/** Two that mean different things. */
const UNLIKE: readonly (readonly [mine: string, its: string])[] = [
  ['a > 0 and (b > 0 or n > 0)', '(a > 0 and b > 0) or n > 0'],
  ['a - (b - 1) > 0', 'a - b - 1 > 0'],
  ['a / (b * 2) > 1', 'a / b * 2 > 1'],
  ['not (a > 1 and b > 1)', 'not a > 1 and b > 1'],
  ['not (a > 3 or b > 1)', 'not (a > 3 and b > 1)'],
  ['a * (b + 1) > 0', 'a * b + 1 > 0'],
  ["s <> 'A'", "s <> 'a'"],
  ["s <> 'a b'", "s <> 'a  b'"],
  ["s <> '(z)'", "s <> 'z'"],
  ["s <> 'a\\\\q'", "s <> 'a\\q'"],
  ["s <> 'c\\\\d'", "s <> 'c''d'"],
  ['coalesce(a, b) > 1', 'coalesce(b, a) > 1'],
  ['a between 1 and 5', 'a between 1 and 6'],
  ['a between 2 and 9', 'a between 9 and 2'],
  ['a in (1, 2)', 'a not in (1, 2) or a = 8'],
  ['a in (4, 5)', 'a in (4, 6)'],
  ['a > b', 'b > a'],
  ['a > 1', 'a >= 1'],
  ['bo or a > 1', 'not bo or a > 1'],
  ['a is null', 'a is not null'],
  ['case when a > 1 then b else n end > 0', 'case when a > 1 then n else b end > 0'],
  ['a > 1 and b > 2', 'a > 2 and b > 1'],
];

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

async function compiled(engine: Engine, conditions: readonly string[]): Promise<{ model: Database; sql: string }> {
  const columns = [
    '<column name="id" type="INTEGER" primaryKey="true"/>',
    ...['a', 'b'].map((name) => `<column name="${name}" type="INTEGER"/>`),
    '<column name="s" type="VARCHAR" size="30"/><column name="d" type="TIMESTAMP"/>',
    '<column name="n" type="DECIMAL" size="8" scale="2"/><column name="bo" type="BOOLEAN"/>',
  ];
  const checks = conditions.map((text, i) => `<check name="c${i}" expression="${escaped(text)}"/>`);
  const text = `<database name="app"><table name="t">${[...columns, ...checks].join('\n')}</table></database>`;
  const { database, sql, diagnostics } = compileSchema(text, await loadPlatform(adapterOf(engine)));
  if (database === undefined || sql === undefined) throw new Error(diagnostics[0]?.message);
  return { model: database, sql };
}

/** SQLite has no words for some of them. */
function conditionsOf(engine: Engine): readonly string[] {
  const adapter = adapterOf(engine);
  const all = [...CONDITIONS, ...OWN_CONDITIONS[adapter]];
  return adapter === 'sqlite' ? all.filter((text) => !/^(position|extract|mod|char_length)/.test(text)) : all;
}

describe.each(ENGINES)('expressions on %s', (engine) => {
  it.skipIf(missingEngine(engine) !== undefined)('are those of the schema, however they are printed', async () => {
    const { model, sql } = await compiled(engine, conditionsOf(engine));
    await inNewDatabase(engine, async (database) => {
      await runScript(database, sql);
      expect((await differencesFrom(database, model)).map(({ name, what }) => `${name}: ${what}`)).toEqual([]);
    });
  });

  it.skipIf(missingEngine(engine) !== undefined)('are others where they mean something else', async () => {
    const { model } = await compiled(
      engine,
      UNLIKE.map(([mine]) => mine),
    );
    const { sql } = await compiled(
      engine,
      UNLIKE.map(([, its]) => its),
    );
    await inNewDatabase(engine, async (database) => {
      await runScript(database, sql);
      const found = await differencesFrom(database, model);
      expect(new Set(found.map(({ kind, status, name }) => `${kind} ${status} ${name}`))).toEqual(
        new Set(UNLIKE.map((_, i) => `check different c${i}`)),
      );
    });
  });
});
