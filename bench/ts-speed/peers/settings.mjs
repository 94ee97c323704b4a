// The settings of a connection as libraries take them.

import { createRequire } from 'node:module';

/** A driver: the copy that the bare side works with. */
export const driverOf = createRequire(new URL('../../../packages/runtime-ts/package.json', import.meta.url));

export function serverOf({ dsn, user, password }) {
  const [, host, port, database] = /host=(.*);port=(.*);dbname=(.*)/.exec(dsn);
  return { host, port: Number(port), database, user, password };
}

export const fileOf = ({ dsn }) => dsn.replace('sqlite:', '');

/** A date as SQLite stores it here. */
export const textOf = (date) => date.toISOString().slice(0, 19).replace('T', ' ');
