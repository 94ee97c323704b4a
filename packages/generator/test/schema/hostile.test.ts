import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { CONFIG, type OrmRun, orm } from '../support/orm-in-process.js';
import { Sandbox } from '../support/sandbox.js';

let sandbox: Sandbox | undefined;

afterEach(() => {
  sandbox?.remove();
  sandbox = undefined;
});

/** Builds a schema in a sandbox and makes sure that nothing but `generated-sql` has changed. */
async function build(schema: string | Buffer, config = CONFIG, ...args: string[]): Promise<OrmRun> {
  sandbox?.remove();
  sandbox = new Sandbox({ 'orm.yaml': config, 'schema.xml': schema });
  return run(sandbox, ...args);
}

async function run(box: Sandbox, ...args: string[]): Promise<OrmRun> {
  const before = box.snapshot();
  const result = await orm(box.project, 'sql:build', ...args);
  const output = 'above/project/generated-sql/';
  const outside = new Map([...box.snapshot()].filter(([path]) => !path.startsWith(output)));
  expect(outside).toEqual(before);
  expect(result.stderr).not.toContain('this is a bug');
  expect(result.stdout + result.stderr).not.toMatch(UNSAFE);
  return result;
}

/** What a terminal would obey, and marks that reorder a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the purpose
const UNSAFE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

const app = (inner: string): string => `<database name="app">${inner}</database>`;
const table = (inner: string): string => app(`<table name="t">${inner}</table>`);
const ID = '<column name="id" type="INTEGER" primaryKey="true"/>';

describe('XML that is up to something', () => {
  const laughs = Array.from({ length: 12 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('');

  it.each<[string, string, string]>([
    ['an external entity', `<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>${app('&x;')}`, 'DOCTYPE'],
    ['a parameter entity', `<!DOCTYPE d [<!ENTITY % x SYSTEM "http://127.0.0.1:1/x"> %x;]>${app('')}`, 'DOCTYPE'],
    ['a bomb of entities', `<!DOCTYPE d [<!ENTITY l0 "lol">${laughs}]>${app('&l12;')}`, 'DOCTYPE'],
    ['a DOCTYPE with nothing in it', `<!DOCTYPE database>${app('')}`, 'DOCTYPE'],
    ['an entity of nobody', '<database name="&lol;"/>', 'not an entity'],
    ['two attributes of one name', '<database name="app" name="b"/>', 'given twice'],
    ['ten thousand levels', '<database name="app">'.repeat(10_000), 'nested more than'],
    ['a NUL reference', '<database name="a&#0;b"/>', 'schema.xml:1'],
    ['a control reference', '<database name="a&#x1B;b"/>', 'schema.xml:1'],
    ['half a surrogate pair', '<database name="a&#xD800;b"/>', 'schema.xml:1'],
    ['a reference beyond Unicode', '<database name="a&#x110000;b"/>', 'schema.xml:1'],
    ['a raw NUL', app('\0'), 'schema.xml:1'],
    ['a raw escape character', '<database name="\u001b[31m"/>', 'schema.xml:1'],
    [
      'an inclusion',
      app('<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="/etc/passwd"/>'),
      'unknown element',
    ],
    ['words of JavaScript as elements', app('<constructor/><__proto__/><toString/>'), '3 errors'],
    ['words of JavaScript as attributes', '<database name="app" __proto__="x" constructor="y"/>', '2 errors'],
    ['words of JavaScript as values', table('<column name="a" type="__proto__" required="constructor"/>'), '2 errors'],
    ['an empty file', '', 'schema.xml'],
    ['a file that stops in the middle', '<database name="app"><table name="t"', 'schema.xml:1'],
  ])('%s', async (_, schema, message) => {
    const { code, stderr } = await build(schema);
    expect(stderr).toContain(message);
    expect(stderr).toContain('schema.xml');
    expect(code).toBe(1);
  });

  it.each<[string, Buffer]>([
    ['a byte that is not UTF-8', Buffer.from('<database name="app\xff"/>', 'latin1')],
    [
      'an encoded half of a pair',
      Buffer.concat([Buffer.from('<database name="'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"/>')]),
    ],
    [
      'an overlong slash',
      Buffer.concat([Buffer.from('<database name="'), Buffer.from([0xc0, 0xaf]), Buffer.from('"/>')]),
    ],
    ['UTF-16', Buffer.from('\ufeff<database name="app"/>', 'utf16le')],
  ])('%s', async (_, schema) => {
    const { code, stderr } = await build(schema);
    expect(stderr).toContain('not UTF-8');
    expect(code).toBe(1);
  });
});

describe('too much of it', () => {
  it('refuses a file over 32 MB by name and size, without reading it', async () => {
    sandbox = new Sandbox({ 'orm.yaml': CONFIG });
    const file = openSync(join(sandbox.project, 'schema.xml'), 'w');
    writeSync(file, app(''));
    // Sparse: a gigabyte that takes no room.
    ftruncateSync(file, 1024 ** 3);
    closeSync(file);
    const started = performance.now();
    const { code, stderr } = await run(sandbox);
    expect(stderr).toMatch(/schema\.xml has 1024 MB, and schema files are read up to 32 MB/);
    expect(stderr).toContain('generator.maxSchemaSize');
    expect(code).toBe(1);
    expect(performance.now() - started).toBeLessThan(60_000);
  });

  it('lets generator.maxSchemaSize say how much is too much', async () => {
    const config = `${CONFIG}  generator:\n    maxSchemaSize: 1K\n`;
    expect((await build(table(ID) + ' '.repeat(2000), config)).stderr).toContain('schema.xml has');
    expect((await build(table(ID), config)).code).toBe(0);
  });

  it('does not flood on 100,000 errors', async () => {
    for (const end of ['\n', ' ']) {
      const { code, stderr } = await build(app(`<colum name="x"/>${end}`.repeat(100_000)));
      expect(code).toBe(1);
      expect(stderr).toContain('… and 99,800 more errors');
      expect(stderr).toContain('100,000 errors');
      expect(stderr.length).toBeLessThan(200_000);
    }
  });

  it('gives every one of them with --json', async () => {
    const { code, stdout } = await build(app('<colum name="x"/> '.repeat(100_000)), CONFIG, '--json');
    expect(code).toBe(1);
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { column: number }[] };
    expect(diagnostics).toHaveLength(100_000);
    expect(diagnostics.at(-1)?.column).toBe('<database name="app">'.length + 18 * 99_999 + 2);
  });

  it.each<[string, string]>([
    ['a name of five megabytes', app(`<table name="${'x'.repeat(5_000_000)}">${ID}</table>`)],
    ['an unknown attribute of five megabytes', `<database name="app" ${'x'.repeat(5_000_000)}="y"/>`],
    ['an element of five megabytes', app(`<${'x'.repeat(5_000_000)}/>`)],
    ['a type of five megabytes', table(`<column name="a" type="${'INTEGER'.repeat(700_000)}"/>`)],
    ['a default of five megabytes', table(`<column name="a" type="INTEGER" defaultValue="${'9'.repeat(5_000_000)}"/>`)],
    ['labels of five megabytes', table(`<column name="a" type="ENUM" valueSet="${'a,'.repeat(2_500_000)}"/>`)],
    ['text of five megabytes', app('x'.repeat(5_000_000))],
  ])('keeps its messages short for %s', async (_, schema) => {
    const { code, stderr } = await build(schema);
    expect(code).toBe(1);
    expect(stderr).toContain('schema.xml:1:');
    expect(stderr.length).toBeLessThan(20_000);
  });
});
