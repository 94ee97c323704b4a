import { DSN_DRIVERS } from './dsn-parameters.js';
import { writtenDsn } from './dsn-values.js';

/** The schemes of URLs that name a database, and the PDO driver that each stands for. */
export const URL_SCHEMES: Readonly<Record<string, 'pgsql' | 'mysql' | 'sqlite'>> = {
  postgres: 'pgsql',
  postgresql: 'pgsql',
  pgsql: 'pgsql',
  mysql: 'mysql',
  mariadb: 'mysql',
  sqlite: 'sqlite',
};

/** A URL as PDO wants it. */
export interface DsnOfUrl {
  readonly dsn: string;
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** Parameters that mean something to other libraries and nothing here. */
  readonly ignored: readonly string[];
}

export interface UrlProblem {
  readonly problem: string;
}

/** Parameters of other libraries that change nothing about a connection. */
const IGNORED = ['serverVersion'];

/** Names of parameters that are the same thing as one of the DSN. */
const SYNONYMS: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  pgsql: new Map([['charset', 'client_encoding']]),
  mysql: new Map([['socket', 'unix_socket']]),
};

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;

/** The PDO driver of a URL, or nothing when it is none that names a database. */
export function driverOfUrl(text: string): 'pgsql' | 'mysql' | 'sqlite' | undefined {
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(URL_SCHEMES, scheme) ? URL_SCHEMES[scheme] : undefined;
}

/** The parameters that a URL of a driver may have. `conformance/dsn-urls.json` has them for every language. */
export function urlParameters(driver: string): readonly string[] {
  const { used = [], pdoOnly = [] } = DSN_DRIVERS[driver] ?? {};
  return [...new Set([...used, ...pdoOnly, ...(SYNONYMS[driver]?.keys() ?? []), ...IGNORED])].sort();
}

/**
 * Reads a URL that names a database; nothing of its text is in a problem, since any part may be a password that was
 * not encoded. The runtimes read URLs of environment variables in the same way: `conformance/dsn-urls.json`.
 */
export function readDsnUrl(url: string): DsnOfUrl | UrlProblem {
  try {
    return read(url);
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.message };
    throw error;
  }
}

class Refusal extends Error {}

function refuse(problem: string): never {
  throw new Refusal(problem);
}

function read(url: string): DsnOfUrl {
  const driver = driverOfUrl(url) ?? refuse('it is not a URL of a database');
  const rest = url.replace(SCHEME, '');
  if (rest.includes('#')) refuse('it has a "#", which is written %23 in a URL');
  const [, authority = '', tail = ''] = /^([^/?]*)(.*)$/s.exec(rest) ?? [];
  if (tail.includes('@')) {
    refuse(
      'it has an "@" behind its host; in a user or a password "/" is written %2F and "?" %3F, elsewhere "@" is %40',
    );
  }
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(tail) ?? [];
  const parameters = readQuery(query, driver);
  const ignored = IGNORED.filter((name) => parameters.delete(name));
  return driver === 'sqlite'
    ? { dsn: sqlite(authority, path), user: undefined, password: undefined, ignored }
    : { ...server(driver, authority, path, parameters), ignored };
}

/** As Doctrine and SQLAlchemy: three slashes and a path from the project folder, or four and an absolute one. */
function sqlite(authority: string, path: string): string {
  const file = authority === ':memory:' && path === '' ? authority : decoded(path.slice(1));
  if (authority !== '' && file !== ':memory:') {
    refuse('a URL of SQLite has three slashes before a path from the project folder, and four before an absolute one');
  }
  return `sqlite:${file === '' ? refuse('it names no file') : file}`;
}

function server(
  driver: 'pgsql' | 'mysql',
  authority: string,
  path: string,
  parameters: Map<string, string>,
): Omit<DsnOfUrl, 'ignored'> {
  const at = authority.lastIndexOf('@');
  const [, name, colon, secret] = /^([^:]*)(:?)(.*)$/s.exec(authority.slice(0, Math.max(at, 0))) ?? [];
  const given = { ...hostsOf(authority.slice(at + 1), driver), dbname: databaseOf(path) };
  if (/^[/@]/.test(parameters.get('host') ?? '') || parameters.has('unix_socket')) given.host = undefined;
  if (parameters.has('unix_socket')) given.port = undefined;
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if ((parameters.get(key) ?? value) !== value) refuse(`it has ${key} twice`);
    parameters.set(key, value);
  }
  const user = credential('user', decoded(name ?? '') || undefined, parameters);
  const password = credential('password', colon === ':' ? decoded(secret ?? '') : undefined, parameters);
  const ports = parameters.get('port')?.split(',') ?? [];
  if (!ports.every((port) => (port === '' && ports.length > 1) || isPort(port))) {
    refuse('its port is not a number from 1 to 65535; in a user or a password ":" is written %3A');
  }
  const first = ['host', 'port', 'unix_socket', 'dbname'].filter((key) => parameters.has(key));
  const others = [...parameters.keys()].filter((key) => !first.includes(key));
  const dsn = writtenDsn(
    driver,
    [...first, ...others].map((key) => [key, parameters.get(key) ?? '']),
  );
  return { dsn: dsn ?? refuse('a value in it has a ";", which PDO cannot pass to PostgreSQL'), user, password };
}

const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) < 65536;

/** One host, or several of PostgreSQL, each with its port. */
function hostsOf(text: string, driver: string): { host: string | undefined; port: string | undefined } {
  const places = text
    .split(',')
    .map((place) => /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/s.exec(place) ?? refuse('its host cannot be read'));
  if (places.length > 1 && driver !== 'pgsql') refuse('it names several hosts');
  const hosts = places.map((place) => decoded((place[1] ?? '').replace(/^\[|\]$/g, '')));
  const ports = places.map((place) => place[2] ?? '');
  return { host: hosts.join(',') || undefined, port: ports.join('') === '' ? undefined : ports.join(',') };
}

function databaseOf(path: string): string | undefined {
  const name = path.slice(1);
  if (name.includes('/'))
    refuse('it has more than the name of a database behind its host; a "/" in a name is written %2F');
  return decoded(name) || undefined;
}

/** From one of the two places where a URL may have it. */
function credential(name: 'user' | 'password', value: string | undefined, parameters: Map<string, string>) {
  const other = parameters.get(name);
  parameters.delete(name);
  return value !== undefined && other !== undefined && value !== other
    ? refuse(`it has ${name} twice`)
    : (value ?? other);
}

function readQuery(query: string, driver: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const pair of query.split('&').filter((each) => each !== '')) {
    const equals = pair.indexOf('=');
    const written = decoded(equals < 0 ? pair : pair.slice(0, equals));
    const name = SYNONYMS[driver]?.get(written) ?? written;
    if (driver === 'mysql' && /^ssl/i.test(name)) {
      refuse('it asks for encryption, which PDO takes from the options of the connection: set MYSQL_ATTR_SSL_CA there');
    }
    if (!urlParameters(driver).includes(name)) {
      // What does not look like a name may be a part of a password.
      refuse(`it has an unknown parameter${/^\w{1,40}$/.test(name) ? ` "${name}"` : ''}`);
    }
    if (parameters.has(name)) refuse(`it has ${name} twice`);
    parameters.set(name, decoded(equals < 0 ? '' : pair.slice(equals + 1)));
  }
  return parameters;
}

/** A `+` is a plus: only forms of browsers mean a space by it. */
function decoded(text: string): string {
  let value: string;
  try {
    value = decodeURIComponent(text);
  } catch {
    refuse('it has a "%" that is not followed by two digits of a byte; a "%" itself is written %25');
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: naming control characters is the purpose
  return /[\u0000-\u001f\u007f]/.test(value) ? refuse('it has a control character in it') : value;
}
