import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { SSL_MODES, type SslMode } from '../dsn/ssl-modes.js';
import type { SslSettings } from '../settings.js';
import type { Authentication } from './settings.js';

/** The variables of the environment, as `process.env` gives them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The parameters of a DSN: names in lower case, values without quotes. */
export type Parameters = ReadonlyMap<string, string>;

/** What a connection to PostgreSQL must at least be, as libpq would have it. */
export interface PgsqlSecurity {
  readonly ssl: SslSettings | undefined;
  readonly authentication: Authentication | undefined;
}

/** The variables of libpq's environment that stand in for parameters of a DSN. */
const VARIABLES: Readonly<Record<string, string>> = {
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  sslcrl: 'PGSSLCRL',
  sslcrldir: 'PGSSLCRLDIR',
  sslcertmode: 'PGSSLCERTMODE',
  sslnegotiation: 'PGSSLNEGOTIATION',
  ssl_min_protocol_version: 'PGSSLMINPROTOCOLVERSION',
  ssl_max_protocol_version: 'PGSSLMAXPROTOCOLVERSION',
  require_auth: 'PGREQUIREAUTH',
  channel_binding: 'PGCHANNELBINDING',
  gssencmode: 'PGGSSENCMODE',
  requirepeer: 'PGREQUIREPEER',
  service: 'PGSERVICE',
};

const METHODS = ['password', 'md5', 'gss', 'sspi', 'scram-sha-256', 'oauth', 'none'];
const VERSIONS = ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'];

/** A parameter as libpq finds it. */
interface Found {
  readonly value: string;
  /** `sslmode in the DSN`, or `the environment variable PGSSLMODE`. */
  readonly where: string;
  readonly path: string;
}

/** For what is wrong, in the style of diagnostics: no capital and no full stop. */
export type Report = (message: string, help?: string) => void;

/**
 * Reads everything that makes a connection safe, from the DSN and from the environment. What this program cannot honour is
 * reported: connecting all the same would be less safe than what was asked for.
 */
export function pgsqlSecurity(parameters: Parameters, root: string, env: Environment, report: Report): PgsqlSecurity {
  const find = finder(parameters, root, env);
  refuse(find, parameters, report);
  const authentication = authenticationOf(find('require_auth'), report);
  const isLocal = /^[/@]/.test(parameters.get('hostaddr') ?? parameters.get('host') ?? '');
  // libpq never encrypts a socket.
  return { ssl: isLocal ? undefined : sslOf(find, parameters, report), authentication };
}

/** Reports what the DSN itself asks for and no environment could give. */
export function refuseUnsupported(parameters: Parameters, report: Report): void {
  refuse(finder(parameters, '', {}), parameters, report);
}

interface Find {
  (name: string): Found | undefined;
  /** The path of a file in the person's own folder for PostgreSQL, which libpq takes where nothing is said. */
  own(file: string): string;
}

function finder(parameters: Parameters, root: string, env: Environment): Find {
  const folder =
    process.platform === 'win32'
      ? join(env['APPDATA'] ?? '', 'postgresql')
      : join(env['HOME'] ?? homedir(), '.postgresql');
  const find = (name: string): Found | undefined => {
    const own = parameters.get(name);
    if (own !== undefined && own !== '') {
      return { value: own, where: `${name} in the DSN`, path: resolve(root, own) };
    }
    const variable = VARIABLES[name] ?? '';
    const value = env[variable];
    if (value === undefined || value === '') return undefined;
    return { value, where: `the environment variable ${variable}`, path: resolve(value) };
  };
  return Object.assign(find, { own: (file: string) => join(folder, file) });
}

const ifThere = (path: string): string | undefined => (existsSync(path) ? path : undefined);

/** What the Node driver does not have. */
function refuse(find: Find, parameters: Parameters, report: Report): void {
  const cannot = (name: string, isRefused: (value: string) => boolean, help: string): void => {
    const found = find(name);
    if (found !== undefined && isRefused(found.value))
      report(`the driver for Node cannot do what ${found.where} asks for`, help);
  };
  const isRequired = (value: string): boolean => value === 'require';
  const always = (): boolean => true;
  const withFull = 'sslmode=verify-full protects the password as well: use it in its place';
  cannot('channel_binding', isRequired, withFull);
  cannot('gssencmode', isRequired, withFull);
  cannot('sslcertmode', isRequired, withFull);
  cannot('sslcrldir', always, 'name a file of revoked certificates with sslcrl');
  if (/^[/@]/.test(parameters.get('host') ?? '')) {
    cannot('requirepeer', always, 'connect by a host and sslmode=verify-full, or remove it');
  }
  // The file of services may ask for more than the DSN does.
  if (!parameters.has('sslmode')) {
    cannot('service', always, 'files of services are not read: write host, dbname and sslmode in the DSN');
  }
}

function sslOf(find: Find, parameters: Parameters, report: Report): SslSettings | undefined {
  const root = find('sslrootcert');
  const isSystem = root?.value === 'system';
  const mode = modeOf(find, isSystem, report);
  if (mode === undefined && ![...parameters.keys()].some((name) => name.startsWith('ssl'))) return undefined;
  const defaultRoot = find.own('root.crt');
  const ca = isSystem ? undefined : (root?.path ?? ifThere(defaultRoot));
  // libpq: `require` verifies the authority when there is a file of authorities.
  const effective = mode === 'require' && ca !== undefined ? 'verify-ca' : (mode ?? 'prefer');
  const verifies = effective === 'verify-ca' || effective === 'verify-full';
  if (verifies && ca === undefined && !isSystem) {
    report(
      `sslmode=${effective} verifies nothing without the authorities to trust`,
      `name their file with sslrootcert, or put it into ${defaultRoot}; sslrootcert=system trusts those of the system`,
    );
  }
  return {
    mode: effective,
    ca: verifies ? ca : undefined,
    systemCa: isSystem,
    crl: verifies ? (find('sslcrl')?.path ?? ifThere(find.own('root.crl'))) : undefined,
    cert: find('sslcert')?.path,
    key: find('sslkey')?.path,
    keyPassword: parameters.get('sslpassword'),
    serverName: parameters.has('hostaddr') ? parameters.get('host') : undefined,
    minVersion: versionOf(find('ssl_min_protocol_version'), report),
    maxVersion: versionOf(find('ssl_max_protocol_version'), report),
  };
}

function modeOf(find: Find, isSystem: boolean, report: Report): SslMode | undefined {
  const found = find('sslmode');
  const mode = SSL_MODES.find((known) => known === found?.value);
  if (found !== undefined && mode === undefined) report(`${found.where} is none that PostgreSQL knows`);
  if (isSystem && found !== undefined && mode !== 'verify-full') {
    report(`${found.where} is too weak for sslrootcert=system`, 'use sslmode=verify-full, or leave it out');
  }
  if (find('sslnegotiation')?.value === 'direct' && !/^(require|verify-.*)$/.test(mode ?? '')) {
    report('sslnegotiation=direct needs sslmode=require or more');
  }
  return isSystem ? 'verify-full' : mode;
}

function versionOf(found: Found | undefined, report: Report): string | undefined {
  const version = VERSIONS.find((known) => known.toLowerCase() === found?.value.toLowerCase());
  if (found !== undefined && version === undefined) {
    report(`${found.where} names no version of TLS`, `use one of ${VERSIONS.join(', ')}`);
  }
  return version;
}

/** `scram-sha-256,md5` allows these, `!password,!md5` all others; the two forms do not mix. */
function authenticationOf(found: Found | undefined, report: Report): Authentication | undefined {
  if (found === undefined) return undefined;
  const words = found.value.split(',').map((word) => word.trim());
  const names = words.map((word) => word.replace(/^!/, ''));
  const negated = words.filter((word) => word.startsWith('!')).length;
  if (names.some((name) => !METHODS.includes(name)) || (negated > 0 && negated < words.length)) {
    report(`${found.where} is no list of methods that PostgreSQL knows`, `methods are ${METHODS.join(', ')}`);
  }
  return { text: found.value, allows: (method) => names.includes(method) === (negated === 0) };
}
