import type { Reporter } from '../diagnostics/diagnostic.js';
import { printable } from '../diagnostics/printable.js';
import type { Span } from '../diagnostics/source.js';
import { suggestion } from '../diagnostics/suggest.js';
import { ADAPTERS, type Adapter } from '../model/adapter.js';
import type { Connection, Replica } from './config.js';
import { parseDsn } from './dsn.js';
import { quotedValue } from './likely-secrets.js';
import { checkMysqlTls } from './mysql-tls.js';
import { PDO_CONSTANTS } from './pdo.js';
import { literal, literalText, type Template } from './template.js';
import { isLoginProblem, type LoginTemplates, templatesWithoutUrl } from './url-login.js';
import { UTF8 } from './utf8.js';
import type { Values } from './values.js';

const GROUP = 'database.connections';

/** The connections of a configuration, checked one by one. `whole` is the place to report when there are none. */
export function buildConnections(
  values: Values,
  root: string,
  whole: Span,
  reporter: Reporter,
): ReadonlyMap<string, Connection> {
  const names = values.names(GROUP);
  // Another mistake, such as a misspelled group, is the likely reason where there is one.
  if (names.size === 0 && !reporter.hasErrors) {
    reporter.error({
      code: 'config/no-connection',
      message: 'the configuration defines no connection',
      span: whole,
      help: `add one under database.connections, with its adapter (${ADAPTERS.join(', ')})`,
    });
  }
  const connections = new Map<string, Connection>();
  for (const [name, span] of names) {
    checkName(name, span, reporter);
    const connection = buildConnection(name, root, span, values, reporter);
    if (connection !== undefined) connections.set(name, connection);
  }
  return connections;
}

function checkName(name: string, span: Span, reporter: Reporter): void {
  if (/^[^\s.%/\\\p{C}]{1,64}$/u.test(name)) return;
  reporter.error({
    code: 'config/connection-name',
    message: `${quotedValue(name)} cannot be the name of a connection`,
    span,
    help: 'a name has no dots, spaces, slashes or percent signs, and at most 64 characters',
  });
}

function buildConnection(
  name: string,
  root: string,
  span: Span,
  values: Values,
  reporter: Reporter,
): Connection | undefined {
  const path = `${GROUP}.${name}`;
  const adapter = ADAPTERS.find((known) => known === values.optionalText(`${path}.adapter`));
  if (adapter === undefined) return undefined;
  for (const group of ['options', 'attributes']) checkConstants(`${path}.${group}`, values, reporter);
  const [options, attributes] = [values.settings(`${path}.options`), values.settings(`${path}.attributes`)];
  if (adapter === 'mysql') checkMysqlTls([...options, ...attributes], span, 'error', reporter);
  const login = readLogin(
    {
      dsn: values.template(`${path}.dsn`),
      user: values.template(`${path}.user`),
      password: values.template(`${path}.password`),
    },
    { adapter, name },
    reporter,
  );
  const charset = values.template(`${path}.settings.charset`);
  return {
    name,
    root,
    adapter,
    classname: values.text(`${path}.classname`),
    ...login,
    options,
    attributes,
    settings: {
      charset: charset ?? literal(UTF8[adapter].charset),
      charsetGiven: charset !== undefined,
      queries: buildQueries(path, adapter, values),
      statementCache: values.boolean(`${path}.settings.statementCache`),
      instancePool: values.boolean(`${path}.settings.instancePool`),
      queryLog: values.boolean(`${path}.settings.queryLog`),
      slowQuery: values.optionalNumber(`${path}.settings.slowQuery`),
      primaryAfterWrite: values.optionalNumber(`${path}.settings.primaryAfterWrite`),
    },
    pool: {
      max: values.optionalNumber(`${path}.pool.max`),
      idleTimeout: values.optionalNumber(`${path}.pool.idleTimeout`),
      acquireTimeout: values.optionalNumber(`${path}.pool.acquireTimeout`),
    },
    protected: values.boolean(`${path}.protected`),
    replicas: buildReplicas(path, { adapter, name, login }, values, reporter),
    span,
  };
}

/** The default statement first, unless the file gives `utf8` itself; an empty text switches a statement off. */
function buildQueries(path: string, adapter: Adapter, values: Values): ReadonlyMap<string, Template> {
  const queries = new Map<string, Template>();
  const { query } = UTF8[adapter];
  if (query !== undefined) queries.set('utf8', literal(query));
  for (const name of values.names(`${path}.settings.queries`).keys()) {
    const given = values.template(`${path}.settings.queries.${name}`);
    if (given === undefined || literalText(given)?.trim() === '') queries.delete(name);
    else queries.set(name, given);
  }
  return queries;
}

function buildReplicas(
  path: string,
  primary: NamedAdapter & { readonly login: LoginTemplates },
  values: Values,
  reporter: Reporter,
): readonly Replica[] {
  const lists = ['replicas', 'slaves'].filter((list) => values.template(`${path}.${list}.0.dsn`) !== undefined);
  const [list, second] = lists;
  if (list === undefined) return [];
  if (second !== undefined) {
    reporter.error({
      code: 'config/duplicate-key',
      message: `${printable(path)} has both replicas and slaves`,
      span: values.span(`${path}.${second}.0.dsn`),
      help: 'slaves is the name Propel has for replicas: keep one of the two',
    });
  }
  const replicas: Replica[] = [];
  for (let i = 0; ; i++) {
    const dsn = values.template(`${path}.${list}.${i}.dsn`);
    if (dsn === undefined) return replicas;
    const own = readLogin(
      {
        dsn,
        user: values.template(`${path}.${list}.${i}.user`),
        password: values.template(`${path}.${list}.${i}.password`),
      },
      primary,
      reporter,
    );
    replicas.push({
      dsn: own.dsn ?? dsn,
      user: own.user ?? primary.login.user,
      password: own.password ?? primary.login.password,
    });
  }
}

interface NamedAdapter {
  readonly adapter: Adapter;
  readonly name: string;
}

/**
 * The DSN and login of a connection, a URL taken apart. A DSN without lookups is checked at once, so that a mistake shows before
 * anything tries to connect.
 */
function readLogin(given: LoginTemplates, { adapter, name }: NamedAdapter, reporter: Reporter): LoginTemplates {
  const span = given.dsn?.span;
  const login = templatesWithoutUrl(given, name);
  if (isLoginProblem(login)) {
    reporter.error({ ...login, span });
    return { ...given, dsn: undefined };
  }
  const text = login.dsn && literalText(login.dsn);
  if (text !== undefined) parseDsn({ text, adapter, connection: name, span }, reporter);
  return login;
}

function checkConstants(path: string, values: Values, reporter: Reporter): void {
  for (const [name, span] of values.names(path)) {
    if (PDO_CONSTANTS.includes(name)) continue;
    reporter.error({
      code: 'config/unknown-attribute',
      message: `${quotedValue(name)} is no PDO attribute that can be configured`,
      span,
      help: suggestion(name, PDO_CONSTANTS),
    });
  }
}
