// Writers on every node of a Galera cluster, and what they leave behind.

import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeUrls } from '../../scripts/engines/locate.mjs';
import { buildProject } from '../../scripts/php/project.mjs';
import { run, runtimeFolder } from '../../scripts/php/tools.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** The URLs of the nodes; throws where there are fewer than three, because nothing would be proven then. */
export function clusterNodes() {
  const urls = nodeUrls('galera');
  if (urls.length >= 3) return urls;
  throw new Error(
    `three nodes are needed and ${urls.length} found; start them with: node scripts/engines.mjs start galera`,
  );
}

/** Runs a script of this folder and returns what it prints as JSON. */
async function php(script, args, minutes = 15) {
  const { code, output } = await run('php', ['-d', 'memory_limit=512M', here(script), ...args.map(String)], {
    minutes,
  });
  if (code !== 0) throw new Error(`${script} failed:\n${output}`);
  return JSON.parse(output);
}

/** Adds up what the writers report: counts, counts by name, and lists. */
function total(reports) {
  const sum = {};
  const add = (target, report) => {
    for (const [name, value] of Object.entries(report)) {
      if (typeof value === 'number') target[name] = (target[name] ?? 0) + value;
      else if (Array.isArray(value)) target[name] = [...(target[name] ?? []), ...value];
      else add(Object.assign(target, { [name]: target[name] ?? {} })[name], value);
    }
  };
  for (const report of reports) add(sum, report);
  return sum;
}

/** Starts writers, in turn on each node, and returns the sum of their reports with the seconds it took. */
async function write(writers, start) {
  const urls = clusterNodes();
  const begun = performance.now();
  const reports = await Promise.all(
    Array.from({ length: writers }, (_, index) => start(urls[index % urls.length], index % urls.length, index)),
  );
  return { ...total(reports), seconds: (performance.now() - begun) / 1000 };
}

/** What the lists of a table look like on all nodes. */
const check = (database, { table, scopes, rank }) =>
  php('check.php', [database, table, scopes.join(), rank, ...clusterNodes()]);

/**
 * What the writers report, with what is found in each table. `lost` are rows that should be there by what was
 * acknowledged, `stray` those that should not.
 */
function judged({ inserted, deleted, ...written }, before, after) {
  const expected = new Set([...before.flatMap(({ ids }) => ids), ...inserted]);
  for (const row of deleted) expected.delete(row);
  const rows = new Set(after.flatMap(({ ids }) => ids));
  return {
    ...written,
    found: after.map(({ ids, ...found }) => ({ rows: ids.length, ...found })),
    lost: [...expected].filter((row) => !rows.has(row)).length,
    stray: [...rows].filter((row) => !expected.has(row)).length,
  };
}

async function onServer(action, database) {
  const script = fileURLToPath(new URL('../../scripts/php/database.php', import.meta.url));
  const { code, output } = await run('php', [script, action, database], { env: { SERVER_URL: clusterNodes()[0] } });
  if (code !== 0) throw new Error(`cannot ${action} ${database}:\n${output}`);
}

/** The load in bare PDO by one of the protocols of bare.php. */
export async function bareLoad(protocol, { writers, operations, lists = 4, rows = 40, seed }) {
  const database = `orm_galera_${randomBytes(6).toString('hex')}`;
  await onServer('create', database);
  try {
    await php('bare-tables.php', [clusterNodes()[0], database, lists, rows]);
    const look = () => check(database, { table: 'item', scopes: ['list_id'], rank: 'place' });
    const before = [await look()];
    const each = Math.ceil(operations / writers);
    const written = await write(writers, (url, _node, index) =>
      php('bare.php', [url, database, protocol, seed + index, each, lists]),
    );
    return judged(written, before, [await look()]);
  } finally {
    await onServer('drop', database);
  }
}

/** The lists of schema.xml. */
const SORTABLE = [
  { table: 'task', scopes: ['list_id'], rank: 'sortable_rank' },
  { table: 'card', scopes: ['board', 'lane'], rank: 'sortable_rank' },
];

/** Builds the project with the real `orm`, with a configuration for each node, and removes it after `work`. */
async function inProject(work) {
  const urls = clusterNodes();
  const project = await buildProject('galera', { schemas: here('.') });
  try {
    const configuration = readFileSync(join(project.folder, 'generated-conf/config.php'), 'utf8');
    const [, address, database] = /host=([^;]+;port=\d+);dbname=(\w+)/.exec(configuration) ?? [];
    for (const [node, url] of urls.entries()) {
      const { hostname, port } = new URL(url);
      const own = configuration.replaceAll(address, `${hostname};port=${port}`);
      writeFileSync(join(project.folder, `generated-conf/config-${node}.php`), own);
    }
    return await work(project.folder, database);
  } finally {
    await project.remove();
  }
}

/** The load through generated classes. */
export function classLoad({ writers, operations, rows = 30, seed }) {
  return inProject(async (folder, database) => {
    await php('fill.php', [folder, runtimeFolder, rows]);
    const look = () => Promise.all(SORTABLE.map((list) => check(database, list)));
    const before = await look();
    const each = Math.ceil(operations / writers);
    const written = await write(writers, (_url, node, index) =>
      php('writer.php', [folder, runtimeFolder, node, seed + index, each]),
    );
    return judged(written, before, await look());
  });
}

/** What transactions are answered with that go back to savepoints, and what the nodes have afterwards. */
export function savepoints() {
  return inProject(async (folder, database) => {
    const answers = await php('savepoints.php', [folder, runtimeFolder]);
    const { same, nodes, ids } = await check(database, SORTABLE[0]);
    return { answers, same, nodes, rows: ids.length };
  });
}

/** What list operations are answered with, on each node, on a table without a header table. */
export function refusals() {
  return inProject(async (folder) => {
    const answers = [];
    for (const node of clusterNodes().keys()) answers.push(await php('refusal.php', [folder, runtimeFolder, node]));
    return answers;
  });
}
