import { resolve } from 'node:path';
import type { ConnectionSettings } from './connection-settings.js';
import type { Dsn } from './dsn.js';
import type { SslMode } from './dsn-parameters.js';
import { isOff, mysqlTlsParts, VERIFY } from './mysql-tls.js';
import type { PgsqlSecurity } from './pgsql-security.js';

/** How a connection is encrypted, in the terms of no driver. */
export interface SslSettings {
  readonly mode: SslMode;
  /** The PEM file of trusted authorities. All paths are absolute. */
  readonly ca: string | undefined;
  /** A folder of trusted authorities, each in a file that has the hash of its name as OpenSSL wants it. */
  readonly caFolder: string | undefined;
  /** The authorities that the system trusts, in place of a file. */
  readonly systemCa: boolean;
  /** The PEM file of revoked certificates. */
  readonly crl: string | undefined;
  readonly cert: string | undefined;
  readonly key: string | undefined;
  readonly keyPassword: string | undefined;
  /** The name the certificate must have, where it is not the host that is dialled. */
  readonly serverName: string | undefined;
  readonly ciphers: string | undefined;
  readonly minVersion: string | undefined;
  readonly maxVersion: string | undefined;
}

/** A mode, and nothing else said. */
export const plainSsl = (mode: SslMode): SslSettings => ({
  mode,
  ca: undefined,
  caFolder: undefined,
  systemCa: false,
  crl: undefined,
  cert: undefined,
  key: undefined,
  keyPassword: undefined,
  serverName: undefined,
  ciphers: undefined,
  minVersion: undefined,
  maxVersion: undefined,
});

type Attributes = ConnectionSettings['attributes'];

/**
 * How the connection is encrypted; nothing where the DSN and the attributes leave it to the driver. What PDO would not
 * accept, or more than this program could honour, was reported before.
 */
export function sslOf(
  dsn: Dsn,
  attributes: Attributes,
  root: string,
  security: PgsqlSecurity | undefined,
): SslSettings | undefined {
  switch (dsn.driver) {
    case 'pgsql':
      return security?.ssl;
    case 'mysql':
      return mysql(attributes, root);
    case 'sqlsrv':
      return sqlsrv(dsn.parameters);
    default:
      return undefined;
  }
}

/** As PDO: any of the parts encrypts, and the certificate is verified unless somebody says no. */
function mysql(attributes: Attributes, root: string): SslSettings | undefined {
  const parts = mysqlTlsParts(attributes);
  if (parts.size === 0) return undefined;
  const file = (part: string): string | undefined => {
    const path = parts.get(part);
    return path === undefined ? undefined : resolve(root, String(path));
  };
  const verify = attributes.get(VERIFY);
  return {
    ...plainSsl(verify !== undefined && isOff(verify) ? 'require' : 'verify-full'),
    ca: file('CA'),
    caFolder: file('CAPATH'),
    cert: file('CERT'),
    key: file('KEY'),
    ciphers: parts.get('CIPHER')?.toString(),
  };
}

function sqlsrv(parameters: Dsn['parameters']): SslSettings | undefined {
  const encrypt = parameters.get('encrypt');
  const trust = parameters.get('trustservercertificate');
  if (encrypt === undefined && trust === undefined) return undefined;
  if (encrypt !== undefined && isOff(encrypt)) return plainSsl('disable');
  return plainSsl(trust !== undefined && !isOff(trust) ? 'require' : 'verify-full');
}
