import type { Row } from '../drivers/session.js';
import { identified } from '../model/identity.js';
import { knownRowClass, type RowClass, rowClass } from '../model/row-class.js';
import { identityOf } from '../model/row-identity.js';
import type { TableMap } from '../model/table-map.js';
import type { Connection } from '../transactions/connection.js';

/** Makes objects of rows; in a session or transaction those that are known there. */
export async function maker(table: TableMap, con: Connection): Promise<(row: Row) => object> {
  return makerBy(table, await rowClass(table), con);
}

/** The same without a promise, once the classes of the table are loaded. */
export function readyMaker(table: TableMap, con: Connection): ((row: Row) => object) | undefined {
  const classOf = knownRowClass(table);
  return classOf === undefined ? undefined : makerBy(table, classOf, con);
}

function makerBy(table: TableMap, classOf: RowClass, { identities }: Connection): (row: Row) => object {
  if (identities !== undefined) return (row) => identified(table, classOf(row), identities, row);
  return (row) => new (classOf(row))(row as never);
}

/** The same, without making new ones known: of a stream there may be more than memory holds. */
export async function passingMaker(table: TableMap, { identities }: Connection): Promise<(row: Row) => object> {
  const classOf = await rowClass(table);
  if (identities === undefined) return (row) => new (classOf(row))(row as never);
  return (row) => {
    const identity = identityOf(table, row);
    const isKnown = identity !== undefined && identities.get(table, identity) !== undefined;
    return isKnown ? identified(table, classOf(row), identities, row) : new (classOf(row))(row as never);
  };
}
