import { configure, type Orm, type OrmSettings } from '@ormgen/runtime';
import { mysql } from '@ormgen/runtime/mysql';
import { pgsql } from '@ormgen/runtime/pgsql';
import { sqlite } from '@ormgen/runtime/sqlite';

type Driver = OrmSettings['connections'][string];
type Session = Awaited<ReturnType<Driver['connect']>>;

export interface DatabaseSettings {
  readonly adapter: 'pgsql' | 'mysql' | 'sqlite';
  readonly dsn: string;
  readonly user?: string;
  readonly password?: string;
}

/** A statement as it was sent. */
export interface Sent {
  readonly sql: string;
  readonly values: readonly (string | number | bigint | boolean | Uint8Array | null)[];
}

/** The connections of the scenarios: two, each with a pool of its own, to one database. */
export interface Connections {
  readonly orm: Orm;
  /** What `work` sends on the first connection. */
  listen(work: () => Promise<void>): Promise<readonly Sent[]>;
  /** Does something right after the next statement that is sent on the first connection, which waits for it. */
  afterNextStatement(work: () => Promise<void>): void;
}

export function connect(settings: DatabaseSettings, poolSize: number): Connections {
  let interruption: (() => Promise<void>) | undefined;
  let sent: Sent[] = [];
  const follow = async (statements: readonly Sent[]): Promise<void> => {
    sent.push(...statements);
    const work = interruption;
    interruption = undefined;
    await work?.();
  };
  const orm = configure({
    version: 1,
    defaultConnection: 'conformance',
    connections: { conformance: followed(limited(driver(settings), poolSize), follow), second: driver(settings) },
  });
  return {
    orm,
    async listen(work) {
      const heard: Sent[] = [];
      sent = heard;
      await work();
      sent = [];
      return heard;
    },
    afterNextStatement(work) {
      interruption = work;
    },
  };
}

function driver({ adapter, ...settings }: DatabaseSettings): Driver {
  switch (adapter) {
    case 'pgsql':
      return pgsql(settings);
    case 'mysql':
      return mysql(settings);
    case 'sqlite':
      return sqlite(settings);
  }
}

/** A pool has no more connections than its driver allows. */
const limited = ({ vendor, writers, hasReaders, ...rest }: Driver, size: number): Driver => ({
  ...rest,
  vendor,
  hasReaders,
  writers: Math.min(writers, size),
});

type Follow = (statements: readonly Sent[]) => Promise<void>;

const followed = (opened: Driver, follow: Follow): Driver => ({
  ...opened,
  connect: async (access) => followedSession(await opened.connect(access), follow),
});

/** A session that tells what it has sent, and goes on when that was taken in. */
function followedSession(session: Session, follow: Follow): Session {
  return new Proxy(session, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        const result: unknown = Reflect.apply(value, target, args);
        const sent = statementsOf(name, args[0]);
        return sent === undefined ? result : Promise.resolve(result).finally(() => follow(sent));
      };
    },
  });
}

function statementsOf(method: string | symbol, given: unknown): readonly Sent[] | undefined {
  if (method === 'run') return [given as Sent];
  if (method === 'together') return given as readonly Sent[];
  return method === 'command' ? [{ sql: String(given), values: [] }] : undefined;
}
