import { resolve } from 'node:path';
import type { PgsqlSecurity } from '../../../runtime-ts/src/drivers/pgsql/security.js';
import type { SslSettings } from '../../../runtime-ts/src/drivers/settings.js';
import type { ConnectionSettings } from './connection-settings.js';
import type { Dsn } from './dsn.js';
import { isOff, mysqlTlsParts, VERIFY } from './mysql-tls.js';

export type { SslSettings };

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
    mode: verify !== undefined && isOff(verify) ? 'require' : 'verify-full',
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
  if (encrypt !== undefined && isOff(encrypt)) return { mode: 'disable' };
  return { mode: trust !== undefined && !isOff(trust) ? 'require' : 'verify-full' };
}
