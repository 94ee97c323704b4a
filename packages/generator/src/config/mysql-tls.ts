import type { Reporter } from '../diagnostics/diagnostic.js';
import type { Span } from '../diagnostics/source.js';
import type { Setting } from './config.js';
import { literalText } from './template.js';

/** Attributes of PDO that say how a connection to MySQL is encrypted. Each of these alone asks for encryption. */
const PARTS = ['CA', 'CAPATH', 'CERT', 'KEY', 'CIPHER'] as const;
const PREFIX = 'MYSQL_ATTR_SSL_';
export const VERIFY = `${PREFIX}VERIFY_SERVER_CERT`;

interface TlsProblem {
  readonly severity: 'error' | 'warning';
  readonly attribute: string;
  readonly message: string;
  readonly help: string;
}

type Value = string | number | boolean;

/** The parts that are given, by their short names. */
export function mysqlTlsParts<T>(attributes: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  for (const part of PARTS) {
    const value = attributes.get(PREFIX + part);
    if (value !== undefined) found.set(part, value);
  }
  return found;
}

/**
 * What is wrong with the attributes: PDO would connect without encryption, or Node would, where somebody believes that
 * there is one. `undefined` as a value is one that is not known yet.
 */
function mysqlTlsProblems(attributes: ReadonlyMap<string, Value | undefined>): readonly TlsProblem[] {
  const given = (part: string): boolean => attributes.has(PREFIX + part);
  const problems: TlsProblem[] = PARTS.filter((part) => attributes.get(PREFIX + part) === '').map((part) => ({
    severity: 'error',
    attribute: PREFIX + part,
    message: `${PREFIX}${part} is empty`,
    help: 'give it a value, or remove it where the connection is not to be encrypted',
  }));
  const verify = attributes.get(VERIFY);
  if (verify === undefined) return problems;
  if (!isOff(verify) && !given('CA') && !given('CAPATH')) {
    problems.push({
      severity: 'error',
      attribute: VERIFY,
      message: `${VERIFY} verifies nothing without the authorities to trust`,
      help: `name their file with ${PREFIX}CA, or their folder with ${PREFIX}CAPATH`,
    });
  } else if (isOff(verify) && !PARTS.some(given)) {
    problems.push({
      severity: 'warning',
      attribute: VERIFY,
      message: `${VERIFY} alone does not ask for encryption: the connection has none`,
      help: `add ${PREFIX}CA, or remove it`,
    });
  }
  return problems;
}

/** Reports what is wrong with the attributes of a connection, whose values are all known. */
export function reportMysqlTls(
  attributes: ReadonlyMap<string, Value | undefined>,
  span: Span | undefined,
  reporter: Reporter,
): void {
  for (const { severity, message, help } of mysqlTlsProblems(attributes)) {
    reporter[severity]({ code: 'config/security', message, span, help });
  }
}

/**
 * Reports what is wrong in a configuration that was read, as far as values are in it: what environment variables give is reported
 * by who connects.
 */
export function checkMysqlTls(
  settings: Iterable<readonly [string, Setting]>,
  span: Span | undefined,
  severity: TlsProblem['severity'],
  reporter: Reporter,
): void {
  const spans = new Map<string, Span | undefined>();
  const known = new Map<string, Value | undefined>();
  for (const [name, setting] of settings) {
    known.set(name, typeof setting === 'object' ? literalText(setting) : setting);
    spans.set(name, typeof setting === 'object' ? setting.span : undefined);
  }
  for (const { attribute, message, help, ...problem } of mysqlTlsProblems(known)) {
    if (problem.severity !== severity) continue;
    reporter[severity]({ code: 'config/security', message, span: spans.get(attribute) ?? span, help });
  }
}

/** Whether a setting switches something off. */
export const isOff = (value: Value): boolean => /^(0|false|no|off|optional|)$/i.test(String(value));
