import { standardStatements } from '../../src/platforms/alter-statements.js';
import type { DdlPrinter } from '../../src/platforms/ddl-printer.js';
import { alter as mssqlAlter } from '../../src/platforms/mssql/alter.js';
import { MssqlDdl } from '../../src/platforms/mssql/ddl.js';
import { identifier } from '../../src/platforms/mssql/quoting.js';
import { dialect as mssqlDialect } from '../../src/platforms/mssql/script.js';
import type { Operation } from '../../src/platforms/operation.js';
import { alter as oracleAlter } from '../../src/platforms/oracle/alter.js';
import { OracleDdl } from '../../src/platforms/oracle/ddl.js';
import { dialect as oracleDialect } from '../../src/platforms/oracle/script.js';
import { splitScript } from '../../src/platforms/sql-script.js';
import type { ScriptDialect } from '../../src/platforms/sql-tokens.js';
import { planForH2, runInH2 } from '../support/h2.js';
import {
  MSSQL_ALTER_RULES,
  MSSQL_RULES,
  ORACLE_ALTER_RULES,
  ORACLE_RULES,
  quoteOddNames,
  withoutBatch,
} from '../support/h2-rules.js';

/** A vendor as H2 plays it. */
export interface H2Vendor {
  /** A script that makes a database, after everything else has gone. */
  readonly make: (script: string) => readonly string[];
  /** What an operation is for H2. */
  readonly change: (operation: Operation) => readonly string[];
  readonly run: (statements: readonly string[]) => string;
}

const toMssql = (statements: readonly string[]): readonly string[] =>
  planForH2(
    statements.map((text) => quoteOddNames(withoutBatch(`${text.replace(/;$/, '')};`))),
    [...MSSQL_ALTER_RULES, ...MSSQL_RULES],
  ).executed;

/** H2 has no procedure for names, and a default without one. */
function mssqlChange(operation: Operation): readonly string[] {
  switch (operation.do) {
    case 'rename column':
      return toMssql(renamed(operation, new MssqlDdl()));
    case 'rename table':
    case 'rename part':
      return toMssql(standardStatements(operation, new MssqlDdl()));
    case 'drop column':
      return toMssql(withoutDefaultName(operation.column.defaultName, operation.column.name, mssqlAlter(operation)));
    case 'alter column':
      return toMssql(withoutDefaultName(operation.before.defaultName, operation.after.name, mssqlAlter(operation)));
    default:
      return toMssql(mssqlAlter(operation));
  }
}

/** The keys that H2 shows have the old name until it makes the table anew, as it does for another column. */
function renamed(operation: Extract<Operation, { do: 'rename column' }>, printer: DdlPrinter): string[] {
  const [table, column] = [`ALTER TABLE ${printer.name(operation.table)}`, printer.identifier('orm_again')];
  return [...standardStatements(operation, printer), `${table} ADD ${column} INT`, `${table} DROP COLUMN ${column}`];
}

const withoutDefaultName = (name: string | undefined, column: string, statements: readonly string[]): string[] =>
  statements.map((statement) =>
    name !== undefined && statement.endsWith(` DROP CONSTRAINT ${identifier(name)}`)
      ? statement.replace(/ DROP CONSTRAINT .*$/s, () => ` ALTER COLUMN ${identifier(column)} DROP DEFAULT`)
      : statement,
  );

const MODIFY =
  /^(ALTER TABLE .+?) MODIFY \(("(?:[^"]|"")+")(?: (?!DEFAULT |NOT NULL|NULL)(.+?))?(?: (DEFAULT .+?))?(?: (NOT NULL|NULL))?\)$/s;

/** H2 would forget what MODIFY does not say of a column. */
function withoutModify(statement: string): string[] {
  const [, table = '', column = '', type, value, required] = MODIFY.exec(statement) ?? [];
  if (column === '') return [statement];
  return [
    ...(type === undefined ? [] : [`SET DATA TYPE ${type}`]),
    ...(value === undefined ? [] : [`SET ${value}`]),
    ...(required === undefined ? [] : [required === 'NULL' ? 'DROP NOT NULL' : 'SET NOT NULL']),
  ].map((clause) => `${table} ALTER COLUMN ${column} ${clause}`);
}

const toOracle = (statements: readonly string[]): readonly string[] =>
  planForH2(statements.flatMap(withoutModify), [...ORACLE_RULES, ...ORACLE_ALTER_RULES]).executed;

function oracleChange(operation: Operation): readonly string[] {
  switch (operation.do) {
    case 'rename column':
      return toOracle(renamed(operation, new OracleDdl()));
    // The index of a key has a name of its own in H2.
    case 'rename part':
      return toOracle(standardStatements(operation, new OracleDdl()));
    default:
      return toOracle(oracleAlter(operation));
  }
}

const statementsOf = (script: string, dialect: ScriptDialect): string[] =>
  splitScript(script, dialect).statements.map(({ text }) => text);

export const H2_VENDORS: Readonly<Record<'mssql' | 'oracle', H2Vendor>> = {
  mssql: {
    make: (script) => ['DROP ALL OBJECTS', ...toMssql(statementsOf(script, mssqlDialect))],
    change: mssqlChange,
    run: (statements) => runInH2('MSSQLServer', statements),
  },
  oracle: {
    make: (script) => [
      'DROP ALL OBJECTS',
      'CREATE DOMAIN "SDO_GEOMETRY" AS GEOMETRY',
      'CREATE ALIAS TO_NUMBER FOR "java.lang.Double.parseDouble(java.lang.String)"',
      'CREATE ALIAS TO_CLOB FOR "java.lang.String.valueOf(java.lang.Object)"',
      ...toOracle(statementsOf(script, oracleDialect)),
    ],
    change: oracleChange,
    run: (statements) => runInH2('Oracle', statements),
  },
};

const schemaOf = (alias: string): string => `${alias}.TABLE_SCHEMA <> 'INFORMATION_SCHEMA'`;

/** Everything of a database that H2 tells, with a line that begins it. The order of columns is left out. */
const CATALOG: readonly string[] = [
  "SELECT 'catalog'",
  `SELECT 'column', TABLE_NAME, COLUMN_NAME, DATA_TYPE, CHARACTER_MAXIMUM_LENGTH, NUMERIC_PRECISION, NUMERIC_SCALE,
    DATETIME_PRECISION, IS_NULLABLE, IS_IDENTITY, NULLIF(COLUMN_DEFAULT, 'NULL'), GENERATION_EXPRESSION, REMARKS
    FROM INFORMATION_SCHEMA.COLUMNS c WHERE ${schemaOf('c')} ORDER BY 2, 3`,
  `SELECT 'constraint', TABLE_NAME, CONSTRAINT_NAME, CONSTRAINT_TYPE
    FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS c WHERE ${schemaOf('c')} ORDER BY 2, 3`,
  `SELECT 'key', TABLE_NAME, CONSTRAINT_NAME, ORDINAL_POSITION, COLUMN_NAME
    FROM INFORMATION_SCHEMA.KEY_COLUMN_USAGE c WHERE ${schemaOf('c')} ORDER BY 2, 3, 4`,
  `SELECT 'foreign key', CONSTRAINT_NAME, UNIQUE_CONSTRAINT_NAME, UPDATE_RULE, DELETE_RULE
    FROM INFORMATION_SCHEMA.REFERENTIAL_CONSTRAINTS ORDER BY 2, 3`,
  "SELECT 'check', CONSTRAINT_NAME, CHECK_CLAUSE FROM INFORMATION_SCHEMA.CHECK_CONSTRAINTS ORDER BY 2, 3",
  `SELECT 'index', i.TABLE_NAME, i.INDEX_NAME, i.INDEX_TYPE_NAME, p.ORDINAL_POSITION, p.COLUMN_NAME, p.ORDERING_SPECIFICATION
    FROM INFORMATION_SCHEMA.INDEXES i JOIN INFORMATION_SCHEMA.INDEX_COLUMNS p
      ON p.INDEX_SCHEMA = i.INDEX_SCHEMA AND p.INDEX_NAME = i.INDEX_NAME
    WHERE ${schemaOf('i')} AND NOT i.IS_GENERATED ORDER BY 2, 3, 5`,
  `SELECT 'sequence', SEQUENCE_NAME FROM INFORMATION_SCHEMA.SEQUENCES ORDER BY 2`,
  `SELECT 'view', TABLE_NAME, VIEW_DEFINITION FROM INFORMATION_SCHEMA.VIEWS v WHERE ${schemaOf('v')} ORDER BY 2`,
];

/** The catalog after each of some groups of statements. */
export function catalogsAfter(vendor: H2Vendor, groups: readonly (readonly string[])[]): readonly string[] {
  const printed = vendor.run(groups.flatMap((group) => [...group, ...CATALOG]));
  const lines = printed.split('\n').filter((line) => line.startsWith('--> '));
  return lines
    .join('\n')
    .split('--> catalog')
    .slice(1)
    .map((catalog) => catalog.trim());
}
