import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { key, table, tryBuild } from '../schema/support/build.js';
import { orm } from '../support/orm-in-process.js';
import { Sandbox } from '../support/sandbox.js';
import { FACTOR, growth, LINEAR } from './growth.js';

const times = (count: number, text: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => text(i)).join('');

const labels = (count: number): string => Array.from({ length: count }, (_, i) => `label${i}`).join(', ');

describe('the time of a schema grows with its size', () => {
  test.each<[string, number, (size: number) => string]>([
    ['labels', 2000, (size) => table('t', `<column name="e" type="ENUM" valueSet="${labels(size)}"/>`)],
    [
      'foreign keys to tables that are not there',
      250,
      (size) => times(size, (i) => table(`shelf_${i}`, key('a', `shilf_${i}x`))),
    ],
    [
      'references to columns that are not there',
      250,
      (size) =>
        table(
          't',
          times(size, (i) => `<column name="a${i}" type="INTEGER"/><index><index-column name="b${i}"/></index>`),
        ),
    ],
    [
      'foreign keys of one table',
      150,
      (size) =>
        table('u') +
        table(
          't',
          times(size, (i) => key(`a${i}`, 'u', `phpName="A${i}" refPhpName="B${i}"`)),
        ),
    ],
    ['tables of one name', 250, (size) => times(size, () => table('t'))],
    [
      'domains that are not there',
      250,
      (size) =>
        times(size, (i) => `<domain name="d${i}" type="INTEGER"/>`) +
        table(
          't',
          times(size, (i) => `<column name="a${i}" domain="e${i}"/>`),
        ),
    ],
    ['a long description', 20_000, (size) => table('t', '', `description="${'a.b:// '.repeat(size)}"`)],
  ])('%s', async (_, small, schema) => {
    expect(await growth(small, FACTOR, (size) => tryBuild(schema(size)))).toBeLessThan(LINEAR);
  });

  test('too many labels are refused by their number', async () => {
    const { diagnostics } = await tryBuild(table('t', `<column name="e" type="ENUM" valueSet="${labels(60_000)}"/>`));
    expect(diagnostics.map(({ message }) => message)).toEqual(['ENUM holds 255 labels at most, not 60000']);
  });

  test('the last label may still be the one that is there twice', async () => {
    const { diagnostics } = await tryBuild(
      table('t', `<column name="e" type="ENUM" valueSet="${labels(200)}, LABEL7"/>`),
    );
    expect(diagnostics.map(({ message }) => message)).toEqual(['the label "LABEL7" is in the valueSet twice']);
  });

  test('the first mistakes have a suggestion, however many there are', async () => {
    const { diagnostics } = await tryBuild(times(3000, (i) => table(`shelf_${i}`, key('a', `shelf_${i}x`))));
    expect(diagnostics).toHaveLength(3000);
    expect(diagnostics[0]?.help).toBe('did you mean "shelf_0"?');
  });
});

const CONFIG = 'orm:\n  database:\n    connections:\n      app:\n        adapter: sqlite\n        dsn: "sqlite:a.db"\n';

test.each(['\n', ' '])('the time to list errors grows with their number, with %j between them', async (end) => {
  const sandbox = new Sandbox({ 'orm.yaml': CONFIG });
  const work = async (errors: number): Promise<void> => {
    const body = `<colum name="x"/>${end}`.repeat(errors);
    writeFileSync(join(sandbox.project, 'schema.xml'), `<database name="app">${body}</database>`);
    const { stdout } = await orm(sandbox.project, 'schema:check', '--json');
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly unknown[] };
    expect(diagnostics).toHaveLength(errors);
  };
  try {
    expect(await growth(2000, FACTOR, work)).toBeLessThan(LINEAR);
  } finally {
    sandbox.remove();
  }
});

describe('pages and pictures', () => {
  const schema = (tables: number): string =>
    `<database name="app">${times(tables, (i) => table(`t${i}`, key('a', `t${i >> 1}`)))}</database>`;

  async function show(tables: number, ...args: readonly string[]): Promise<{ code: number; stderr: string }> {
    const sandbox = new Sandbox({ 'orm.yaml': CONFIG, 'schema.xml': schema(tables) });
    try {
      return await orm(sandbox.project, 'schema:show', ...args);
    } finally {
      sandbox.remove();
    }
  }

  test.each(['html', 'svg'])(
    '%s of too many tables is refused by their number, and nothing is made',
    async (format) => {
      const { code, stderr } = await show(10_000, '--format', format, '--output', 'model.out');
      expect(code).toBe(1);
      expect(stderr).toContain(`the schema has 10,000 tables, and --format ${format} shows 3,000 at most`);
    },
  );

  test('one table of many can be shown', async () => {
    expect(await show(3001, 't7', '--format', 'html', '--output', 'model.html')).toMatchObject({ code: 0 });
  });

  test('the time of a page grows with its tables', async () => {
    const work = async (size: number): Promise<void> =>
      expect((await show(size, '--output', 'model.html')).code).toBe(0);
    expect(await growth(60, FACTOR, work)).toBeLessThan(LINEAR);
  });
});

test('growth sees a square', async () => {
  const square = (size: number): Promise<number> => {
    let sum = 0;
    for (let i = 0; i < size * size; i++) sum += Math.sqrt(i);
    return Promise.resolve(sum);
  };
  expect(await growth(1500, FACTOR, square)).toBeGreaterThan(LINEAR);
});
