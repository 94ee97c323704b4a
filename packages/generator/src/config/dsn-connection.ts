import { failure } from '../diagnostics/diagnostic.js';
import type { Adapter } from '../model/adapter.js';
import type { Connection } from './config.js';
import { DSN_DRIVERS } from './dsn-parameters.js';
import { driverOfUrl } from './dsn-url.js';
import { literal, type Template } from './template.js';
import { isLoginProblem, withoutUrl } from './url-login.js';
import { UTF8 } from './utf8.js';

/** A connection that no configuration has. */
export interface DsnConnection {
  readonly dsn: string;
  readonly name: string;
  /** Files that the DSN names are relative to it. */
  readonly root: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
}

/** The vendor that a DSN is for, or nothing when it is no DSN. */
export function adapterOfDsn(text: string): Adapter | undefined {
  const driver = driverOfUrl(text) ?? /^([a-z]+):/.exec(text)?.[1] ?? '';
  return Object.hasOwn(DSN_DRIVERS, driver) ? DSN_DRIVERS[driver]?.adapter : undefined;
}

/** A connection made of a DSN, with the defaults that one of the configuration has. */
export function connectionOfDsn({ dsn, name, root, user, password }: DsnConnection): Connection {
  const adapter = adapterOfDsn(dsn);
  if (adapter === undefined) {
    throw failure({
      code: 'config/dsn-driver',
      message: 'a DSN starts with the name of its driver and a colon',
      help: `for example ${Object.values(DSN_DRIVERS)[0]?.example ?? ''}`,
    });
  }
  const login = withoutUrl({ dsn, user, password }, name);
  if (isLoginProblem(login)) throw failure(login);
  return plainConnection({
    name,
    root,
    adapter,
    dsn: literal(login.dsn),
    user: login.user === undefined ? undefined : literal(login.user),
    password: login.password === undefined ? undefined : literal(login.password),
  });
}

/** Where a connection goes, and as whom. */
export interface ConnectionPlace {
  readonly name: string;
  readonly root: string;
  readonly adapter: Adapter;
  readonly dsn: Template | undefined;
  readonly user: Template | undefined;
  readonly password: Template | undefined;
  readonly attributes?: Connection['attributes'];
}

/** A connection with the defaults that one of a configuration has. */
export function plainConnection({ attributes = new Map(), ...place }: ConnectionPlace): Connection {
  const { charset, query } = UTF8[place.adapter];
  return {
    ...place,
    classname: '',
    options: new Map(),
    attributes,
    settings: {
      charset: literal(charset),
      charsetGiven: false,
      queries: new Map(query === undefined ? [] : [['utf8', literal(query)]]),
      statementCache: true,
      instancePool: true,
      queryLog: false,
      slowQuery: undefined,
      primaryAfterWrite: undefined,
    },
    pool: { max: undefined, idleTimeout: undefined, acquireTimeout: undefined },
    protected: false,
    replicas: [],
    span: undefined,
  };
}
