import { readdirSync, readFileSync, rmSync, utimesSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runOrm, startOrm } from '../support/orm-process.js';
import { Sandbox } from '../support/sandbox.js';

/** Ten kills here; `bench/kills.mjs` does a hundred. */
const KILLS = Number(process.env['ORM_KILL_RUNS'] ?? '10');
const DATABASES = 120;
const TABLES = 5;

type Version = 'old' | 'new';
type Folder = ReadonlyMap<string, string>;

const sandbox = new Sandbox();
const sqlFolder = join(sandbox.project, 'generated-sql');
const whole: Record<Version, Folder> = { old: new Map(), new: new Map() };
let duration = 0;

const databases = Array.from({ length: DATABASES }, (_, index) => `d${String(index).padStart(3, '0')}`);

function writeSchemas(version: Version): void {
  for (const database of databases) {
    const tables = Array.from({ length: TABLES }, (_, index) => {
      const filler = `${version} ${'description '.repeat(30)}`;
      return `<table name="t${index}" description="${filler}"><column name="id" type="INTEGER" primaryKey="true"/>
        <column name="${version}_text" type="VARCHAR" size="100" description="${filler}"/></table>`;
    });
    sandbox.write(`${database}_schema.xml`, `<database name="${database}">${tables.join('\n')}</database>`);
  }
}

const isLeftover = (name: string): boolean => name.endsWith('.orm-tmp');

function readFolder(): Map<string, string> {
  return new Map(readdirSync(sqlFolder).map((name) => [name, readFileSync(join(sqlFolder, name), 'utf8')]));
}

const withoutLeftovers = (folder: Folder): Folder => new Map([...folder].filter(([name]) => !isLeftover(name)));

beforeAll(async () => {
  const connections = databases.map(
    (name) => `      ${name}:\n        adapter: pgsql\n        dsn: pgsql:host=localhost;dbname=x\n`,
  );
  sandbox.write(
    'orm.yaml',
    `orm:\n  general:\n    project: kills\n  database:\n    connections:\n${connections.join('')}`,
  );
  for (const version of ['new', 'old'] as const) {
    writeSchemas(version);
    const started = performance.now();
    expect(await runOrm(sandbox.project, ['sql:build'])).toMatchObject({ code: 0, stderr: '' });
    duration = performance.now() - started;
    whole[version] = readFolder();
    expect(whole[version].size).toBe(DATABASES + 1);
  }
});

afterAll(() => {
  sandbox.remove();
});

/** Starts a build and kills it: at a random moment, or after some events in the folder it writes to. */
async function killedBuild(inWriting: boolean): Promise<boolean> {
  const { child, ended } = startOrm(sandbox.project, ['sql:build']);
  const kill = (): void => void child.kill('SIGKILL');
  if (inWriting) {
    let events = 1 + Math.floor(Math.random() * DATABASES * 2);
    const watcher = watch(sqlFolder, () => {
      if (--events === 0) kill();
    });
    const { signal } = await ended;
    watcher.close();
    return signal === 'SIGKILL';
  }
  const timer = setTimeout(kill, Math.random() * duration);
  const { signal } = await ended;
  clearTimeout(timer);
  return signal === 'SIGKILL';
}

describe('a build that is killed', () => {
  it('leaves every file whole, old or new, and the next build cleans up', async () => {
    let killed = 0;
    let whileWriting = 0;
    let leftovers = 0;
    for (let attempt = 0; killed < KILLS && attempt < KILLS * 3; attempt++) {
      const before = readFolder();
      const isOld = [...before].filter(([name, text]) => whole.old.get(name) === text).length;
      const target: Version = isOld > DATABASES / 2 ? 'new' : 'old';
      writeSchemas(target);
      if (!(await killedBuild(attempt % 2 === 0))) continue;
      killed++;
      const after = readFolder();
      const torn = [...withoutLeftovers(after)].filter(
        ([name, text]) => whole.old.get(name) !== text && whole.new.get(name) !== text,
      );
      expect(torn.map(([name]) => name)).toEqual([]);
      expect(withoutLeftovers(after).size).toBe(DATABASES + 1);
      const changed = [...after].some(([name, text]) => before.get(name) !== text);
      const finished = [...whole[target]].every(([name, text]) => after.get(name) === text);
      if (changed && !finished) whileWriting++;
      leftovers += [...after.keys()].filter((name) => isLeftover(name) && !before.has(name)).length;
    }
    const result = { killed, whileWriting, leftovers };
    console.log(`killed builds: ${JSON.stringify(result)}`);
    expect(killed).toBe(KILLS);
    expect(whileWriting).toBeGreaterThanOrEqual(Math.floor(KILLS * 0.3));

    // A file that a killed build might have left, whatever chance gave.
    const left = join(sqlFolder, '.d000.sql.0123456789ab.orm-tmp');
    writeFileSync(left, 'half');
    utimesSync(left, 0, 0);
    rmSync(join(sqlFolder, 'd001.sql'));
    writeSchemas('new');
    expect(await runOrm(sandbox.project, ['sql:build'])).toMatchObject({ code: 0 });
    expect(readFolder()).toEqual(whole.new);
    const report = process.env['ORM_KILL_REPORT'];
    if (report !== undefined) writeFileSync(report, JSON.stringify(result));
  }, 1_800_000);
});
