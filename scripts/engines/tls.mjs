// Servers with TLS, whose certificate can be exchanged while they run. For tests of what clients accept.

import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { engineOf } from './engines.mjs';
import { start, stop } from './lifecycle.mjs';
import { enginePaths, login } from './settings.mjs';
import { query as mysqlQuery } from './wire-mysql.mjs';
import { query as pgsqlQuery } from './wire-pgsql.mjs';

/** The certificates a server can show: the right one, one for another name, one of an authority nobody trusts. */
const SERVERS = {
  right: { authority: 'ca', names: 'DNS:localhost,IP:127.0.0.1' },
  'wrong-name': { authority: 'ca', names: 'DNS:elsewhere.example' },
  'wrong-authority': { authority: 'other-ca', names: 'DNS:localhost,IP:127.0.0.1' },
  // For a client that says localhost when it was told 127.0.0.1.
  'name-only': { authority: 'ca', names: 'DNS:localhost' },
};

/**
 * Makes authorities, certificates and keys in an empty folder: `ca.pem` and the folder `ca` of hashed names, `other-ca.pem`,
 * `client.pem` with `client.key`, a list of revoked certificates `crl.pem` that has the right server's in it.
 */
export function makeCertificates(folder) {
  const openssl = (...args) => {
    const { status, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`openssl ${args[0]} failed: ${stderr}`);
  };
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc'];
  for (const name of ['ca', 'other-ca']) {
    openssl(
      'req',
      '-x509',
      ...key,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
    );
  }
  const sign = (name, authority, subject, extensions) => {
    openssl('req', ...key, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', subject);
    writeFileSync(join(folder, `${name}.cnf`), `${extensions}\n`);
    const by = ['-CA', `${authority}.pem`, '-CAkey', `${authority}.key`, '-CAcreateserial'];
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      ...by,
      '-days',
      '2',
      '-extfile',
      `${name}.cnf`,
      '-out',
      `${name}.pem`,
    );
  };
  for (const [name, { authority, names }] of Object.entries(SERVERS)) {
    sign(name, authority, `/CN=${name}`, `subjectAltName=${names}`);
  }
  sign('client', 'ca', `/CN=${login.user}`, 'extendedKeyUsage=clientAuth');
  mkdirSync(join(folder, 'ca'));
  copyFileSync(join(folder, 'ca.pem'), join(folder, 'ca', 'ca.pem'));
  const hash = spawnSync('openssl', ['x509', '-hash', '-noout', '-in', 'ca.pem'], { cwd: folder, encoding: 'utf8' });
  symlinkSync('ca.pem', join(folder, 'ca', `${hash.stdout.trim()}.0`));
  revoke(folder, openssl);
}

function revoke(folder, openssl) {
  const settings = [
    '[ca]',
    'default_ca = own',
    '[own]',
    'database = index.txt',
    'default_md = sha256',
    'default_crl_days = 2',
  ];
  writeFileSync(join(folder, 'crl.cnf'), `${settings.join('\n')}\n`);
  writeFileSync(join(folder, 'index.txt'), '');
  const by = ['-config', 'crl.cnf', '-cert', 'ca.pem', '-keyfile', 'ca.key'];
  openssl('ca', ...by, '-gencrl', '-out', 'no-crl.pem');
  openssl('ca', ...by, '-revoke', 'right.pem');
  openssl('ca', ...by, '-gencrl', '-out', 'crl.pem');
}

/** How a family is told to use TLS, to read its certificate again, and to do without TLS. */
const families = {
  postgres: {
    query: pgsqlQuery,
    arguments: (files) => ['-c', 'ssl=on', '-c', `ssl_cert_file=${files.cert}`, '-c', `ssl_key_file=${files.key}`],
    reload: 'SELECT pg_reload_conf()',
  },
  mysql: {
    query: mysqlQuery,
    // MySQL shows no certificate that its own authority did not sign.
    arguments: (files) => [`--ssl-ca=${files.ca}`, `--ssl-cert=${files.cert}`, `--ssl-key=${files.key}`],
  },
};

/**
 * Starts an engine with TLS beside those that `start` of the command line knows. `show(certificate)` makes it show another
 * certificate of the folder from the next connection on.
 */
export async function startTlsServer(name, certificates) {
  const base = engineOf(name);
  const family = families[base.scheme];
  const own = `${name}-tls`;
  const { home } = enginePaths(own);
  const files = { ca: join(home, 'ca.pem'), cert: join(home, 'server.pem'), key: join(home, 'server.key') };
  const put = (certificate) => {
    for (const [from, to] of [
      [`${SERVERS[certificate].authority}.pem`, files.ca],
      [`${certificate}.pem`, files.cert],
      [`${certificate}.key`, files.key],
    ]) {
      copyFileSync(join(certificates, from), to);
      chmodSync(to, 0o600);
      const user = base.user();
      if (user) chownSync(to, user.uid, user.gid);
    }
  };
  const engine = {
    ...base,
    name: own,
    prepare: (context) => {
      put('right');
      return base.prepare(context);
    },
    command: (context) => {
      const [command, args] = base.command(context);
      return [command, [...args, ...family.arguments(files)]];
    },
  };
  await stop(engine);
  const { port, version } = await start(engine);
  const reload = family.reload ?? (version.startsWith('MariaDB') ? 'FLUSH SSL' : 'ALTER INSTANCE RELOAD TLS');
  return {
    ...login,
    port,
    async show(certificate) {
      put(certificate);
      await family.query({ ...login, port }, reload);
    },
    stop: () => stop(engine),
  };
}

/** Whether the engine is on this machine. */
export function canStart(name) {
  return engineOf(name).isInstalled();
}
