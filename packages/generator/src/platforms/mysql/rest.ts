import type { ItemSql } from '../catalog.js';
import type { ItemScript } from '../introspection.js';
import { identifier, text } from './quoting.js';
import type { ShownStatement } from './show-create.js';

/** What the statements of a routine end with in a file: it holds semicolons. */
const DELIMITER = ';;';

export const script: ItemScript = {
  // The server's own statements, under no rule that could refuse them; routines, triggers and events under those that they were made under.
  prologue: ['SET @orm_sql_mode = @@SESSION.sql_mode', "SET SESSION sql_mode = ''"],
  epilogue: ['SET SESSION sql_mode = @orm_sql_mode'],
  terminate: (statement) =>
    statement.includes(';') ? `DELIMITER ${DELIMITER}\n${statement}${DELIMITER}\nDELIMITER ;` : `${statement};`,
  client: 'mysql <database> < …',
};

/** Sequences first, then details of tables, routines, on which views may stand, views, triggers and events. */
const RANKS = ['sequence', 'table', 'function', 'procedure', 'view', 'trigger', 'event'];
const RANK = 1e6;

export const orderOf = (kind: string, place: number): number => RANKS.indexOf(kind) * RANK + place;

/** A name that the server quoted, or a user such as `root`@`localhost`. */
const DEFINER = /\sDEFINER\s?=\s?(?:`(?:[^`]|``)*`@`(?:[^`]|``)*`|\w+(?:@\w+)?)/i;

/**
 * How something is made. Whoever runs the file becomes its definer: the one it has here may not exist elsewhere, and naming
 * another needs a right of its own. A sequence holds a number: it is made where it is missing.
 */
export function itemSql(
  kind: string,
  name: string,
  shown: ShownStatement | undefined,
  place: number,
): ItemSql | undefined {
  if (shown === undefined) return undefined;
  const order = orderOf(kind, place);
  if (kind === 'sequence') {
    const create = [
      shown.sql.replace(/^CREATE SEQUENCE /i, 'CREATE SEQUENCE IF NOT EXISTS ').replace(/ ENGINE=\w+$/i, ''),
    ];
    return { create, drop: [], isBefore: false, order };
  }
  const mode = shown.sqlMode === undefined ? [] : [`SET SESSION sql_mode = ${text(shown.sqlMode)}`];
  const head = shown.sql.slice(0, 400);
  return {
    create: [...mode, head.replace(DEFINER, '') + shown.sql.slice(400)],
    drop: [`DROP ${kind.toUpperCase()} IF EXISTS ${name.split('\0').map(identifier).join('.')}`],
    isBefore: false,
    order,
  };
}
