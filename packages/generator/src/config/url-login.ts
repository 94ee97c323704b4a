import type { Reporter } from '../diagnostics/diagnostic.js';
import { quoted } from '../diagnostics/printable.js';
import type { Span } from '../diagnostics/source.js';
import { driverOfUrl, readDsnUrl } from './dsn-url.js';
import { literal, literalText, type Template } from './template.js';

/** A DSN with the login that goes with it. `Unknown` is what stands for a value that is given and not known yet. */
export interface Login<Unknown = never> {
  readonly dsn: string;
  readonly user: string | Unknown | undefined;
  readonly password: string | Unknown | undefined;
  /** Of a URL. */
  readonly ignored?: readonly string[];
}

/** What is wrong with a DSN that is a URL. */
export interface LoginProblem {
  readonly code: 'config/dsn-url' | 'config/dsn-login';
  readonly message: string;
  readonly help: string;
}

/** The DSN of a connection and its login, where a URL may stand for all of it. Other DSNs stay as they are. */
export function withoutUrl<Unknown = never>(login: Login<Unknown>, connection: string): Login<Unknown> | LoginProblem {
  const text = login.dsn.replaceAll('@DB@', connection);
  if (driverOfUrl(text) === undefined) return login;
  const read = readDsnUrl(text);
  if ('problem' in read) {
    return {
      code: 'config/dsn-url',
      message: `the URL in dsn cannot be read: ${read.problem}`,
      help: 'a URL looks like postgres://user:password@host:5432/database, mysql://… or sqlite:///path',
    };
  }
  for (const key of ['user', 'password'] as const) {
    const given = login[key];
    if (given === undefined || read[key] === undefined || given === read[key]) continue;
    return {
      code: 'config/dsn-login',
      message: `the connection ${quoted(connection)} has a ${key} in the URL of its dsn and another in the key ${key}`,
      help: `remove the key ${key}, or take the ${key} out of the URL`,
    };
  }
  return { ...login, ...read, user: read.user ?? login.user, password: read.password ?? login.password };
}

export const isLoginProblem = (result: object): result is LoginProblem => 'message' in result;

/** A connection as the configuration gives it. */
export interface LoginTemplates {
  readonly dsn: Template | undefined;
  readonly user: Template | undefined;
  readonly password: Template | undefined;
  /** Of a URL. */
  readonly ignored?: readonly string[];
}

/**
 * The same for what a configuration says. A DSN with lookups stays as it is: whether it is a URL is known when it is
 * read.
 */
export function templatesWithoutUrl(templates: LoginTemplates, connection: string): LoginTemplates | LoginProblem {
  const { dsn, user, password } = templates;
  const text = dsn && literalText(dsn);
  if (dsn === undefined || text === undefined) return templates;
  const known = (template: Template | undefined): string | null | undefined =>
    template && (literalText(template) ?? null);
  const login = withoutUrl<null>({ dsn: text, user: known(user), password: known(password) }, connection);
  if (isLoginProblem(login)) return login;
  if (login.ignored === undefined) return templates;
  const at = (value: string | null | undefined, given: Template | undefined): Template | undefined =>
    given ?? (typeof value === 'string' ? literal(value, dsn.span) : undefined);
  return {
    dsn: literal(login.dsn, dsn.span),
    user: at(login.user, user),
    password: at(login.password, password),
    ignored: login.ignored,
  };
}

/** Says which parameters of a URL mean nothing here. */
export function noteIgnored(ignored: readonly string[], span: Span | undefined, reporter: Reporter): void {
  if (ignored.length === 0) return;
  reporter.note({
    code: 'config/dsn-ignored',
    message: `${ignored.join(', ')} in the URL of the DSN has no effect: the server says its version itself`,
    span,
  });
}
