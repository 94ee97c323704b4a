import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineUrl } from '../../../../scripts/engines/locate.mjs';
import {
  type Certificate,
  canStart,
  makeCertificates,
  startTlsServer,
  type TlsServer,
} from '../../../../scripts/engines/tls.mjs';
import { type Attempt, type Client, node, type Outcome, php, runtime } from './clients.js';
import { type FakeServer, fakeMysql, fakePgsql } from './fake-servers.js';
import { mysqlSettings, pgsqlSettings, type Setting } from './settings.js';

const folder = mkdtempSync(join(tmpdir(), 'orm-tls-'));
const CLIENTS: Readonly<Record<'Node' | 'TypeScript' | 'PHP', Client>> = { Node: node, TypeScript: runtime, PHP: php };
const NAMES = ['Node', 'TypeScript', 'PHP'] as const;
const CERTIFICATES: readonly Certificate[] = ['right', 'wrong-name', 'wrong-authority', 'name-only'];
const PASSWORD = 'hunter2-correct-horse';

beforeAll(() => {
  chmodSync(folder, 0o755);
  makeCertificates(folder);
  mkdirSync(join(folder, 'home/.postgresql'), { recursive: true });
  copyFileSync(join(folder, 'ca.pem'), join(folder, 'home/.postgresql/root.crt'));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

type Where = Pick<Attempt, 'adapter' | 'port' | 'user' | 'password' | 'database'>;

const attempt = (where: Where, { dsn = '', attributes = {}, environment = {} }: Setting): Attempt => ({
  ...where,
  dsn,
  attributes,
  // Nothing of the person who runs this.
  environment: { HOME: join(folder, 'nobody'), ...environment },
});

/** What has to come of a setting on a server with a certificate, or without TLS. */
function expected(setting: Setting, certificate: Certificate | undefined, client: string): Outcome {
  const { verifies, trusts = 'right' } = setting;
  if (setting.wrong || (setting.notInNode && client !== 'PHP')) return 'refused';
  if (certificate === undefined) return setting.onPlain ?? 'refused';
  if (setting.onTls !== undefined) return setting.onTls;
  const authority = certificate === 'wrong-authority' ? 'other' : 'right';
  // The server does not know the client's authority.
  if (setting.showsOwn && authority === 'other') return 'refused';
  if (setting.fallsBack && client === 'PHP') return authority === 'right' ? 'encrypted' : 'plain';
  if (verifies !== undefined && authority !== trusts) return 'refused';
  const isNamed = certificate === 'right' || certificate === 'wrong-authority';
  if (verifies === 'authority and name' && !isNamed) return 'refused';
  return setting.revokes && certificate === 'right' ? 'refused' : 'encrypted';
}

/** Runs all settings against a server; what differs from what must be, line by line. */
async function differences(
  where: Where,
  settings: readonly Setting[],
  certificate: Certificate | undefined,
  name: keyof typeof CLIENTS,
): Promise<readonly string[]> {
  const results = await CLIENTS[name](settings.map((setting) => attempt(where, setting)));
  return settings.flatMap((setting, i) => {
    const { outcome, reason } = results[i] ?? { outcome: 'none', reason: '' };
    const wanted = expected(setting, certificate, name);
    if (outcome === wanted || (setting.since16 && /invalid connection option/.test(reason))) return [];
    return [`${setting.name}: ${outcome} (${reason}), not ${wanted}`];
  });
}

const ENGINES = [
  ['pgsql15', 'pgsql'],
  ['mariadb', 'mysql'],
  ['mysql9', 'mysql'],
] as const;
// As with other engines: one that is missing is a failure in CI and nowhere else.
const installed = ENGINES.filter(([engine]) => canStart(engine) || process.env['CI'] === 'true');

describe.each(installed)('TLS to %s', (engine, adapter) => {
  let server: TlsServer | undefined;
  const settings = adapter === 'pgsql' ? pgsqlSettings(folder) : mysqlSettings(folder);

  beforeAll(async () => {
    server = await startTlsServer(engine, folder);
  });

  afterAll(async () => {
    await server?.stop();
  });

  test.each(CERTIFICATES.flatMap((certificate) => NAMES.map((name) => [certificate, name] as const)))(
    'is never weaker than what was asked for: certificate %s, %s',
    async (certificate, name) => {
      if (server === undefined) throw new Error('started before');
      await server.show(certificate);
      expect(await differences({ adapter, ...server }, settings, certificate, name)).toEqual([]);
    },
  );

  test.each(NAMES)('without TLS, %s: never plain where TLS was asked for', async (name) => {
    // MySQL itself always has TLS; its own imitation below has none.
    const url = engine === 'mysql9' ? undefined : engineUrl(engine);
    if (url === undefined) return;
    const { port, username, password, pathname } = new URL(url);
    const where = { adapter, port: Number(port), user: username, password, database: pathname.slice(1) };
    expect(await differences(where, settings, undefined, name)).toEqual([]);
  });
});

/** Settings after which a server got a login before TLS, or a password that it asked for as it is. */
async function betrayed(
  fake: FakeServer,
  adapter: Attempt['adapter'],
  settings: readonly Setting[],
  name: keyof typeof CLIENTS,
): Promise<{ loggedIn: string[]; told: string[] }> {
  const where = { adapter, port: fake.port, user: 'anna', password: PASSWORD, database: 'app' };
  const loggedIn: string[] = [];
  const told: string[] = [];
  for (const setting of settings) {
    await CLIENTS[name]([attempt(where, setting)]);
    const { loginInClear, answers } = fake.learned();
    if (loginInClear) loggedIn.push(setting.name);
    if (answers.includes(PASSWORD)) told.push(setting.name);
  }
  return { loggedIn, told };
}

describe.each(NAMES)('a server that is after passwords, %s', (name) => {
  test.each(['pgsql', 'mysql'] as const)('%s without TLS learns nothing where TLS was asked for', async (adapter) => {
    const fake = await (adapter === 'pgsql' ? fakePgsql() : fakeMysql());
    try {
      const settings = adapter === 'pgsql' ? pgsqlSettings(folder) : mysqlSettings(folder);
      const { loggedIn, told } = await betrayed(fake, adapter, settings, name);
      const allowed = settings.filter((setting) => setting.onPlain === 'plain' && !setting.wrong);
      const withoutOld = allowed.filter(({ since16 }) => since16 !== true || name !== 'PHP');
      // Those that did not ask for TLS log in, so the server does see what there is to see.
      expect(loggedIn.filter((each) => !/SCRAM/.test(each))).toEqual(
        withoutOld.map((setting) => setting.name).filter((each) => !/SCRAM/.test(each)),
      );
      expect(told.filter((each) => allowed.find((setting) => setting.name === each)?.hides !== undefined)).toEqual([]);
      expect(told.filter((each) => !allowed.some((setting) => setting.name === each))).toEqual([]);
      if (adapter === 'pgsql') expect(told).toContain('prefer');
    } finally {
      await fake.close();
    }
  });

  test('pgsql with TLS and the right certificate gets no password as it is where the way is prescribed', async () => {
    const [cert, key] = ['right.pem', 'right.key'].map((file) => readFileSync(join(folder, file), 'utf8'));
    const context = createSecureContext({ ...(cert && { cert }), ...(key && { key }) });
    const fake = await fakePgsql(context);
    try {
      const settings = pgsqlSettings(folder);
      const { loggedIn, told } = await betrayed(fake, 'pgsql', settings, name);
      expect(loggedIn.filter((each) => !/SCRAM/.test(each))).toEqual(['disable', 'allow', 'PGSSLMODE=disable']);
      expect(told.filter((each) => settings.find((setting) => setting.name === each)?.hides)).toEqual([]);
      expect(told).toContain('verify-full');
    } finally {
      await fake.close();
    }
  });

  test('pgsql with a wrong certificate gets no password where it is verified', async () => {
    const [cert, key] = ['wrong-authority.pem', 'wrong-authority.key'].map((file) =>
      readFileSync(join(folder, file), 'utf8'),
    );
    const fake = await fakePgsql(createSecureContext({ ...(cert && { cert }), ...(key && { key }) }));
    try {
      const settings = pgsqlSettings(folder);
      const { told } = await betrayed(fake, 'pgsql', settings, name);
      const believed = (each: string): boolean =>
        settings.some(
          ({ name: own, verifies, trusts }) => own === each && verifies !== undefined && trusts !== 'other',
        );
      expect(told.filter(believed)).toEqual([]);
      expect(told).toContain('require');
    } finally {
      await fake.close();
    }
  });

  test('pgsql that asks for nothing is not believed where authentication is prescribed', async () => {
    const fake = await fakePgsql(undefined, 'nothing');
    try {
      const where = { adapter: 'pgsql' as const, port: fake.port, user: 'anna', password: PASSWORD, database: 'app' };
      const setting = { name: '', dsn: ';sslmode=disable;require_auth=scram-sha-256' };
      const [result] = await CLIENTS[name]([attempt(where, setting)]);
      expect(result?.outcome).toBe('refused');
      expect(result?.reason).toMatch(/asked for no authentication|invalid connection option/);
    } finally {
      await fake.close();
    }
  });
});
