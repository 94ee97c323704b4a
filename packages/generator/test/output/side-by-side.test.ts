import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runOrm } from '../support/orm-process.js';
import { Sandbox } from '../support/sandbox.js';

const GROUPS = 6;
const BESIDE = 3;
const TABLES = 100;

const sandbox = new Sandbox();
const classes = join(sandbox.project, 'generated-classes');

function writeSchema(version: number): void {
  const tables = Array.from({ length: TABLES }, (_, index) => {
    const columns = Array.from({ length: 6 }, (__, n) => `<column name="c${version}_${n}" type="VARCHAR" size="50"/>`);
    // A namespace is a folder, and each folder is looked through for files that builds left.
    return `<table name="t${index}" namespace="N${index}"><column name="id" type="INTEGER" primaryKey="true"/>${columns.join('')}</table>`;
  });
  sandbox.write('schema.xml', `<database name="app">${tables.join('\n')}</database>`);
}

function readClasses(): ReadonlyMap<string, string> {
  const names = readdirSync(classes, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => /\.(php|orm-tmp)$/.test(name)).sort();
  return new Map(files.map((name) => [name, readFileSync(join(classes, name), 'utf8')]));
}

beforeAll(() => {
  sandbox.write('orm.yaml', 'orm:\n  database:\n    connections:\n      app:\n        adapter: sqlite\n');
});

afterAll(() => {
  sandbox.remove();
});

it('builds beside each other do not disturb each other: all succeed, and all files are whole', async () => {
  for (let group = 0; group < GROUPS; group++) {
    // Another schema each time, so that every build of the group has every file to write.
    writeSchema(group);
    const runs = await Promise.all(
      Array.from({ length: BESIDE }, () => runOrm(sandbox.project, ['model:build', '--quiet'])),
    );
    expect(runs.map(({ code, stderr }) => ({ code, stderr }))).toEqual(runs.map(() => ({ code: 0, stderr: '' })));
    const beside = readClasses();
    // A build alone finds nothing to do: what three wrote at once is what one writes.
    const alone = await runOrm(sandbox.project, ['model:build', '--check']);
    expect(alone).toMatchObject({ code: 0, stderr: '' });
    expect([...beside.keys()].filter((name) => name.endsWith('.orm-tmp'))).toEqual([]);
    expect(beside.size).toBe(TABLES * 5);
  }
});
