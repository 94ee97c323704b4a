import type { DsnRules, ServerDsnRules } from './rules.js';

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

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;

/** The scheme of a URL in lower case, or nothing when it is none. */
export const schemeOf = (text: string): string | undefined => SCHEME.exec(text)?.[1]?.toLowerCase();

/** The parameters that a URL of a vendor may have. `conformance/dsn-urls.json` has them for every language. */
export function urlParameters({ used, pdoOnly, synonyms }: DsnRules): readonly string[] {
  return [...new Set([...used, ...pdoOnly, ...synonyms.keys(), ...IGNORED])].sort();
}

/**
 * Reads a URL that names a database; nothing of its text is in a problem, since any part may be a password that was
 * not encoded. The runtimes read URLs of environment variables in the same way: `conformance/dsn-urls.json`.
 */
export function readDsnUrl(url: string, rules: DsnRules): DsnOfUrl | UrlProblem {
  try {
    return read(url, rules);
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.message };
    throw error;
  }
}

class Refusal extends Error {}

function refuse(problem: string): never {
  throw new Refusal(problem);
}

function read(url: string, rules: DsnRules): DsnOfUrl {
  const rest = url.replace(SCHEME, '');
  if (rest.includes('#')) refuse('it has a "#", which is written %23 in a URL');
  const [, authority = '', tail = ''] = /^([^/?]*)(.*)$/s.exec(rest) ?? [];
  if (tail.includes('@')) {
    refuse(
      'it has an "@" behind its host; in a user or a password "/" is written %2F and "?" %3F, elsewhere "@" is %40',
    );
  }
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(tail) ?? [];
  const parameters = readQuery(query, rules);
  const ignored = IGNORED.filter((name) => parameters.delete(name));
  return rules.server === undefined
    ? { dsn: `${rules.name}:${fileOf(rules, authority, path)}`, user: undefined, password: undefined, ignored }
    : { ...serverOf({ ...rules, server: rules.server }, authority, path, parameters), ignored };
}

/** As Doctrine and SQLAlchemy: three slashes and a path from the project folder, or four and an absolute one. */
function fileOf({ title }: DsnRules, authority: string, path: string): string {
  const file = authority === ':memory:' && path === '' ? authority : decoded(path.slice(1));
  if (authority !== '' && file !== ':memory:') {
    refuse(
      `a URL of ${title} has three slashes before a path from the project folder, and four before an absolute one`,
    );
  }
  return file === '' ? refuse('it names no file') : file;
}

function serverOf(
  { name: driver, server }: ServerDsnRules,
  authority: string,
  path: string,
  parameters: Map<string, string>,
): Omit<DsnOfUrl, 'ignored'> {
  const at = authority.lastIndexOf('@');
  const [, name, colon, secret] = /^([^:]*)(:?)(.*)$/s.exec(authority.slice(0, Math.max(at, 0))) ?? [];
  const given = { ...hostsOf(authority.slice(at + 1), server.hasSeveralHosts), dbname: databaseOf(path) };
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
  const pairs = [...first, ...others].map((key) => {
    const value = server.write(parameters.get(key) ?? '');
    return `${key}=${typeof value === 'string' ? value : refuse(value.problem)}`;
  });
  return { dsn: `${driver}:${pairs.join(';')}`, user, password };
}

const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) < 65536;

/** One host, or several where a vendor has them, each with its port. */
function hostsOf(text: string, hasSeveral: boolean): { host: string | undefined; port: string | undefined } {
  const places = text
    .split(',')
    .map((place) => /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/s.exec(place) ?? refuse('its host cannot be read'));
  if (places.length > 1 && !hasSeveral) refuse('it names several hosts');
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

function readQuery(query: string, rules: DsnRules): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const pair of query.split('&').filter((each) => each !== '')) {
    const equals = pair.indexOf('=');
    const written = decoded(equals < 0 ? pair : pair.slice(0, equals));
    const name = rules.synonyms.get(written) ?? written;
    const refusal = rules.server?.refusal?.(name);
    if (refusal !== undefined) refuse(refusal);
    if (!urlParameters(rules).includes(name)) {
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
