import { describe, expect, it } from 'vitest';
import type { Column } from '../../src/model/model.js';
import { DEFAULT_PLATFORM_OPTIONS } from '../../src/platforms/platform.js';
import { platform } from '../../src/platforms/sqlite/index.js';
import { buildDatabase, type ColumnSpec, ORIGIN } from '../support/model-builder.js';

const ID: ColumnSpec = { name: 'id', type: 'BIGINT', primaryKey: true, autoIncrement: true };

const sqlOf = (column: ColumnSpec, description?: string): string =>
  platform.ddl(
    buildDatabase([{ name: 't', columns: [ID, column], ...(description === undefined ? {} : { description }) }]),
    DEFAULT_PLATFORM_OPTIONS,
  );

describe('SQLite', () => {
  it('keeps descriptions in the statement that its catalog holds, each on one line', () => {
    const sql = sqlOf({ name: 'c', type: 'INTEGER', description: 'a\nb; -- c' }, "it's\r\n\ttwo lines");
    expect(sql).toContain(`CREATE TABLE "t" ( -- it's two lines\n`);
    expect(sql).toContain('  -- a b; -- c\n  "c" INTEGER\n');
  });

  it('numbers rows by an INTEGER, whatever the type', () => {
    expect(sqlOf({ name: 'c', type: 'INTEGER' })).toContain('"id" INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL');
  });

  it('puts a default expression into parentheses, but not the words that need none', () => {
    expect(sqlOf({ name: 'c', type: 'INTEGER', expression: '(1) + (2)' })).toContain('DEFAULT ((1) + (2))');
    expect(sqlOf({ name: 'c', type: 'TIMESTAMP', expression: 'current_timestamp' })).toContain(
      'DEFAULT current_timestamp',
    );
  });

  it('keeps decimals of more than 15 digits as text, in the one spelling of their scale', () => {
    expect(sqlOf({ name: 'c', type: 'DECIMAL', size: 15, scale: 2, value: '1.5' })).toContain(
      '"c" DECIMAL(15, 2) DEFAULT 1.5',
    );
    expect(sqlOf({ name: 'c', type: 'DECIMAL', size: 16, scale: 2, value: '01.5' })).toContain(
      `"c" TEXT DEFAULT '1.50'`,
    );
    expect(sqlOf({ name: 'c', type: 'NUMERIC', size: 20, value: '-0' })).toContain(`"c" TEXT DEFAULT '0'`);
    expect(sqlOf({ name: 'c', type: 'NUMERIC', size: 20, sqlType: 'NUMERIC', value: '1' })).toContain(
      '"c" NUMERIC DEFAULT 1',
    );
  });

  it('writes the time of a default in one spelling, since texts are compared', () => {
    expect(sqlOf({ name: 'c', type: 'TIMESTAMP', value: '2024-12-31 23:59:59.500' })).toContain(
      `DEFAULT '2024-12-31 23:59:59.5'`,
    );
    expect(sqlOf({ name: 'c', type: 'TIME', value: '23:59:50' })).toContain(`DEFAULT '23:59:50'`);
  });

  it('follows its vendor parameters', () => {
    const parameters = (values: Readonly<Record<string, string>>): Column['vendor'] =>
      new Map([
        [
          'sqlite',
          new Map(Object.entries(values).map(([name, value]) => [name.toLowerCase(), { name, value, origin: ORIGIN }])),
        ],
      ]);
    const sql = platform.ddl(
      buildDatabase(
        [
          { name: 'numbered', columns: [ID], vendor: { autoIncrement: 'false' } },
          {
            name: 'word',
            columns: [
              { name: 'text', type: 'LONGVARCHAR', primaryKey: true, vendor: parameters({ collate: 'NOCASE' }) },
            ],
            vendor: { strict: 'true', withoutRowid: 'true' },
          },
        ],
        'sqlite',
      ),
      DEFAULT_PLATFORM_OPTIONS,
    );
    expect(sql).toContain('CREATE TABLE "numbered" (\n  "id" INTEGER PRIMARY KEY NOT NULL\n);');
    expect(sql).toContain('"text" TEXT NOT NULL COLLATE "NOCASE",');
    expect(sql).toContain(') STRICT, WITHOUT ROWID;');
  });

  it('keeps an ENUM to its labels, whatever its type is called', () => {
    const column: ColumnSpec = { name: 'c', type: 'ENUM', valueSet: ['a', 'b'], sqlType: 'TEXT' };
    expect(sqlOf(column)).toContain(`CHECK ("c" IN ('a', 'b'))`);
  });
});
