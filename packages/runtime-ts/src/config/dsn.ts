import type { DsnPairs } from '../drivers/dsn/pairs.js';
import type { DsnRules } from '../drivers/dsn/rules.js';
import { readDsnUrl, schemeOf } from '../drivers/dsn/url.js';
import { ConfigurationError } from '../errors/orm-error.js';

/** A connection as config.ts names it. */
export interface DsnLogin {
  readonly dsn: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
}

/** What a DSN says, without the name of its driver. */
export interface ReadDsn {
  readonly rest: string;
  readonly user: string | undefined;
  readonly password: string | undefined;
}

/**
 * Reads a DSN in the form of PDO (`pgsql:host=db;port=5432;dbname=app`, `sqlite:app.db`) or a URL. It may hold a password, so no
 * message shows it.
 */
export function readDsn(rules: DsnRules, login: DsnLogin, example: string): ReadDsn {
  const scheme = schemeOf(login.dsn);
  const { dsn, user, password } =
    scheme !== undefined && rules.schemes.includes(scheme) ? loginOfUrl(rules, login) : login;
  const [, driver = '', rest = ''] = /^([a-z][a-z0-9]*):(.*)$/is.exec(dsn) ?? [];
  if (driver === '') {
    throw new ConfigurationError(`A DSN begins with the name of a driver, such as ${example}.`);
  }
  if (driver !== rules.name) {
    throw new ConfigurationError(`The DSN is one of ${driver}, and the connection is one of ${rules.name}.`);
  }
  return { rest, user, password };
}

/** A login in the URL and one beside it have to be the same. */
function loginOfUrl(rules: DsnRules, login: DsnLogin): DsnLogin {
  const read = readDsnUrl(login.dsn, rules);
  if ('problem' in read) throw new ConfigurationError(`The URL in the DSN cannot be read: ${read.problem}.`);
  for (const key of ['user', 'password'] as const) {
    const given = login[key];
    if (given !== undefined && read[key] !== undefined && given !== read[key]) {
      throw new ConfigurationError(
        `The URL in the DSN has a ${key}, and there is another beside it: remove one of them.`,
      );
    }
  }
  return { dsn: read.dsn, user: read.user ?? login.user, password: read.password ?? login.password };
}

/** The pairs of a DSN, by their names in lower case. */
export function dsnParameters({ pairs, problem }: DsnPairs): ReadonlyMap<string, string> {
  if (problem !== undefined) throw new ConfigurationError(`The DSN cannot be read: ${problem.message}.`);
  const parameters = new Map<string, string>();
  for (const { name, value } of pairs) {
    if (parameters.has(name))
      throw new ConfigurationError(`The DSN has ${JSON.stringify(name)} twice: keep one of them.`);
    parameters.set(name, value);
  }
  return parameters;
}
