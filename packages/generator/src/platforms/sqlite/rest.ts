import type { ItemSql } from '../catalog.js';
import type { ItemScript } from '../introspection.js';
import type { MasterRow } from './pragmas.js';
import { identifier } from './quoting.js';

/** More than there are statements in a database. */
const VIRTUAL = 1e9;

/** The text that SQLite keeps of a statement is the statement. A virtual table holds rows: it is made where it is missing. */
export function itemSql({ type, name, sql, order }: MasterRow): ItemSql {
  const isVirtual = type === 'table';
  return {
    create: [isVirtual ? sql.replace(/^(\s*create\s+virtual\s+table)\b(?!\s+if\s+not\s)/i, '$1 IF NOT EXISTS') : sql],
    drop: isVirtual ? [] : [`DROP ${type.toUpperCase()} IF EXISTS ${identifier(name)}`],
    isBefore: false,
    // Running the script again leaves it where it is, and moves everything else behind it.
    order: isVirtual ? order - VIRTUAL : order,
  };
}

export const script: ItemScript = {
  prologue: [],
  epilogue: [],
  // A comment at the end would hide the semicolon.
  terminate: (statement) => `${statement}${/--[^\n]*$/.test(statement) ? '\n' : ''};`,
  client: 'sqlite3 <file> < …',
};
