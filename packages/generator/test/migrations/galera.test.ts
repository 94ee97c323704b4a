import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { describe, expect, test } from 'vitest';
import { nodeUrls } from '../../../../scripts/engines/locate.mjs';
import { change, START } from '../cli/support/migrations.js';
import { configuration, project } from '../cli/support/project.js';
import { DOCS } from '../docs/php-page.js';
import { numberOfRuns } from '../properties/random-runs.js';
import { orm } from '../support/orm-in-process.js';
import { runOrm, startOrm } from '../support/orm-process.js';

/** Runs with a cluster only: `node scripts/engines.mjs run galera -- npx vitest run …/galera.test.ts`. */
const NODES = nodeUrls('galera').map((url: string) => new URL(url));
const RUNS = numberOfRuns(5);

const PAGES = START.replace(
  '<column name="author_id" type="INTEGER"/>',
  '<column name="author_id" type="INTEGER"/><column name="pages" type="INTEGER"/><index name="book_pages"><index-column name="pages"/></index>',
).replace('</database>', '<table name="tally"><column name="n" type="INTEGER" primaryKey="true"/></table></database>');

interface Cluster {
  readonly cwd: string;
  readonly folder: string;
  /** The commands of a runner on a node, from 0. */
  readonly on: (node: number, ...args: string[]) => string[];
  readonly query: (node: number, sql: string) => Promise<Record<string, unknown>[]>;
  readonly close: () => Promise<void>;
}

/** A database on a cluster, a project with three migrations, and a configuration for each node. */
async function openCluster(name: string): Promise<Cluster> {
  const clients = await Promise.all(NODES.map((url) => createConnection({ uri: url.href })));
  await clients[0]?.query(`DROP DATABASE IF EXISTS ${name}`);
  await clients[0]?.query(`CREATE DATABASE ${name}`);
  const files = Object.fromEntries(
    NODES.map(({ hostname, port, username, password }, at) => [
      `node${String(at)}/orm.json`,
      configuration(
        {
          shop: {
            adapter: 'mysql',
            dsn: `mysql:host=${hostname};port=${port};dbname=${name}`,
            user: username,
            password,
          },
        },
        { paths: { schemaDir: '..', migrationDir: '../generated-migrations' } },
      ),
    ]),
  );
  const cwd = project({ ...files, 'schema.xml': START });
  for (const [title, schema] of [
    ['start', START],
    ['pages', PAGES],
    ['longer', PAGES.replace('size="100"', 'size="150"')],
  ] as const) {
    change(cwd, schema);
    expect(await orm(join(cwd, 'node0'), 'migration:diff', '--name', title)).toMatchObject({ code: 0 });
  }
  const folder = join(cwd, 'generated-migrations/shop');
  const pages = readdirSync(folder).sort()[1] ?? '';
  appendFileSync(join(folder, pages, 'up.sql'), '\nINSERT INTO `tally` SELECT COUNT(*) FROM `tally`;\n');
  return {
    cwd,
    folder,
    on: (node, ...args) => [...args, '--config-dir', join(cwd, `node${String(node)}`)],
    query: async (node, sql) => {
      await clients[node]?.query('SET SESSION wsrep_sync_wait = 7');
      await clients[node]?.query(`USE ${name}`);
      const [rows] = (await clients[node]?.query(sql)) ?? [[]];
      return rows as Record<string, unknown>[];
    },
    close: async () => {
      await clients[0]?.query(`DROP DATABASE ${name}`);
      for (const client of clients) await client.end();
    },
  };
}

describe('runners on the nodes of a Galera cluster', () => {
  test('run each migration once, up and down', { timeout: 600_000 }, async () => {
    const cluster = await openCluster('orm_migrations_galera');
    const { on, query } = cluster;
    let others = 0;
    try {
      for (let round = 0; round < RUNS; round++) {
        for (const [command, expected] of [
          ['migration:migrate', ['longer', 'pages', 'start']],
          ['migration:down', ['longer', 'pages', 'start']],
        ] as const) {
          const args = command === 'migration:down' ? [command, '--yes', '--to', 'start'] : [command];
          const ended = await Promise.all(
            [0, 1, 0, 1].map((node) => runOrm(join(cluster.cwd, `node${String(node)}`), on(node, ...args))),
          );
          for (const { code, stderr } of ended) {
            expect({ code, stderr: stderr.replaceAll(/waiting for .*\n/g, '') }).toEqual({ code: 0, stderr: '' });
          }
          const ran = ended.flatMap(({ stdout }) =>
            [...stdout.matchAll(/_(\w+) → shop: [1-9]/g)].map(([, name]) => name),
          );
          // The first one stays.
          const wanted = round === 0 && command === 'migration:migrate' ? expected : ['longer', 'pages'];
          expect(ran.sort()).toEqual([...wanted]);
          others += ended.filter(({ stdout }) => stdout.includes('done by another runner')).length;
          const isUp = command === 'migration:migrate';
          expect(await query(1, 'SELECT state, in_flight FROM orm_migration')).toEqual(
            Array.from({ length: isUp ? 3 : 1 }, () => ({ state: 'done', in_flight: null })),
          );
          if (isUp) expect(await query(1, 'SELECT n FROM tally')).toEqual([{ n: 0 }]);
        }
      }
      // Else they never met, and nothing is shown.
      expect(others).toBeGreaterThan(0);
      const report = process.env['ORM_RANDOM_REPORT'];
      if (report !== undefined) {
        appendFileSync(
          report,
          `galera: ${RUNS} rounds of 4 runners on two nodes, up and down; ${others} found a migration done by another\n`,
        );
      }
    } finally {
      await cluster.close();
    }
  });

  test('a runner that died is gone on with where a person says so', async () => {
    const cluster = await openCluster('orm_migrations_galera_left');
    const { on, query, cwd } = cluster;
    const [first, second] = [join(cwd, 'node0'), join(cwd, 'node1')];
    try {
      expect(await runOrm(first, on(0, 'migration:migrate', '--to', 'start'))).toMatchObject({ code: 0 });
      const pages = readdirSync(cluster.folder).sort()[1] ?? '';
      await query(
        0,
        `INSERT INTO orm_migration (name, checksum, state, steps, done, in_flight, started_at, runner, orm_version) VALUES ('${pages}', '${await emptyChecksum()}', 'running', 4, 0, 0, NOW(), 'gone', '0')`,
      );
      const { child, ended } = startOrm(second, on(1, 'migration:migrate'));
      const told = new Promise<string>((resolve) => {
        let text = '';
        child.stderr?.on('data', (data: string) => {
          text += data;
          if (text.includes('\n')) resolve(text);
        });
      });
      const line = `waiting for another runner that has begun "${pages}" on "shop"; if none is left, --resume-at 1 runs the statement in which it stopped, --resume-at 2 takes it as done\n`;
      expect(await told).toContain(line);
      const page = readFileSync(join(DOCS, 'when-a-migration-failed.md'), 'utf8');
      expect(page).toContain(line.replace(/"\d{14}_/, '"20261116101501_').replace('"shop"', '"bookstore"'));
      expect((await runOrm(first, on(0, 'migration:status'))).stdout).toMatch(/running\s+\d+_pages/);
      const resumed = await runOrm(first, on(0, 'migration:migrate', '--resume-at', '1'));
      expect({ code: resumed.code, stderr: resumed.stderr }).toEqual({ code: 0, stderr: '' });
      // The one that waited finds it done.
      const { code, stdout, stderr } = await ended;
      expect(code, stderr).toBe(0);
      expect(stdout).toContain(`${pages} → shop: done by another runner\n`);
      expect(await query(1, 'SELECT n FROM tally')).toEqual([{ n: 0 }]);
    } finally {
      await cluster.close();
    }
  });

  test('a statement that fails is gone on with', async () => {
    const cluster = await openCluster('orm_migrations_galera_failed');
    const { on, query, cwd, folder } = cluster;
    try {
      const pages = readdirSync(folder).sort()[1] ?? '';
      const up = join(folder, pages, 'up.sql');
      appendFileSync(up, '\nDELETE FROM nothing;\n');
      const failed = await runOrm(join(cwd, 'node0'), on(0, 'migration:migrate'));
      expect(failed.code).toBe(1);
      expect(failed.stderr).toContain("nothing' doesn't exist");
      await query(1, 'CREATE TABLE nothing (n INT PRIMARY KEY)');
      const again = await runOrm(join(cwd, 'node1'), on(1, 'migration:migrate'));
      expect({ code: again.code, stderr: again.stderr }).toEqual({ code: 0, stderr: '' });
      expect(await query(0, 'SELECT n FROM tally')).toEqual([{ n: 0 }]);
    } finally {
      await cluster.close();
    }
  });
});

/** Of a migration of which nothing is done. */
async function emptyChecksum(): Promise<string> {
  const { createHash } = await import('node:crypto');
  return createHash('sha256').digest('hex');
}
