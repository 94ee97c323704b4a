import { describe, expect, test } from 'vitest';
import { blockWith, codeBlocks } from '../../package/readme.js';
import { missingEngine } from '../../support/engines.js';
import { differencesFrom, inNewDatabase, readTurn, runScript, type Turn } from '../round-trip.js';

const SQL = `CREATE TABLE setting (
  id INT NOT NULL PRIMARY KEY,
  signed_flag TINYINT(1) NOT NULL DEFAULT 1,
  unsigned_flag TINYINT(1) UNSIGNED NOT NULL DEFAULT 1,
  free_flag TINYINT(1) UNSIGNED,
  rating TINYINT(1) UNSIGNED NOT NULL DEFAULT 3,
  small TINYINT(3) UNSIGNED NOT NULL DEFAULT 0
)`;

/** The columns of the schema, and what the servers have. */
const LINES = /^ {4}<column name="(?!id)(?:[^>]*\/>|.*?<\/column>)/gms;
const SHOWN = `SELECT COLUMN_NAME AS name, COLUMN_TYPE AS type, COLUMN_DEFAULT AS given FROM information_schema.COLUMNS
  WHERE TABLE_SCHEMA = DATABASE() ORDER BY ORDINAL_POSITION`;

/** The width of a number says nothing but in a boolean, and a schema does not keep it. */
function shown(rows: readonly Readonly<Record<string, unknown>>[], { reversed }: Turn): string[] {
  const columns = reversed.database.tables.flatMap((table) => table.columns);
  return rows.map(({ name, type, given }) => {
    const isBoolean = columns.some((each) => each.name === name && each.type === 'BOOLEAN');
    const plain = isBoolean || type === 'tinyint(1)' ? String(type) : String(type).replace(/\(\d+\)/, '');
    return `${String(name)} ${plain} ${String(given)}`;
  });
}

const column = (name: string, rest: string, unsigned: boolean): string =>
  unsigned
    ? `    <column name="${name}" ${rest}>
      <vendor type="mysql">
        <parameter name="Unsigned" value="true"/>
      </vendor>
    </column>`
    : `    <column name="${name}" ${rest}/>`;

const SIGNED = column('signed_flag', 'type="BOOLEAN" required="true" defaultValue="true"', false);
const OTHERS = [
  column('rating', 'type="TINYINT" required="true" defaultValue="3"', true),
  column('small', 'type="TINYINT" required="true" defaultValue="0"', true),
];
const NUMBERS = [
  column('unsigned_flag', 'type="TINYINT" required="true" defaultValue="1"', true),
  column('free_flag', 'type="TINYINT"', true),
];
const FLAGS = [
  column('unsigned_flag', 'type="BOOLEAN" required="true" defaultValue="true"', true),
  column('free_flag', 'type="BOOLEAN"', true),
];

const CASES = [
  ['mariadb', undefined, [SIGNED, ...NUMBERS, ...OTHERS]],
  ['mariadb', 'boolean', [SIGNED, ...FLAGS, ...OTHERS]],
  [
    'mariadb',
    'integer',
    [
      column('signed_flag', 'type="TINYINT" required="true" defaultValue="1" sqlType="tinyint(1)"', false),
      ...NUMBERS,
      ...OTHERS,
    ],
  ],
  ['mysql9', undefined, [SIGNED, ...NUMBERS, ...OTHERS]],
  ['mysql9', 'boolean', [SIGNED, ...NUMBERS, ...OTHERS]],
] as const;

describe.each(CASES)('tinyint(1) on %s, read as %s', (engine, tinyint1, columns) => {
  test.skipIf(missingEngine(engine) !== undefined)('is made again as it was', async () => {
    const first = await inNewDatabase(engine, async (database) => {
      await runScript(database, SQL);
      const turn = await readTurn(database, { tinyint1 });
      expect(turn.xml.match(LINES)).toEqual(columns);
      expect(await differencesFrom(database, turn.reversed.database)).toEqual([]);
      // This server has forgotten which of them had the width.
      const notes = turn.reversed.findings.map(({ kind, name, lost }) => `${kind} ${name} ${String(lost)}`);
      const isForgotten = engine === 'mysql9' && tinyint1 === 'boolean';
      expect(notes).toEqual(
        isForgotten ? ['unsigned_flag', 'free_flag', 'rating', 'small'].map((name) => `type ${name} false`) : [],
      );
      return { ...turn, shown: shown(await database.query(SHOWN), turn) };
    });
    await inNewDatabase(engine, async (database) => {
      await runScript(database, first.sql);
      const again = await readTurn(database, { tinyint1 });
      expect(again.xml).toBe(first.xml);
      expect(shown(await database.query(SHOWN), again)).toEqual(first.shown);
    });
  });
});

test.skipIf(missingEngine('mariadb') !== undefined)('docs/existing-database.md shows it as it is', async () => {
  const blocks = codeBlocks('docs/existing-database.md');
  await inNewDatabase('mariadb', async (database) => {
    await runScript(database, blockWith(blocks, 'sql', 'CREATE TABLE setting'));
    const { xml } = await readTurn(database, { tinyint1: 'boolean' });
    expect(xml).toContain(blockWith(blocks, 'xml', '<table name="setting">'));
  });
});
