import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DiagnosticError } from '../../src/diagnostics/diagnostic.js';
import type { FilePlan } from '../../src/output/file-plan.js';
import { temporaryName } from '../../src/output/temporary.js';
import { inside, writeFiles } from '../../src/output/writer.js';
import { Sandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let folder: string;

beforeEach(() => {
  sandbox = new Sandbox();
  folder = join(sandbox.project, 'out');
});

afterEach(() => {
  sandbox.remove();
});

const plan = (files: Readonly<Record<string, string>>, removals: readonly string[] = []): FilePlan => ({
  folder,
  files: Object.entries(files).map(([path, content]) => ({ path, content })),
  removals,
});
const write = (wanted: FilePlan, dryRun = false): ReturnType<typeof writeFiles> => writeFiles(wanted, { dryRun });

describe('writeFiles', () => {
  it('creates, changes, leaves alone and removes, and says which', () => {
    expect(write(plan({ 'a.sql': '1', 'deep/er/b.sql': '2', 'c.sql': '3' }))).toEqual([
      { path: 'a.sql', status: 'created' },
      { path: 'deep/er/b.sql', status: 'created' },
      { path: 'c.sql', status: 'created' },
    ]);
    expect(write(plan({ 'a.sql': '1', 'deep/er/b.sql': 'new' }, ['c.sql']))).toEqual([
      { path: 'a.sql', status: 'unchanged' },
      { path: 'deep/er/b.sql', status: 'changed' },
      { path: 'c.sql', status: 'removed' },
    ]);
    expect(sandbox.read('out/a.sql')).toBe('1');
    expect(sandbox.read('out/deep/er/b.sql')).toBe('new');
    expect(existsSync(join(folder, 'c.sql'))).toBe(false);
  });

  it('does not touch a file that stays the same', () => {
    write(plan({ 'a.sql': 'é\n' }));
    const long = new Date('2001-02-03T04:05:06Z');
    utimesSync(join(folder, 'a.sql'), long, long);
    const { ino } = statSync(join(folder, 'a.sql'));
    write(plan({ 'a.sql': 'é\n' }));
    expect(statSync(join(folder, 'a.sql'))).toMatchObject({ mtime: long, ino });
  });

  it('gives a file the permissions it must have, whatever the umask says', () => {
    const wanted: FilePlan = { folder, files: [{ path: 'a.php', content: '1', mode: 0o640 }], removals: [] };
    const modeOf = (): number => statSync(join(folder, 'a.php')).mode & 0o777;
    const before = process.umask(0o077);
    try {
      expect(write(wanted)).toEqual([{ path: 'a.php', status: 'created' }]);
      expect(modeOf()).toBe(0o640);
    } finally {
      process.umask(before);
    }
    expect(write(wanted)).toEqual([{ path: 'a.php', status: 'unchanged' }]);

    chmodSync(join(folder, 'a.php'), 0o644);
    expect(write(wanted, true)).toEqual([{ path: 'a.php', status: 'changed' }]);
    expect(writeFiles(wanted, { dryRun: true, ignoreModes: true })).toEqual([{ path: 'a.php', status: 'unchanged' }]);
    expect(modeOf()).toBe(0o644);
    expect(write(wanted)).toEqual([{ path: 'a.php', status: 'changed' }]);
    expect(modeOf()).toBe(0o640);
  });

  it('writes nothing, not even the folder, in a dry run', () => {
    const before = sandbox.snapshot();
    expect(write(plan({ 'a.sql': '1' }, ['b.sql']), true)).toEqual([
      { path: 'a.sql', status: 'created' },
      { path: 'b.sql', status: 'removed' },
    ]);
    expect(sandbox.snapshot()).toEqual(before);
  });

  it('removes what a dead build left, and nothing that only looks like it', () => {
    const old = '.a.sql.0123456789ab.orm-tmp';
    const mine = ['.a.sql.0123456789ab.orm-tmp.bak', 'a.orm-tmp', '.a.sql.xyz.orm-tmp'];
    for (const name of [old, ...mine]) sandbox.write(`out/${name}`, 'x');
    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000);
    for (const name of [old, ...mine]) utimesSync(join(folder, name), yesterday, yesterday);
    const ended = spawnSync(process.execPath, ['--version']).pid;
    const dead = temporaryName(join(folder, 'a.sql')).replace(`-${process.pid}-`, `-${ended}-`);
    writeFileSync(dead, 'x');
    write(plan({ 'a.sql': '1' }));
    expect(existsSync(join(folder, old))).toBe(false);
    expect(existsSync(dead)).toBe(false);
    for (const name of mine) expect(existsSync(join(folder, name))).toBe(true);
  });

  it('leaves the files of builds that run beside it', () => {
    // Of a process that runs, of one whose machine we do not know, and of an earlier version.
    const alive = temporaryName(join(folder, 'a.sql')).replace(`-${process.pid}-`, `-${process.ppid}-`);
    const names = [
      alive,
      join(folder, '.a.sql.ffffffff-4194303-0123456789ab.orm-tmp'),
      join(folder, '.a.sql.0123456789ab.orm-tmp'),
    ];
    mkdirSync(folder);
    for (const name of names) writeFileSync(name, 'x');
    write(plan({ 'a.sql': '1' }));
    expect(names.filter((name) => !existsSync(name))).toEqual([]);
  });

  it('is not stopped by a folder or a link that has the name of a temporary file', () => {
    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000);
    sandbox.write('out/.a.sql.0123456789ab.orm-tmp/mine.txt', 'x');
    utimesSync(join(folder, '.a.sql.0123456789ab.orm-tmp'), yesterday, yesterday);
    symlinkSync('/nowhere', join(folder, '.b.sql.0123456789ab.orm-tmp'));
    expect(write(plan({ 'a.sql': '1' }))).toEqual([{ path: 'a.sql', status: 'created' }]);
    expect(sandbox.read('out/.a.sql.0123456789ab.orm-tmp/mine.txt')).toBe('x');
  });

  it('takes names of files that are nearly too long', () => {
    const name = `${'ü'.repeat(125)}.sql`;
    expect(write(plan({ [name]: '1' }))).toEqual([{ path: name, status: 'created' }]);
  });

  it('leaves no temporary file when a file cannot be put in its place', () => {
    mkdirSync(join(folder, 'a.sql'), { recursive: true });
    expect(() => write(plan({ 'a.sql': '1' }))).toThrow();
    expect([...sandbox.snapshot().keys()].filter((name) => name.endsWith('.orm-tmp'))).toEqual([]);
  });

  it('writes through a folder that is a link, and replaces a file that is one', () => {
    sandbox.write('real/keep.txt', 'x');
    sandbox.write('elsewhere.sql', 'mine');
    symlinkSync(join(sandbox.project, 'real'), folder);
    symlinkSync(join(sandbox.project, 'elsewhere.sql'), join(sandbox.project, 'real', 'a.sql'));
    write(plan({ 'a.sql': '1' }));
    expect(sandbox.read('real/a.sql')).toBe('1');
    // A link in the output folder must not lead a write out of it.
    expect(sandbox.read('elsewhere.sql')).toBe('mine');
  });

  it('says so when the folder may not be written', () => {
    // Nobody, not even root, makes folders there.
    const forbidden = { ...plan({ 'a.sql': '1' }), folder: '/sys/orm-test' };
    expect(() => write(forbidden)).toThrow(/permission denied|read-only/i);
  });

  it('gives up where folders cannot be made', () => {
    const forbidden = { ...plan({ 'a.sql': '1' }), folder: '/proc/orm-test/a' };
    expect(() => write(forbidden)).toThrow(/cannot write/);
  });
});

describe('inside', () => {
  it.each(['a.sql', 'a/b.sql', '..a.sql', 'a..b', '...', '-x', ' a'])('lets %j be', (path) => {
    expect(inside('/project/out', path)).toBe(join('/project/out', path));
  });

  it.each(['..', '.', '', '../x', 'a/../../x', '/etc/passwd', '../out-of-it', 'a\0b', 'a\\b', '..\\x', 'C:\\x'])(
    'refuses %j',
    (path) => {
      expect(() => inside('/project/out', path)).toThrow(DiagnosticError);
    },
  );
});
