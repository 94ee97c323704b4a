import { join } from 'node:path';

/** What somebody asks for, and what has to come of it on each kind of server. */
export interface Setting {
  readonly name: string;
  readonly dsn?: string;
  readonly attributes?: Readonly<Record<string, string | boolean>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** It contradicts itself: nobody connects with it. */
  readonly wrong?: true;
  /** What a server with and one without TLS gets; encrypted and nothing else where it is not said. */
  readonly onTls?: 'plain';
  readonly onPlain?: 'plain';
  /** What of a certificate is looked at. */
  readonly verifies?: 'authority' | 'authority and name';
  /** The authority that is trusted, where it is not the right one. */
  readonly trusts?: 'other' | 'nobody';
  /** The client shows a certificate of its own, of the right authority. */
  readonly showsOwn?: true;
  /** libpq verifies what was given and, since nobody insists on TLS, goes on without. */
  readonly fallsBack?: true;
  /** Certificates that were revoked are refused. */
  readonly revokes?: true;
  /** Node has no such thing, and refuses it wherever libpq would do it. */
  readonly notInNode?: true;
  /** A server that asks for the password as it is, in a connection that may be encrypted, does not get it. */
  readonly hides?: true;
  /** libpq of this machine may be too old for it, and then refuses it. */
  readonly since16?: true;
}

const none = { onTls: 'plain', onPlain: 'plain' } as const;
const prefers = { onPlain: 'plain' } as const;
const nobody = { verifies: 'authority and name', trusts: 'nobody' } as const;
const full = { verifies: 'authority and name' } as const;

export function pgsqlSettings(folder: string): readonly Setting[] {
  const file = (name: string): string => join(folder, name);
  const root = `;sslrootcert=${file('ca.pem')}`;
  const home = { HOME: file('home') };
  return [
    { name: 'nothing', ...prefers },
    { name: 'prefer', dsn: ';sslmode=prefer', ...prefers },
    { name: 'prefer with authorities', dsn: `;sslmode=prefer${root}`, ...prefers, fallsBack: true },
    { name: 'disable', dsn: ';sslmode=disable', ...none },
    { name: 'allow', dsn: ';sslmode=allow', ...none },
    { name: 'require', dsn: ';sslmode=require' },
    { name: 'require with authorities', dsn: `;sslmode=require${root}`, verifies: 'authority' },
    { name: 'require with authorities at home', dsn: ';sslmode=require', environment: home, verifies: 'authority' },
    { name: 'verify-ca', dsn: `;sslmode=verify-ca${root}`, verifies: 'authority' },
    { name: 'verify-ca without authorities', dsn: ';sslmode=verify-ca', wrong: true },
    { name: 'verify-full', dsn: `;sslmode=verify-full${root}`, ...full },
    { name: 'verify-full without authorities', dsn: ';sslmode=verify-full', wrong: true },
    { name: 'verify-full with authorities at home', dsn: ';sslmode=verify-full', environment: home, ...full },
    {
      name: 'verify-full with other authorities',
      dsn: `;sslmode=verify-full;sslrootcert=${file('other-ca.pem')}`,
      ...full,
      trusts: 'other',
    },
    {
      name: 'a list of revoked ones',
      dsn: `;sslmode=verify-full${root};sslcrl=${file('crl.pem')}`,
      ...full,
      revokes: true,
    },
    { name: 'an empty list of revoked ones', dsn: `;sslmode=verify-full${root};sslcrl=${file('no-crl.pem')}`, ...full },
    { name: 'TLS 1.3', dsn: `;sslmode=verify-full${root};ssl_min_protocol_version=TLSv1.3`, ...full },
    { name: 'the system', dsn: ';sslrootcert=system', ...nobody },
    { name: 'the system, verify-full', dsn: ';sslmode=verify-full;sslrootcert=system', ...nobody },
    { name: 'the system, require', dsn: ';sslmode=require;sslrootcert=system', wrong: true },
    {
      name: 'the system, PGSSLMODE=require',
      dsn: ';sslrootcert=system',
      environment: { PGSSLMODE: 'require' },
      wrong: true,
    },
    { name: 'PGSSLROOTCERT=system', environment: { PGSSLROOTCERT: 'system' }, ...nobody },
    { name: 'PGSSLMODE=disable', environment: { PGSSLMODE: 'disable' }, ...none },
    { name: 'PGSSLMODE=require', environment: { PGSSLMODE: 'require' } },
    { name: 'PGSSLMODE=nonsense', environment: { PGSSLMODE: 'nonsense' }, wrong: true },
    {
      name: 'PGSSLMODE=verify-full',
      environment: { PGSSLMODE: 'verify-full', PGSSLROOTCERT: file('ca.pem') },
      ...full,
    },
    { name: 'PGSSLMODE=verify-full without authorities', environment: { PGSSLMODE: 'verify-full' }, wrong: true },
    { name: 'the DSN wins over PGSSLMODE', dsn: ';sslmode=require', environment: { PGSSLMODE: 'disable' } },
    { name: 'GSSAPI', dsn: ';gssencmode=require', wrong: true },
    { name: 'PGGSSENCMODE', environment: { PGGSSENCMODE: 'require' }, wrong: true },
    { name: 'no GSSAPI', dsn: ';gssencmode=disable;sslmode=require' },
    { name: 'channel binding', dsn: ';sslmode=require;channel_binding=require', notInNode: true, hides: true },
    {
      name: 'PGCHANNELBINDING',
      dsn: ';sslmode=require',
      environment: { PGCHANNELBINDING: 'require' },
      notInNode: true,
      hides: true,
    },
    { name: 'no channel binding', dsn: ';sslmode=require;channel_binding=disable' },
    { name: 'SCRAM only', dsn: ';sslmode=require;require_auth=scram-sha-256', since16: true, hides: true },
    { name: 'no cleartext', dsn: ';sslmode=require;require_auth=!password', since16: true, hides: true },
    {
      name: 'SCRAM only, without TLS',
      dsn: ';sslmode=disable;require_auth=scram-sha-256',
      ...none,
      since16: true,
      hides: true,
    },
    { name: 'cleartext only', dsn: ';sslmode=require;require_auth=password', since16: true, wrong: true },
    { name: 'a method that is none', dsn: ';require_auth=magic', wrong: true },
  ];
}

export function mysqlSettings(folder: string): readonly Setting[] {
  const file = (name: string): string => join(folder, name);
  const ssl = (parts: Readonly<Record<string, string | boolean>>): Readonly<Record<string, string | boolean>> =>
    Object.fromEntries(Object.entries(parts).map(([name, value]) => [`MYSQL_ATTR_SSL_${name}`, value]));
  const VERIFY = 'VERIFY_SERVER_CERT';
  const ca = { CA: file('ca.pem') };
  const own = { CERT: file('client.pem'), KEY: file('client.key') };
  const CIPHER = 'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256';
  return [
    { name: 'nothing', ...none },
    { name: 'CA', attributes: ssl(ca), ...full },
    { name: 'CA and VERIFY', attributes: ssl({ ...ca, [VERIFY]: true }), ...full },
    { name: 'CA, CERT and KEY', attributes: ssl({ ...ca, ...own }), ...full, showsOwn: true },
    { name: 'CA and CIPHER', attributes: ssl({ ...ca, CIPHER }), ...full },
    { name: 'CAPATH', attributes: ssl({ CAPATH: file('ca') }), ...full },
    { name: 'CAPATH and VERIFY', attributes: ssl({ CAPATH: file('ca'), [VERIFY]: true }), ...full },
    { name: 'CA of others', attributes: ssl({ CA: file('other-ca.pem') }), ...full, trusts: 'other' },
    { name: 'CA that is not there', attributes: ssl({ CA: file('missing.pem') }), wrong: true },
    { name: 'CAPATH that is not there', attributes: ssl({ CAPATH: file('missing') }), wrong: true },
    { name: 'CIPHER', attributes: ssl({ CIPHER }), ...nobody },
    { name: 'CIPHER that is none', attributes: ssl({ CIPHER: 'nonsense', [VERIFY]: false }), wrong: true },
    { name: 'CERT and KEY', attributes: ssl(own), ...nobody },
    { name: 'CA, not verified', attributes: ssl({ ...ca, [VERIFY]: false }) },
    { name: 'CA of others, not verified', attributes: ssl({ CA: file('other-ca.pem'), [VERIFY]: false }) },
    { name: 'CAPATH, not verified', attributes: ssl({ CAPATH: file('ca'), [VERIFY]: false }) },
    { name: 'CIPHER, not verified', attributes: ssl({ CIPHER, [VERIFY]: false }) },
    { name: 'CERT and KEY, not verified', attributes: ssl({ ...own, [VERIFY]: false }), showsOwn: true },
    { name: 'VERIFY alone', attributes: ssl({ [VERIFY]: true }), wrong: true },
    { name: 'VERIFY alone, as a text', attributes: ssl({ [VERIFY]: '1' }), wrong: true },
    { name: 'VERIFY with CIPHER', attributes: ssl({ CIPHER, [VERIFY]: true }), wrong: true },
    { name: 'VERIFY with CERT and KEY', attributes: ssl({ ...own, [VERIFY]: true }), wrong: true },
    { name: 'no VERIFY alone', attributes: ssl({ [VERIFY]: false }), ...none },
    { name: 'an empty CA', attributes: ssl({ CA: '' }), wrong: true },
    { name: 'an empty CAPATH', attributes: ssl({ CAPATH: '' }), wrong: true },
    { name: 'an empty CIPHER', attributes: ssl({ CIPHER: '', [VERIFY]: false }), wrong: true },
  ];
}
