import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import type { SslSettings } from '../config/connection-settings.js';
import { failure } from '../diagnostics/diagnostic.js';
import { printable } from '../diagnostics/printable.js';
import { errorMessage } from './connection.js';

/** The options of `node:tls` for a mode that encrypts. Only the `verify-` modes look at the certificate. */
export function tlsOptions(ssl: SslSettings): ConnectionOptions {
  const verifies = ssl.mode === 'verify-ca' || ssl.mode === 'verify-full';
  return {
    rejectUnauthorized: verifies,
    ...(ssl.ca === undefined ? {} : { ca: pem(ssl.ca) }),
    ...(ssl.cert === undefined ? {} : { cert: pem(ssl.cert) }),
    ...(ssl.key === undefined ? {} : { key: pem(ssl.key) }),
    ...(ssl.keyPassword === undefined ? {} : { passphrase: ssl.keyPassword }),
    ...(ssl.serverName === undefined ? {} : { servername: ssl.serverName }),
    // `verify-ca` trusts the authority whatever name the certificate has.
    ...(ssl.mode === 'verify-ca' ? { checkServerIdentity: () => undefined } : {}),
  };
}

function pem(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw failure({
      code: 'database/certificate',
      message: `cannot read the certificate or key ${printable(path)}`,
      help: printable(errorMessage(error)),
    });
  }
}
