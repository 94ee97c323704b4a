import type { Column, Table } from '../model/model.js';

/** How an INSERT tells which key the database gave the row. */
export type GeneratedKey =
  /** It is the one row and column of the statement's result: ` OUTPUT …` before VALUES, or ` RETURNING …` at the end. */
  | { readonly kind: 'result'; readonly output: string; readonly returning: string }
  /** The driver knows it afterwards without asking the server. */
  | { readonly kind: 'last-insert-id' }
  /** It is drawn by this query before the INSERT, and inserted like any other value. */
  | { readonly kind: 'query'; readonly sql: string };

/** How a vendor writes the statements of generated classes: what `plan/` has to know and nothing else. */
export interface StatementDialect {
  identifier(name: string): string;
  tableName(table: Table): string;
  generatedKey(table: Table, column: Column): GeneratedKey;
  /** An INSERT of a row with nothing but defaults; `output` comes from `generatedKey`. */
  insertDefaults(table: Table, output: string): string;
}

/** The form most vendors share. */
export function standardDialect(
  identifier: (name: string) => string,
  parts: Pick<StatementDialect, 'generatedKey'> & Partial<StatementDialect>,
): StatementDialect {
  const tableName = (table: Table): string =>
    table.schema === undefined ? identifier(table.name) : `${identifier(table.schema)}.${identifier(table.name)}`;
  return {
    identifier,
    tableName,
    insertDefaults: (table, output) => `INSERT INTO ${(parts.tableName ?? tableName)(table)}${output} DEFAULT VALUES`,
    ...parts,
  };
}
