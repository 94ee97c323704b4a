import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as tls from 'node:tls';
import { CertificateError, type SslSettings } from './settings.js';
import { errorMessage } from './thrown.js';

/** A certificate of an authority in a folder: OpenSSL finds it by the hash of its name, and takes no other file. */
const HASHED = /^[0-9a-f]{8}\.\d+$/;

/** The options of `node:tls` for a mode that encrypts. Only the `verify-` modes look at the certificate. */
export function tlsOptions(ssl: SslSettings, host: string): tls.ConnectionOptions {
  const verifies = ssl.mode === 'verify-ca' || ssl.mode === 'verify-full';
  const ca = verifies ? authorities(ssl) : undefined;
  return {
    rejectUnauthorized: verifies,
    ...(ca === undefined ? {} : { ca }),
    ...(ssl.crl === undefined || !verifies ? {} : { crl: pem(ssl.crl) }),
    ...(ssl.cert === undefined ? {} : { cert: pem(ssl.cert) }),
    ...(ssl.key === undefined ? {} : { key: pem(ssl.key) }),
    ...(ssl.keyPassword === undefined ? {} : { passphrase: ssl.keyPassword }),
    ...(ssl.serverName === undefined ? {} : { servername: ssl.serverName }),
    ...(ssl.ciphers === undefined ? {} : { ciphers: ssl.ciphers }),
    ...(ssl.minVersion === undefined ? {} : { minVersion: ssl.minVersion as tls.SecureVersion }),
    ...(ssl.maxVersion === undefined ? {} : { maxVersion: ssl.maxVersion as tls.SecureVersion }),
    // `verify-ca` trusts the authority whatever name the certificate has. The name is ours to say: where a driver dials an
    // address, Node would else compare with "localhost".
    checkServerIdentity: (_, certificate) =>
      ssl.mode === 'verify-full' ? tls.checkServerIdentity(ssl.serverName ?? host, certificate) : undefined,
  };
}

/** Whom to trust; nothing: whom Node trusts. */
function authorities({ ca, caFolder, systemCa }: SslSettings): string[] | undefined {
  if (systemCa) return systemAuthorities();
  const files = [...(ca === undefined ? [] : [ca]), ...(caFolder === undefined ? [] : hashedFiles(caFolder))];
  return files.length === 0 ? undefined : files.map(pem);
}

function hashedFiles(folder: string): readonly string[] {
  let names: readonly string[];
  try {
    names = readdirSync(folder).filter((name) => HASHED.test(name));
  } catch (error) {
    throw unreadable(folder, errorMessage(error));
  }
  if (names.length === 0) throw unreadable(folder, 'it has no file with a hashed name: openssl rehash makes them');
  return names.map((name) => join(folder, name));
}

function systemAuthorities(): string[] {
  // Since Node 22.15; what Node brings along are the authorities of Mozilla, which an administrator has no say in.
  const get = (tls as { readonly getCACertificates?: (type: string) => string[] }).getCACertificates;
  const found = get?.('system') ?? [];
  if (found.length > 0) return found;
  throw new CertificateError(
    'This Node cannot read the authorities that the system trusts',
    'name their file with sslrootcert, for example /etc/ssl/certs/ca-certificates.crt, or use Node 22.15 or later',
  );
}

function pem(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw unreadable(path, errorMessage(error));
  }
}

function unreadable(path: string, reason: string): Error {
  return new CertificateError(`The certificate or key ${JSON.stringify(path)} cannot be read`, reason, path);
}
