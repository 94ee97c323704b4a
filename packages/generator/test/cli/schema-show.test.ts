import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { displayWidth } from '../../src/diagnostics/width.js';
import { largeSchema } from '../support/large-schema.mjs';
import { orm } from '../support/orm-in-process.js';
import { orm as built } from './support/orm.js';
import { configuration, project } from './support/project.js';
import { ormInTerminal } from './support/pty.js';

const BOOKSHOP = fileURLToPath(new URL('../fixtures/bookshop', import.meta.url));

const schema = (body: string): string =>
  project({
    'orm.json': configuration({ app: { adapter: 'pgsql' } }),
    'schema.xml': `<database name="app" enumStorage="label">${body}</database>`,
  });

/** Everything that can be said of a table, and names that a terminal would obey. */
const ODD = `
  <table name="animal" readOnly="true">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="kind" type="VARCHAR" size="10" inheritance="single">
      <inheritance key="dog" class="Dog"/>
      <inheritance key="cat" class="Cat"/>
    </column>
    <column name="名前の列" type="VARCHAR" size="40" defaultValue=""/>
    <column name="esc" type="LONGVARCHAR" description="red &#x202e;text&#10;on two lines"/>
  </table>
  <table name="passport" skipSql="true">
    <column name="animal_id" type="INTEGER" primaryKey="true"/>
    <column name="serial_number_of_the_country_that_issued_it" type="VARCHAR" size="20"/>
    <foreign-key foreignTable="animal"><reference local="animal_id" foreign="id"/></foreign-key>
  </table>
  <table name="log">
    <column name="line" type="LONGVARCHAR"/>
    <column name="target_type" type="VARCHAR" size="20"/>
    <column name="target_id" type="INTEGER"/>
    <foreign-key foreignTable="animal" phpName="Animal">
      <reference local="target_type" value="animal"/>
      <reference local="target_id" foreign="id"/>
    </foreign-key>
  </table>`;

describe('schema:show', () => {
  test.each([
    ['glance', []],
    ['book', ['book']],
    ['chapter', ['chapter']],
    ['book-tag', ['BookTag']],
  ])('%s', async (name, args) => {
    const { code, stdout, stderr } = await orm(BOOKSHOP, 'schema:show', ...args);
    expect({ code, stderr: args.length > 0 ? stderr : '' }).toEqual({ code: 0, stderr: '' });
    await expect(stdout).toMatchFileSnapshot(`golden/schema-show/${name}.txt`);
  });

  test.each(['glance', 'animal', 'passport', 'log'])('what is out of the ordinary: %s', async (name) => {
    const { code, stdout } = await orm(schema(ODD), 'schema:show', ...(name === 'glance' ? [] : [name]));
    expect(code).toBe(0);
    await expect(stdout).toMatchFileSnapshot(`golden/schema-show/odd-${name}.txt`);
  });

  test('200 tables: a line for each, and none too wide', async () => {
    const cwd = project({
      'orm.json': configuration({ company: { adapter: 'mysql' } }),
      'schema.xml': largeSchema(200),
    });
    const { stdout } = await orm(cwd, 'schema:show');
    expect(stdout).toContain('company (MySQL and MariaDB): 200 tables, 250 relations, 10 lists\n');
    const lines = stdout.split('\n');
    expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(100);
    for (const name of ['user', 'sales_account', 'fleet_note']) {
      expect(lines.filter((line) => line.startsWith(`  ${name} `) && !line.includes('←'))).toHaveLength(1);
    }
    await expect(stdout.split('Relations\n')[1]).toMatchFileSnapshot('golden/schema-show/large-relations.txt');
  });

  test('--json is the whole model; with a table only that', async () => {
    const whole = await orm(BOOKSHOP, 'schema:show', '--json');
    await expect(whole.stdout).toMatchFileSnapshot('golden/schema-show/model.json');
    const one = await orm(BOOKSHOP, 'schema:show', 'tag', '--json');
    const tables = (text: string): { readonly id: string }[] =>
      (JSON.parse(text) as { databases: [{ tables: { id: string }[] }] }).databases[0].tables;
    expect(tables(one.stdout)).toEqual(tables(whole.stdout).filter(({ id }) => id === 'tag'));
  });

  test('a name that is not there', async () => {
    const { code, stdout, stderr } = await orm(BOOKSHOP, 'schema:show', 'boook');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe('error: there is no table "boook"\n  = did you mean "book"?\n\n1 error\n');
  });

  test('classes that cannot be made are left out, and nothing else', async () => {
    const cwd = schema(`<table name="a"><column name="id" type="INTEGER" primaryKey="true"/>
      <column name="e" type="ENUM" valueSet="a b, a-b"/></table>`);
    const { code, stdout } = await orm(cwd, 'schema:show', 'a');
    expect({ code, lines: stdout.split('\n') }).toEqual({
      code: 0,
      lines: [
        'a (table of app, PostgreSQL)',
        '',
        'Columns',
        '  name  type     PostgreSQL',
        '  id    INTEGER  INTEGER     primary key',
        '  e     ENUM     VARCHAR(3)  null; one of a b, a-b',
        '',
      ],
    });
  });
});

describe('--format', () => {
  const copied = (): string => {
    const cwd = project({});
    cpSync(BOOKSHOP, cwd, { recursive: true });
    return cwd;
  };

  test.each([
    ['mermaid', /^erDiagram\n {2}%% Made by orm .*\n {2}author \{\n/],
    ['dot', /^\/\/ Made by orm .*\ndigraph "bookshop" \{\n/],
    ['svg', /^<!-- Made by orm .* -->\n<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" /],
    ['html', /^<!DOCTYPE html>\n/],
  ])('%s goes to stdout, and with --output into a file', async (format, beginning) => {
    const cwd = copied();
    const { code, stdout, stderr } = await orm(cwd, 'schema:show', '--format', format);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(beginning);
    const written = await orm(cwd, 'schema:show', '--format', format, '--output', 'docs/model.txt');
    const size = Math.ceil(Buffer.byteLength(stdout) / 1000);
    expect(written).toEqual({ code: 0, stdout: `created: docs/model.txt (5 tables, ${size} kB)\n`, stderr: '' });
    expect(readFileSync(join(cwd, 'docs/model.txt'), 'utf8')).toBe(stdout);
  });

  test('the ending of the file says it; what does not change is not written', async () => {
    const cwd = copied();
    expect((await orm(cwd, 'schema:show', '--output', 'a.dot')).stdout).toBe('created: a.dot (5 tables, 5 kB)\n');
    const { stdout } = await orm(cwd, 'schema:show', '--output', 'a.dot', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ format: 'dot', files: [{ path: 'a.dot', status: 'unchanged' }] });
  });

  test('folders are created inside the project only', async () => {
    const cwd = copied();
    const outside = `${cwd}-nowhere`;
    const { code, stderr } = await orm(cwd, 'schema:show', '--output', join(outside, 'deep/a.dot'));
    expect(code).toBe(1);
    expect(stderr).toContain(`error: there is no folder "${join(outside, 'deep')}", and it is outside the project\n`);
    expect(existsSync(outside)).toBe(false);
    // A folder that is there is somebody's choice.
    mkdirSync(outside);
    onTestFinished(() => rmSync(outside, { recursive: true }));
    expect((await orm(cwd, 'schema:show', '--output', join(outside, 'a.dot'))).code).toBe(0);
    expect((await orm(cwd, 'schema:show', '--output', 'deep/er/a.dot')).code).toBe(0);
  });

  test('with a table: that one and its neighbours', async () => {
    const { stdout } = await orm(BOOKSHOP, 'schema:show', 'tag', '--format', 'mermaid');
    expect(stdout.match(/^ {2}\w+ \{$/gm)).toEqual(['  book {', '  tag {', '  book_tag {']);
  });

  test.each([
    [['--format', 'pdf'], 'error: --format cannot be "pdf"\n  = known here: mermaid, dot, svg, html\n\n1 error\n'],
    [
      ['--output', 'model'],
      'error: the name "model" does not say what is to be in the file\n  = add --format (mermaid, dot, svg, html), or a name that ends with .mmd, .dot, .svg or .html\n\n1 error\n',
    ],
  ])('%s', async (args, message) => {
    expect(await orm(BOOKSHOP, 'schema:show', ...args)).toEqual({ code: 1, stdout: '', stderr: message });
  });

  test('not with --json, unless into a file', async () => {
    const { code, stdout } = await orm(BOOKSHOP, 'schema:show', '--json', '--format', 'dot');
    expect({ code, document: JSON.parse(stdout) as unknown }).toMatchObject({
      code: 1,
      document: { diagnostics: [{ code: 'cli/wrong-value' }] },
    });
  });

  test('without Graphviz there is a page, and SVG says what is missing', async () => {
    const cwd = copied();
    const elsewhere = project({});
    for (const part of ['bin', 'dist', 'package.json']) {
      cpSync(fileURLToPath(new URL(`../../${part}`, import.meta.url)), join(elsewhere, part), { recursive: true });
    }
    const bin = join(elsewhere, 'bin/orm');
    expect(await built(['schema:show', '--format', 'svg'], { cwd, bin })).toEqual({
      code: 1,
      stdout: '',
      stderr: `error: drawing SVG needs the package @hpcc-js/wasm-graphviz, which is not installed
  = npm install @hpcc-js/wasm-graphviz
  = --format html draws without it; mermaid and dot are text for other programs to draw

1 error
`,
    });
    const page = await built(['schema:show', '--output', 'model.html'], { cwd, bin });
    expect({ code: page.code, stderr: page.stderr }).toEqual({
      code: 0,
      stderr: 'for a better layout of the diagram: npm install @hpcc-js/wasm-graphviz\n',
    });
  });
});

describe('in a terminal', () => {
  const inTerminal = async (columns: number, ...args: string[]): Promise<string> => {
    const cwd = project({});
    cpSync(BOOKSHOP, cwd, { recursive: true });
    const { code, text } = await ormInTerminal(['schema:show', ...args], cwd, [], { columns });
    expect(code).toBe(0);
    return text;
  };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences of colours begin with one
  const plain = (text: string): string => text.replaceAll(/\u001b\[\d+m/g, '');

  test.each([30, 60, 140])('%i columns are enough', async (columns) => {
    const text = plain((await inTerminal(columns)) + (await inTerminal(columns, 'book')));
    const talk = /^"orm schema:show.*$/m;
    expect(Math.max(...text.replace(talk, '').split('\n').map(displayWidth))).toBeLessThanOrEqual(columns);
    await expect(text).toMatchFileSnapshot(`golden/schema-show/terminal-${columns}.txt`);
  });

  test('is in colour, and says the same', async () => {
    const text = await inTerminal(100, 'book');
    expect(text).toContain('\u001b[36mauthor_id\u001b[39m');
    expect(plain(text)).toBe((await orm(BOOKSHOP, 'schema:show', 'book')).stdout);
  });
});
