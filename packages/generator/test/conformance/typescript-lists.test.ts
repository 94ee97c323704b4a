import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '../cli/support/database.js';
import { configuration, type TestConnection } from '../cli/support/project.js';
import { nodeBinary } from '../package/packed.js';
import type { Engine, ExecutedAdapter } from '../support/engines.js';
import { orm } from '../support/orm-in-process.js';
import { compile, installPackages } from '../targets/typescript/support/ts-project.js';
import type { MainSettings, Played } from './typescript/main.js';

const FOLDER = join(import.meta.dirname, '../../../../conformance');
const RUNNER = join(import.meta.dirname, 'typescript');

const ENGINES: Readonly<Record<ExecutedAdapter, readonly Engine[]>> = {
  sqlite: ['sqlite'],
  pgsql: ['pgsql15', 'pgsql18'],
  mysql: ['mariadb', 'mariadb11', 'mysql9'],
};

/**
 * Other versions of Node that play the scenarios with a pool of 8, on these engines; on all of those where ORM_CONFORMANCE_NODES names
 * versions.
 */
const NODES = process.env['ORM_CONFORMANCE_NODES']?.split(',') ?? ['22.23.3', '24.9.0'];
const NODE_ENGINES: readonly Engine[] =
  process.env['ORM_CONFORMANCE_NODES'] === undefined ? ['sqlite', 'pgsql15'] : Object.values(ENGINES).flat();

/** How the scenarios are played: by how many connections, and by which Node. */
interface Way {
  readonly title: string;
  readonly pool: number;
  readonly node?: string;
}

/** The class of the table whose hooks are the runner's. */
const WATCHED = `import type { Connection, ListChange } from '@ormgen/runtime';
import { goesOn, noteChange } from '../hooks.js';
import { WatchedBase, WatchedQueryBase } from './base/watched.js';

export class Watched extends WatchedBase {
  static override preSave(): boolean {
    return goesOn('preSave');
  }

  override preDelete(): boolean {
    return goesOn('preDelete');
  }

  static async postListChange(change: ListChange, _con: Connection): Promise<void> {
    noteChange(change);
  }
}

export class WatchedQuery<R = Watched> extends WatchedQueryBase<R> {}
`;

/** Scenarios that cannot be played yet, by the reason. */
const pending = (JSON.parse(readFileSync(join(FOLDER, 'pending-typescript.json'), 'utf8')) as Pending[]).flatMap(
  ({ scenarios }) => scenarios,
);
interface Pending {
  readonly reason: string;
  readonly scenarios: readonly string[];
}

const only = process.env['ORM_CONFORMANCE'] ?? '';

/** A folder for what is sent, which scripts/compare-journals.mjs compares with what PHP sends. */
const journals = process.env['ORM_JOURNAL'];

describe.each(Object.entries(ENGINES))('lists in TypeScript, %s', (adapter, engines) => {
  let project = '';

  beforeAll(async () => {
    project = await builtProject({ adapter });
  });
  afterAll(() => rmSync(project, { recursive: true, force: true }));

  describe.each(engines)('%s', (engine) => {
    // Many scenarios wait, for locks and for others: the ways to play them take their time together.
    test('are as the scenarios say, with pools of 1 and 8 and on other versions of Node', async (context) => {
      const versions = NODE_ENGINES.includes(engine) ? NODES : [];
      const ways: Way[] = [
        { title: 'a pool of 1', pool: 1 },
        { title: 'a pool of 8', pool: 8 },
        ...versions.map((version) => ({ title: `Node ${version}`, pool: 8, node: nodeBinary(version) })),
      ];
      const plays: Promise<void>[] = [];
      for (const way of ways) {
        const database = await freshDatabase(engine, context);
        await makeTables(project, database);
        const played = play(project, engine, database, way);
        plays.push(played.then((result) => expectPlayed(`${engine}, ${way.title}`, result)));
      }
      await Promise.all(plays);
    });
  });
});

function expectPlayed(title: string, played: readonly Played[]): void {
  const failures = played.filter(({ name, failure }) => failure !== undefined && !pending.includes(name));
  expect(failures.map(({ name, failure = '' }) => `${name}\n    ${failure}`).join('\n\n')).toBe('');
  const tooMany = played.filter(({ name, failure }) => failure === undefined && pending.includes(name));
  expect(tooMany.map(({ name }) => name)).toEqual([]);
  const passed = played.filter(({ failure }) => failure === undefined).length;
  process.stderr.write(`${title}: ${String(passed)} of ${String(played.length)} scenarios played\n`);
  expect(played.length > 0 || only !== '').toBe(true);
}

/** A project with the classes of the scenarios and the runner, compiled. */
async function builtProject(connection: TestConnection): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'orm-lists-'));
  writeConfiguration(folder, connection);
  copyFileSync(join(FOLDER, 'conformance-schema.xml'), join(folder, 'schema.xml'));
  for (const command of ['sql:build', 'model:build']) {
    const { code, stderr } = await orm(folder, command);
    expect(code, stderr).toBe(0);
  }
  installPackages(folder);
  writeFileSync(join(folder, 'src/models/watched.ts'), WATCHED);
  for (const file of readdirSync(RUNNER)) copyFileSync(join(RUNNER, file), join(folder, 'src', file));
  expect(compile(folder, 'src/main.ts', 'src/models/index.ts')).toEqual([]);
  return folder;
}

function writeConfiguration(folder: string, connection: TestConnection): void {
  const more = { generator: { targets: ['typescript'] }, paths: { tsDir: 'src/models' } };
  writeFileSync(join(folder, 'orm.json'), configuration({ conformance: connection }, more));
}

async function makeTables(folder: string, { connection }: TestDatabase): Promise<void> {
  writeConfiguration(folder, connection);
  expect((await orm(folder, 'sql:insert')).code).toBe(0);
}

async function play(
  folder: string,
  engine: Engine,
  { adapter, connection }: TestDatabase,
  { pool, node = process.execPath }: Way,
): Promise<readonly Played[]> {
  const { dsn = '', user = '', password = '' } = connection;
  const database = { adapter, dsn, ...(adapter === 'sqlite' ? {} : { user, password }) };
  const journal = pool === 1 && journals !== undefined ? join(journals, `typescript-${engine}.jsonl`) : undefined;
  const settings: MainSettings = { engine, database, pool, folder: FOLDER, only, journal };
  const path = join(mkdtempSync(join(folder, 'play-')), 'settings.json');
  writeFileSync(path, JSON.stringify(settings));
  const program = join(folder, 'built/src/main.js');
  const { stdout } = await promisify(execFile)(node, [program, path], { maxBuffer: 1e8 });
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Played);
}
