import { type DsnPair, readConninfo, readPairs } from '../../../runtime-ts/src/drivers/dsn/pairs.js';
import { SSL_MODES } from '../../../runtime-ts/src/drivers/dsn/ssl-modes.js';
import type { Reporter } from '../diagnostics/diagnostic.js';
import { quoted } from '../diagnostics/printable.js';
import type { Span } from '../diagnostics/source.js';
import { suggestion } from '../diagnostics/suggest.js';
import type { Adapter } from '../model/adapter.js';
import { readBraces } from './dsn-pairs.js';
import { DRIVER_HINTS, DSN_DRIVERS, type DsnDriver } from './dsn-parameters.js';
import { spanWithin } from './secrets.js';

/** A DSN to read, with what it belongs to. */
export interface DsnText {
  readonly text: string;
  readonly adapter: Adapter;
  /** Takes the place of `@DB@`. */
  readonly connection: string;
  /** The value in the configuration file. */
  readonly span: Span | undefined;
}

/** A PDO DSN, taken apart: nothing is interpreted yet. */
export interface Dsn {
  readonly driver: string;
  /** Names in lower case; values without quotes. */
  readonly parameters: ReadonlyMap<string, string>;
  /** The file of SQLite as written, or `:memory:`. */
  readonly path: string | undefined;
}

/** Reads a DSN; everything that PDO would refuse, or ignore in silence, is reported and gives nothing. */
export function parseDsn(dsn: DsnText, reporter: Reporter): Dsn | undefined {
  const text = dsn.text.replaceAll('@DB@', dsn.connection);
  const at = (start: number, end: number): Span | undefined => dsn.span && spanWithin(dsn.span, text, start, end);
  const found = /^([A-Za-z][A-Za-z0-9_+-]{0,30}):/.exec(text);
  const name = found?.[1] ?? '';
  const driver = Object.hasOwn(DSN_DRIVERS, name) ? DSN_DRIVERS[name] : undefined;
  if (driver?.adapter !== dsn.adapter) {
    reportDriver(name, driver, dsn, at(0, name.length > 0 ? name.length : text.length), reporter);
    return undefined;
  }
  const rest = text.slice(name.length + 1);
  if (driver.syntax === 'path') return readPath(name, rest, at(0, text.length), reporter);
  const read = driver.syntax === 'conninfo' ? readConninfo : driver.syntax === 'braces' ? readBraces : readPairs;
  const offset = name.length + 1;
  const { pairs, problem } = read(rest);
  if (problem) {
    reporter.error({
      code: 'config/dsn-syntax',
      message: `the DSN cannot be read: ${problem.message}`,
      span: at(offset + problem.start, offset + problem.end),
      help: `a DSN of this driver looks like ${driver.example}`,
    });
    return undefined;
  }
  const parameters = new Map<string, string>();
  const before = reporter.errorCount;
  for (const pair of pairs) {
    const problemAt = at(offset + pair.start, offset + pair.nameEnd);
    checkPair(pair, driver, parameters, problemAt, at(offset + pair.valueStart, offset + pair.end), reporter);
    if (!parameters.has(pair.name)) parameters.set(pair.name, pair.value);
  }
  if (driver.syntax === 'conninfo') checkPorts(parameters, at(0, text.length), reporter);
  return reporter.errorCount > before ? undefined : { driver: name, parameters, path: undefined };
}

function reportDriver(
  name: string,
  driver: DsnDriver | undefined,
  dsn: DsnText,
  at: Span | undefined,
  reporter: Reporter,
): void {
  const own = Object.entries(DSN_DRIVERS).filter(([, known]) => known.adapter === dsn.adapter);
  const wanted = own.map(([known]) => `${known}:`).join(' or ');
  const example = `for example ${own[0]?.[1].example ?? ''}`;
  if (driver) {
    reporter.error({
      code: 'config/dsn-driver',
      message: `a connection with the adapter ${dsn.adapter} has a DSN that starts with ${wanted}, not ${name}:`,
      span: at,
      help: `change the DSN, or the adapter to ${driver.adapter}`,
    });
    return;
  }
  const hint = Object.hasOwn(DRIVER_HINTS, name.toLowerCase()) ? DRIVER_HINTS[name.toLowerCase()] : undefined;
  reporter.error({
    code: 'config/dsn-driver',
    message:
      name === ''
        ? 'a DSN starts with the name of its driver and a colon'
        : `${quoted(name)} is not a supported PDO driver`,
    span: at,
    help: [hint, `a connection with the adapter ${dsn.adapter} starts with ${wanted}, ${example}`]
      .filter((line) => line !== undefined)
      .join('\n'),
  });
}

function readPath(driver: string, path: string, at: Span | undefined, reporter: Reporter): Dsn | undefined {
  if (path !== '' && !/^[a-z_]+=/i.test(path) && !path.includes('\0')) return { driver, parameters: new Map(), path };
  reporter.error({
    code: 'config/dsn-syntax',
    message: 'the DSN of SQLite names a file and nothing else',
    span: at,
    help: 'write sqlite:data/library.sqlite, relative to the project folder, or sqlite::memory:',
  });
  return undefined;
}

function checkPair(
  pair: DsnPair,
  driver: DsnDriver,
  before: ReadonlyMap<string, string>,
  nameAt: Span | undefined,
  valueAt: Span | undefined,
  reporter: Reporter,
): void {
  const known = [...driver.used, ...driver.pdoOnly];
  if (!known.includes(pair.name)) {
    const hint = driver.hints && Object.hasOwn(driver.hints, pair.name) ? driver.hints[pair.name] : undefined;
    const name = /^\w{1,40}$/.test(pair.name) ? ` ${quoted(pair.name)}` : '';
    reporter.error({
      code: 'config/dsn-parameter',
      message: `unknown parameter${name} in the DSN`,
      span: nameAt,
      help: hint ?? suggestion(pair.name, known),
    });
  } else if (before.has(pair.name)) {
    reporter.error({
      code: 'config/dsn-parameter',
      message: `the DSN has ${pair.name} twice`,
      span: nameAt,
      help: 'keep one of them',
    });
  } else if (pair.name === 'port' && !portsOf(pair.value, driver).every(isPort)) {
    reporter.error({
      code: 'config/dsn-parameter',
      message: 'the port in the DSN must be a number from 1 to 65535',
      span: valueAt,
    });
  } else if (pair.name === 'sslmode' && !SSL_MODES.some((mode) => mode === pair.value)) {
    reporter.error({
      code: 'config/dsn-parameter',
      message: 'the sslmode in the DSN is none that PostgreSQL knows',
      span: valueAt,
      help: suggestion(pair.value, SSL_MODES),
    });
  }
}

/** PostgreSQL's driver takes several servers; a port that is left empty is the usual one. */
function portsOf(text: string, { syntax }: DsnDriver): readonly string[] {
  return syntax === 'conninfo' && text.includes(',') ? text.split(',').filter((port) => port !== '') : [text];
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) < 65536;
}

/** One port is for all hosts, several are one for each. */
function checkPorts(parameters: Dsn['parameters'], span: Span | undefined, reporter: Reporter): void {
  const ports = parameters.get('port')?.split(',').length ?? 0;
  const hosts = (parameters.get('hostaddr') ?? parameters.get('host') ?? '').split(',').length;
  if (ports < 2 || ports === hosts) return;
  reporter.error({
    code: 'config/dsn-parameter',
    message: `the DSN names ${String(ports)} ports for ${String(hosts)} ${hosts === 1 ? 'host' : 'hosts'}`,
    span,
    help: 'give one port for all hosts, or one for each in the same order',
  });
}
