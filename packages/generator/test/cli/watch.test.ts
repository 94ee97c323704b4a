import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { orm } from './support/orm.js';
import { configuration, project } from './support/project.js';
import { pause, Watching } from './support/watching.js';

const CONFIG = configuration({ library: { adapter: 'sqlite', dsn: 'sqlite:library.db' } });
const schema = (...columns: readonly string[]): string =>
  `<database name="library">\n  <table name="book">\n    <column name="id" type="INTEGER" primaryKey="true"/>\n${columns.map((name) => `    <column name="${name}" type="DATE"/>\n`).join('')}  </table>\n</database>\n`;
const WRONG = schema('a').replace('DATE', 'DAET');

/** The end of a build that had nothing to report, and of one that had. */
const BUILT = /tables? → .* ms\r?\n/;
const FAILED = /\d+ errors?\r?\n/;

function start(args: readonly string[] = ['sql:build'], files: Readonly<Record<string, string>> = {}, options = {}) {
  const cwd = project({ 'orm.json': CONFIG, 'schema.xml': schema(), ...files });
  return {
    run: new Watching([...args, '--watch'], cwd, options),
    cwd,
    write: (name: string, text: string) => writeFileSync(join(cwd, name), text),
    path: (name: string) => join(cwd, name),
    sql: () => readFileSync(join(cwd, 'generated-sql/library.sql'), 'utf8'),
  };
}

describe('--watch without a terminal', () => {
  test('builds, and builds again when the schema is saved, broken and fixed', async () => {
    const { run, write, sql } = start();
    expect(await run.until(BUILT)).toMatch(/^\d\d:\d\d:\d\d · first build\n/);
    write('schema.xml', schema('a'));
    expect(await run.until(BUILT)).toMatch(
      /^\d\d:\d\d:\d\d · schema\.xml changed\nchanged: generated-sql\/library\.sql\n1 table/,
    );
    expect(sql()).toContain('"a"');
    write('schema.xml', WRONG);
    const shown = await run.until(FAILED);
    expect(shown.replace(/^.* · /, '')).toBe(`schema.xml changed
error: "DAET" is not a value of "type"
  --> schema.xml:4:28
   |
 4 |     <column name="a" type="DAET"/>
   |                            ^^^^
   = did you mean "DATE"?

1 error
`);
    write('schema.xml', schema('b'));
    expect(await run.until(BUILT)).not.toContain('error');
    expect(sql()).toContain('"b"');
    run.kill('SIGINT');
    expect(await run.ended()).toBe(0);
  });

  test('build:all builds everything again when the schema or the configuration is saved', async () => {
    const { run, write, path, sql } = start(['build:all']);
    await run.until(/config\.php/);
    write('schema.xml', schema('a'));
    await run.until(/config\.php/);
    expect(sql()).toContain('"a"');
    expect(readFileSync(path('generated-classes/Base/Book.php'), 'utf8')).toContain('function getA(');
    write('orm.json', CONFIG.replace('library.db', 'other.db'));
    expect(await run.until(/config\.php/)).toContain('orm.json changed');
    expect(readFileSync(path('generated-conf/config.php'), 'utf8')).toContain('other.db');
    run.kill('SIGINT');
    expect(await run.ended()).toBe(0);
  });

  test.each([
    ['told by the system', {}],
    ['by looking', { ORM_WATCH: 'poll' }],
  ])('sees every way to save, %s', async (_, env) => {
    const { run, write, path, sql } = start(['sql:build'], {}, { env });
    await run.until(BUILT);
    // By another name, then renamed: vim, and most editors that save safely.
    write('schema.xml~', schema('renamed'));
    renameSync(path('schema.xml~'), path('schema.xml'));
    await run.until(BUILT);
    expect(sql()).toContain('"renamed"');
    // Away, and there again.
    rmSync(path('schema.xml'));
    expect(await run.until(FAILED)).toContain('error: no schema file in .\n');
    write('schema.xml', schema('again'));
    await run.until(BUILT);
    expect(sql()).toContain('"again"');
    // In two halves, with a pause in which it is looked at.
    const whole = schema('halves');
    write('schema.xml', whole.slice(0, 90));
    expect(await run.until(FAILED)).toContain('is never closed\n');
    writeFileSync(path('schema.xml'), whole.slice(90), { flag: 'a' });
    await run.until(BUILT);
    expect(sql()).toContain('"halves"');
    run.kill('SIGTERM');
    expect(await run.ended()).toBe(0);
  });

  test('many quick saves are few builds, and the last one counts', async () => {
    const { run, write, sql } = start();
    await run.until(BUILT);
    for (let i = 1; i <= 50; i++) {
      write('schema.xml', schema(`column_${i}`));
      await pause(i % 10 === 0 ? 15 : 1);
    }
    await run.until(BUILT);
    while (!sql().includes('"column_50"')) await run.until(BUILT);
    expect(run.text.split('1 table →').length - 1).toBeLessThan(10);
    run.kill('SIGINT');
    await run.ended();
  });

  test('a change during a build is built as well', async () => {
    const tables = Array.from({ length: 3000 }, (_, i) =>
      schema().replaceAll('book', `t${i}`).split('\n').slice(1, -2).join('\n'),
    );
    const large = (name: string): string =>
      `<database name="library">\n${tables.join('\n').replace('"id"', `"${name}"`)}\n</database>\n`;
    const { run, write, sql } = start(['sql:build'], { 'schema.xml': large('one') });
    await run.until(BUILT);
    write('schema.xml', large('two'));
    await pause(200);
    write('schema.xml', large('three'));
    for (let i = 0; i < 3 && !sql().includes('"three"'); i++) await run.until(BUILT);
    expect(sql()).toContain('"three"');
    run.kill('SIGINT');
    await run.ended();
  });

  test('the configuration, and files that appear, are watched too', async () => {
    const external = schema().replace('<table', '<external-schema filename="parts/more.xml"/>\n  <table');
    const { run, write, cwd, path } = start();
    await run.until(BUILT);
    write('orm.json', CONFIG.replace('{', '{,'));
    expect(await run.until(FAILED)).toMatch(/· orm\.json changed\nerror: /);
    rmSync(path('orm.json'));
    expect(await run.until(FAILED)).toContain('no configuration file found');
    mkdirSync(path('db'));
    write('orm.json', configuration({ library: { adapter: 'sqlite' } }, { paths: { schemaDir: 'db', sqlDir: 'out' } }));
    expect(await run.until(FAILED)).toContain('no schema file in db');
    write('db/schema.xml', schema());
    await run.until(BUILT);
    expect(existsSync(path('out/library.sql'))).toBe(true);
    write('db/more-schema.xml', schema().replace('"book"', '"author"'));
    expect(await run.until(BUILT)).toContain('2 tables →');
    write('db/schema.xml', external);
    expect(await run.until(FAILED)).toContain('there is no file "parts/more.xml"');
    mkdirSync(path('db/parts'));
    write('db/parts/more.xml', schema().replace('"book"', '"page"'));
    expect(await run.until(BUILT)).toContain('3 tables →');
    write('db/parts/more.xml', schema('a').replace('"book"', '"page"'));
    expect(await run.until(BUILT)).toContain('· more.xml changed\n');
    rmSync(join(cwd, 'db'), { recursive: true });
    expect(await run.until(FAILED)).toContain('the schema folder db cannot be read');
    mkdirSync(path('db'));
    write('db/schema.xml', schema());
    expect(await run.until(BUILT)).toContain('1 table →');
    run.kill('SIGINT');
    await run.ended();
  });

  test('goes on when it cannot write', async () => {
    const { run, write, path, sql } = start();
    await run.until(BUILT);
    rmSync(path('generated-sql/library.sql'));
    mkdirSync(path('generated-sql/library.sql'));
    write('schema.xml', schema('a'));
    expect(await run.until(FAILED)).toContain('it is a folder, and a file must stand there');
    rmSync(path('generated-sql/library.sql'), { recursive: true });
    // Nothing that it reads has changed, so that it waits.
    chmodSync(path('schema.xml'), 0o600);
    await run.until(BUILT);
    expect(sql()).toContain('"a"');
    run.kill('SIGINT');
    await run.ended();
  });

  test('leaves nothing behind from one build for the next', async () => {
    const { run, write, cwd, sql } = start(['model:build']);
    await run.until(BUILT);
    for (const text of [WRONG, schema('a'), `${schema('b')}<x/>`, schema('c').replace('"book"', '"page"')]) {
      write('schema.xml', text);
      await run.until(text.includes('<x/>') || text === WRONG ? FAILED : BUILT);
    }
    run.kill('SIGINT');
    await run.ended();
    expect(await orm(['model:build', '--check', '--quiet'], { cwd })).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(existsSync(join(cwd, 'generated-classes/Base/Book.php'))).toBe(false);
    expect(sql).toThrow();
  });

  test('--json is one document in one line for each build', async () => {
    const { run, write } = start(['sql:build', '--json']);
    await run.until(/\n/);
    write('schema.xml', WRONG);
    await run.until(/\n/);
    write('schema.xml', schema('a'));
    await run.until(/\n/);
    run.kill('SIGINT');
    await run.ended();
    const documents = run.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(documents).toMatchObject([
      { ok: true, command: 'sql:build' },
      { ok: false, command: 'sql:build', changed: ['schema.xml'], diagnostics: [{ line: 4 }] },
      { ok: true, changed: ['schema.xml'], files: [{ status: 'changed' }, { status: 'unchanged' }], diagnostics: [] },
    ]);
  });

  test('ends when its reader goes away', async () => {
    const { cwd } = start();
    const { spawn } = await import('node:child_process');
    const { ORM, environment, outcomeOf } = await import('./support/orm.js');
    const line = `( "${process.execPath}" "${ORM}" sql:build --watch --json; echo "ended with $?" >&2 ) | head -1`;
    const child = spawn('sh', ['-c', line], { cwd, env: environment() });
    setTimeout(() => writeFileSync(join(cwd, 'schema.xml'), schema('a')), 2500);
    expect((await outcomeOf(child, '')).stderr).toBe('ended with 0\n');
  });

  test('--dry-run writes nothing; --check has no place', async () => {
    const { run, write, cwd, path } = start(['sql:build', '--dry-run']);
    expect(await run.until(BUILT)).toContain('would be created: generated-sql/library.sql');
    write('schema.xml', WRONG);
    await run.until(FAILED);
    run.kill('SIGINT');
    await run.ended();
    expect(existsSync(path('generated-sql'))).toBe(false);
    expect(await orm(['sql:build', '--watch', '--check'], { cwd })).toEqual({
      code: 1,
      stdout: '',
      stderr: `error: --watch goes on until somebody ends it, and so has no verdict for --check
  = leave one of them out. --watch --dry-run shows what is wrong and writes nothing

1 error
`,
    });
  });
});

describe('--watch in a terminal', () => {
  test.each([
    ['q', 'q'],
    ['Ctrl-C', '\u0003'],
  ])('draws one screen, and %s ends it and gives the terminal back', async (_, key) => {
    const { run, write } = start(['sql:build'], {}, { rows: 24 });
    await run.until(/Ctrl-C ends/);
    expect(run.screen()).toMatch(
      /^watching 2 files · \d\d:\d\d:\d\d · first build\n\ncreated: .*\ncreated: .*\n1 table → 2 files \(2 created\) in \d+ ms\n\nq or Ctrl-C ends\n$/,
    );
    write('schema.xml', WRONG);
    await run.until(/Ctrl-C ends/);
    expect(run.screen()).toMatch(/^watching 2 files · \d\d:\d\d:\d\d · schema\.xml changed\n\nerror: "DAET" is not/);
    expect(run.screen()).toMatch(/\n1 error\n\nq or Ctrl-C ends\n$/);
    run.type(key);
    expect(await run.ended()).toBe(0);
    expect(run.screen()).toMatch(/\nicanon\n$/);
  });

  test('what does not fit is cut, so that the first mistake is in sight', async () => {
    const many = schema(...Array.from({ length: 30 }, (_, i) => `c${i}`)).replaceAll('DATE', 'DAET');
    const { run } = start(['sql:build'], { 'schema.xml': many }, { rows: 20 });
    await run.until(/Ctrl-C ends/);
    const lines = run.screen().split('\n');
    expect(lines.length).toBeLessThanOrEqual(20);
    expect(lines[0]).toMatch(/^watching 2 files/);
    expect(lines[3]).toBe('  --> schema.xml:4:29');
    expect(lines.at(-4)).toMatch(/^… \d+ more lines$/);
    run.type('q');
    expect(await run.ended()).toBe(0);
  });
});

describe('a kill', () => {
  test('leaves every file whole', async () => {
    const { run, write, cwd } = start(['model:build']);
    await run.until(BUILT);
    const tables = Array.from({ length: 300 }, (_, i) =>
      schema().replaceAll('book', `t${i}`).split('\n').slice(1, -2).join('\n'),
    );
    write('schema.xml', `<database name="library">\n${tables.join('\n')}\n</database>\n`);
    while (!existsSync(join(cwd, 'generated-classes/Base/T9.php'))) await pause(1);
    run.kill('SIGKILL');
    expect(await run.ended()).toBe(null);
    const { stdout, code } = await orm(['model:build', '--json'], { cwd });
    expect(code).toBe(0);
    const { files } = JSON.parse(stdout) as { files: readonly { status: string }[] };
    expect(files.some(({ status }) => status === 'changed')).toBe(false);
  });
});
