import { expect, test } from 'vitest';
import type { DatabaseConnection } from '../../src/platforms/connection.js';
import type { DropPlan } from '../../src/platforms/dependents.js';
import { dependents as mssql } from '../../src/platforms/mssql/dependents.js';
import { dialect as mssqlDialect } from '../../src/platforms/mssql/script.js';
import { dependents as oracle } from '../../src/platforms/oracle/dependents.js';
import { dialect as oracleDialect } from '../../src/platforms/oracle/script.js';
import { statementPurpose } from '../../src/platforms/sql-drops.js';
import { plsqlErrors } from '../support/plsql-grammar.js';
import { tsqlErrors } from '../support/tsql-grammar.js';

/** No server can be had: their questions are read by their grammars, and their answers made up. */
function answering(rows: readonly (readonly unknown[])[]): {
  connection: Pick<DatabaseConnection, 'query'>;
  asked: string[];
} {
  const asked: string[] = [];
  const query = (sql: string): Promise<readonly (readonly unknown[])[]> => {
    asked.push(sql);
    return Promise.resolve(rows);
  };
  return { connection: { query }, asked };
}

const plan = (sql: string, dialect: typeof mssqlDialect): DropPlan => ({
  drops: statementPurpose(sql, dialect).drops,
  creates: [],
});

test('SQL Server: foreign keys of other tables', async () => {
  const { connection, asked } = answering([['loan', 'loan_of']]);
  const found = await mssql(connection, plan("DROP TABLE [shop].[it's]", mssqlDialect));
  expect(found).toEqual([{ kind: 'foreign key', name: 'loan_of of loan', fate: 'goes' }]);
  expect(asked).toHaveLength(1);
  expect(asked.flatMap((sql) => tsqlErrors(`${sql};`))).toEqual([]);
  expect(asked[0]).toContain("OBJECT_ID(N'[shop].[it''s]', N'U')");
});

test('Oracle: foreign keys of other tables that CASCADE CONSTRAINTS takes', async () => {
  const { connection, asked } = answering([
    ['LOAN', 'LOAN_OF'],
    ['BOOK', 'OWN_KEY'],
  ]);
  const sql = `BEGIN EXECUTE IMMEDIATE 'DROP TABLE "BOOK" CASCADE CONSTRAINTS PURGE'; END;`;
  expect(await oracle(connection, plan(sql, oracleDialect))).toEqual([
    { kind: 'foreign key', name: 'LOAN_OF of LOAN', fate: 'goes' },
  ]);
  expect(asked.flatMap((question) => plsqlErrors(`${question};`))).toEqual([]);
  expect(await oracle(connection, plan('DROP TABLE book', oracleDialect))).toEqual([]);
  expect(asked).toHaveLength(1);
});
