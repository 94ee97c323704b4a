import type { ItemSql } from '../catalog.js';
import type { ItemScript } from '../introspection.js';
import type { Place } from './catalog/places.js';
import { identifier } from './quoting.js';

export const script: ItemScript = {
  // Bodies name what is made further down.
  prologue: ['SET check_function_bodies = off'],
  epilogue: ['RESET check_function_bodies'],
  terminate: (statement) => `${statement};`,
  client: 'psql -v ON_ERROR_STOP=1 -f … <database>',
};

/**
 * Where what has no number of its own stands: schemas and extensions first, then sequences, partitions and what tables are
 * altered to. What needs functions of the database stands behind all objects.
 */
export const ORDER = {
  schema: -6e6,
  extension: -5e6,
  sequence: -4e6,
  partition: -3e6,
  namesOfPartition: -2.5e6,
  ofPartition: -2e6,
  column: -1.5e6,
  table: -1e6,
  onObjects: 5e5,
  grant: 1e6,
} as const;

/** A change of a table that can be made again and again. */
export const alteration = (
  create: readonly string[],
  drop: readonly string[] = [],
  order: number = ORDER.table,
): ItemSql => ({ create, drop, isBefore: false, order });

/**
 * What an object is made with. The tables stand on what is made before them: that is never dropped, but made where it is
 * missing, or replaced where the server can.
 */
export function objectSql(
  { isBefore, order }: Place,
  create: readonly string[],
  drop: readonly string[],
  schema?: string,
): ItemSql {
  const schemas = schema === undefined ? [] : [`CREATE SCHEMA IF NOT EXISTS ${identifier(schema)}`];
  if (!isBefore) return { create: [...schemas, ...create], drop, isBefore, order };
  return { create: [...schemas, ...repeatable(create)], drop: [], isBefore, order };
}

const REPEATABLE = /^(CREATE OR REPLACE|CREATE \w+ IF NOT EXISTS|COMMENT) /;

/** Statements that can run again; those that would fail are skipped when the object is there. */
function repeatable(create: readonly string[]): string[] {
  const once = create.filter((statement) => !REPEATABLE.test(statement));
  const again = create.filter((statement) => REPEATABLE.test(statement));
  return once.length === 0 ? again : [unlessThere(once), ...again];
}

function unlessThere(create: readonly string[]): string {
  const body = create.map((statement) => `  ${statement};\n`).join('');
  const caught = 'duplicate_object OR duplicate_table OR duplicate_function OR unique_violation';
  return block(`BEGIN\n${body}EXCEPTION WHEN ${caught} THEN NULL;\nEND`);
}

/** A block of PL/pgSQL as one statement. */
export function block(body: string): string {
  let tag = '$orm$';
  for (let i = 1; body.includes(tag); i++) tag = `$orm${i}$`;
  return `DO ${tag} ${body} ${tag}`;
}
