import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { configure, type Orm } from '../../src/config/configure.js';
import { sqlite } from '../../src/drivers/index.js';
import type { Driver } from '../../src/drivers/session.js';
import { ConnectionError } from '../../src/errors/orm-error.js';
import { freshDatabase } from '../support/engines.js';
import { failure, sql } from '../support/statements.js';

/** A database with an empty table, and what removes it. */
interface Place {
  readonly driver: () => Driver;
  drop(): Promise<void>;
}

const PLACES: Readonly<Record<string, () => Promise<Place>>> = {
  sqlite: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'orm-close-'));
    const driver = (): Driver => sqlite({ path: join(folder, 'a.db') });
    return { driver, drop: () => rm(folder, { recursive: true, force: true }) };
  },
  pgsql15: async () => {
    const database = await freshDatabase('pgsql15');
    return { driver: () => database.driver(), drop: () => database.drop() };
  },
};

const LEFT =
  /^orm\.close\(\) has closed a connection that was still in use by "shop"; open transactions were rolled back\./;

describe.each(Object.keys(PLACES))('orm.close() on %s', (name) => {
  let place: Place | undefined;
  let orm: Orm;

  const configured = (): Orm => {
    if (place === undefined) throw new Error('made before');
    return configure({ version: 1, defaultConnection: 'shop', connections: { shop: place.driver() } });
  };

  const count = async (): Promise<number> => {
    const reader = configured();
    const { rows } = await reader.connection().run(sql('SELECT COUNT(*) FROM note'));
    await reader.close();
    return Number(rows[0]?.[0]);
  };

  beforeAll(async () => {
    place = await PLACES[name]?.();
    const first = configured();
    await first.connection().run(sql('CREATE TABLE note (id INTEGER)'));
    await first.close();
  });

  beforeEach(() => {
    orm = configured();
  });

  afterAll(() => place?.drop());

  test('waits for a transaction that is under way', async () => {
    let begun = (): void => undefined;
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const work = orm.connection().transaction(async (con) => {
      await con.run(sql('INSERT INTO note VALUES (1)'));
      begun();
      await setTimeout(50);
    });
    await hasBegun;
    await orm.close();
    await work;
    expect(await count()).toBe(1);
    const again = configured();
    await again.connection().run(sql('DELETE FROM note'));
    await again.close();
  });

  test('closes and rolls back a transaction that nobody ends, and says so', async () => {
    const open = await orm.connection().begin();
    await open.run(sql('INSERT INTO note VALUES (2)'));
    const error = await failure(orm.close({ timeout: 0.05 }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error.message).toMatch(LEFT);
    expect(await failure(open.run(sql('SELECT 1')))).toBeInstanceOf(Error);
    await open.rollback().catch(() => undefined);
    expect(await count()).toBe(0);
  });

  test('closes what a loop has left open that was advanced by hand', async () => {
    await orm.connection().run(sql('INSERT INTO note VALUES (1), (2), (3)'));
    const rows = orm.connection().stream(sql('SELECT id FROM note'), 1)[Symbol.asyncIterator]();
    expect((await rows.next()).done).toBe(false);
    expect((await failure(orm.close({ timeout: 0.05 }))).message).toMatch(LEFT);
    const again = configured();
    await again.connection().run(sql('DELETE FROM note'));
    await again.close();
  });

  test('may be called twice at a time', async () => {
    const open = await orm.connection().begin();
    await open.run(sql('SELECT 1'));
    const results = await Promise.allSettled([orm.close({ timeout: 0.05 }), orm.close({ timeout: 5 })]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
});
