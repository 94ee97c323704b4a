import { resolve } from 'node:path';
import type { ConnectionSettings, SslSettings } from './connection-settings.js';
import type { Dsn } from './dsn.js';
import { SSL_MODES } from './dsn-parameters.js';

type Attributes = ConnectionSettings['attributes'];

/** How the connection is encrypted; nothing where the DSN and the attributes leave it to the driver. */
export function sslOf(dsn: Dsn, attributes: Attributes, root: string): SslSettings | undefined {
  const file = (path: unknown): string | undefined =>
    typeof path === 'string' && path !== '' ? resolve(root, path) : undefined;
  switch (dsn.driver) {
    case 'pgsql':
      return pgsql(dsn.parameters, file);
    case 'mysql':
      return mysql(attributes, file);
    case 'sqlsrv':
      return sqlsrv(dsn.parameters);
    default:
      return undefined;
  }
}

function pgsql(parameters: Dsn['parameters'], file: (path: unknown) => string | undefined): SslSettings | undefined {
  const given = SSL_MODES.find((mode) => mode === parameters.get('sslmode'));
  const ca = parameters.get('sslrootcert');
  if (given === undefined && ![...parameters.keys()].some((name) => name.startsWith('ssl'))) return undefined;
  // libpq: `require` verifies the authority when a root certificate is named.
  const mode = given === 'require' && ca !== undefined && ca !== 'system' ? 'verify-ca' : (given ?? 'prefer');
  return {
    mode,
    ca: ca === 'system' ? undefined : file(ca),
    cert: file(parameters.get('sslcert')),
    key: file(parameters.get('sslkey')),
    keyPassword: parameters.get('sslpassword'),
    serverName: parameters.has('hostaddr') ? parameters.get('host') : undefined,
  };
}

function mysql(attributes: Attributes, file: (path: unknown) => string | undefined): SslSettings | undefined {
  const [ca, cert, key] = ['CA', 'CERT', 'KEY'].map((part) => file(attributes.get(`MYSQL_ATTR_SSL_${part}`)));
  const verify = attributes.get('MYSQL_ATTR_SSL_VERIFY_SERVER_CERT');
  if (ca === undefined && cert === undefined && key === undefined && verify === undefined) return undefined;
  const unverified = verify === undefined ? ca === undefined : isOff(verify);
  return {
    mode: unverified ? 'require' : 'verify-full',
    ca,
    cert,
    key,
    keyPassword: undefined,
    serverName: undefined,
  };
}

function sqlsrv(parameters: Dsn['parameters']): SslSettings | undefined {
  const encrypt = parameters.get('encrypt');
  const trust = parameters.get('trustservercertificate');
  if (encrypt === undefined && trust === undefined) return undefined;
  const mode =
    encrypt !== undefined && isOff(encrypt)
      ? 'disable'
      : trust !== undefined && !isOff(trust)
        ? 'require'
        : 'verify-full';
  return { mode, ca: undefined, cert: undefined, key: undefined, keyPassword: undefined, serverName: undefined };
}

const isOff = (value: string | number | boolean): boolean => /^(0|false|no|off|optional|)$/i.test(String(value));
