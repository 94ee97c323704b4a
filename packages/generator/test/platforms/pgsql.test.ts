import { expect, it } from 'vitest';
import { PgsqlDdl } from '../../src/platforms/pgsql/ddl.js';
import { buildDatabase, type TableSpec } from '../support/model-builder.js';

const numbered = (name: string, more: Partial<TableSpec> = {}): TableSpec => ({
  name,
  columns: [{ name: 'id', type: 'INTEGER', primaryKey: true, autoIncrement: true }],
  ...more,
});

const sqlOf = (...specs: TableSpec[]): string => new PgsqlDdl().script(buildDatabase(specs, 'pgsql'));

it('makes a sequence that two tables share once', () => {
  const sql = sqlOf(numbered('a', { sequence: 'numbers' }), numbered('b', { sequence: 'numbers' }));
  expect(sql.match(/CREATE SEQUENCE "numbers"/g)).toHaveLength(1);
  expect(sql.match(/DROP SEQUENCE/g)).toHaveLength(1);
  expect(sql.match(/DEFAULT nextval\('"numbers"'\)/g)).toHaveLength(2);
});

it('takes sequences of one name in two schemas for two', () => {
  const sql = sqlOf(
    numbered('a', { sequence: 'numbers', schema: 'one' }),
    numbered('b', { sequence: 'numbers', schema: 'two' }),
  );
  expect(sql).toContain('CREATE SEQUENCE "one"."numbers";');
  expect(sql).toContain('CREATE SEQUENCE "two"."numbers";');
});

it('quotes a sequence inside the text that names it', () => {
  expect(sqlOf(numbered('a', { sequence: `it's "odd"` }))).toContain(`DEFAULT nextval('"it''s ""odd"""')`);
});
