import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from './support/database.js';
import { ENTER, init, PROJECT, WRITE } from './support/init.js';
import { orm } from './support/orm.js';
import { project } from './support/project.js';
import { KEYS } from './support/pty.js';
import { localRegistry } from './support/registry.js';

/** A project with its own copy of the command, and no driver installed for it. */
function withoutDrivers(): { readonly cwd: string; readonly bin: string } {
  const folder = project({ 'project/notes.txt': '' });
  const home = fileURLToPath(new URL('../..', import.meta.url));
  for (const part of ['bin', 'dist', 'package.json', 'schemas']) {
    cpSync(join(home, part), join(folder, 'orm', part), { recursive: true });
  }
  return { cwd: join(folder, 'project'), bin: join(folder, 'orm/bin/orm') };
}

const flagsOf = ({ connection: { dsn = '', user = '', password = '' } }: TestDatabase): readonly string[] => [
  ...['--dsn', dsn, '--user', user, '--password', password, '--password-env', 'DB_PASSWORD'],
];

const NOWHERE = ['--adapter', 'pgsql', '--host', '127.0.0.1', '--port', '1', '--database', 'd', '--user', 'u'];

describe('a driver that is missing', () => {
  test('is installed from the dialogue, tried and used', async (context) => {
    const database = await freshDatabase('pgsql15', context);
    const { cwd, bin } = withoutDrivers();
    const env = await localRegistry();
    const { code, lines } = await init(
      cwd,
      flagsOf(database),
      [['Install it now?', ENTER], ...PROJECT, WRITE, ['Build the SQL', ENTER], ['The database is empty.', ENTER]],
      { bin, env },
    );
    const said = lines.replaceAll(/\s*\n│ +/g, ' ');
    expect(said).toContain('To connect, Node needs the package pg, which is not installed: npm install --save-dev pg');
    expect(lines.replaceAll(/\n│ +/g, '')).toContain(cwd);
    expect(lines).toContain('Installed: pg');
    expect(lines).toContain('Connected. The database is empty.');
    expect(lines).toMatch(/orm sql:insert +tables created/);
    expect(code).toBe(0);
    const described = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')) as { devDependencies: object };
    expect(Object.keys(described.devDependencies)).toEqual(['pg']);
    expect(await database.query("SELECT table_name FROM information_schema.tables WHERE table_name = 'book'")).toEqual([
      ['book'],
    ]);
  });

  test('cancelling afterwards leaves what was announced', async (context) => {
    const database = await freshDatabase('pgsql15', context);
    const { cwd, bin } = withoutDrivers();
    const env = await localRegistry();
    const replies = [
      ['Install it now?', ENTER],
      ['What should the schema start from?', KEYS.ctrlC],
    ] as const;
    const { code, lines } = await init(cwd, flagsOf(database), replies, { bin, env });
    expect(lines).toContain('cancelled: pg was installed, nothing else was written');
    expect(code).toBe(1);
    expect(readdirSync(cwd).sort()).toEqual(['node_modules', 'notes.txt', 'package-lock.json', 'package.json']);
  });

  test('a failure says why, and the dialogue goes on', async () => {
    const { cwd, bin } = withoutDrivers();
    const env = await localRegistry(['pg']);
    const replies = [
      ['Install it now?', ENTER],
      ['What would you like to do?', KEYS.ctrlC],
    ] as const;
    const { code, lines } = await init(cwd, [...NOWHERE, '--password', ''], replies, { bin, env });
    expect(lines).toContain('It was not installed.');
    expect(lines.replaceAll(/\s*\n│ +/g, ' ')).toContain('"npm install --save-dev pg" ended with exit code 1');
    expect(lines).toContain('E404');
    expect(lines).toContain('cancelled: nothing was written');
    expect(code).toBe(1);
    expect(readdirSync(cwd)).toEqual(['notes.txt']);
  });

  test('declined: nothing is installed, and trying again looks for it in a new process', async () => {
    const { cwd, bin } = withoutDrivers();
    const replies = [
      ['Install it now?', 'n'],
      ['What would you like to do?', KEYS.down + KEYS.enter],
      ['What would you like to do?', KEYS.ctrlC],
    ] as const;
    const { lines } = await init(cwd, [...NOWHERE, '--password', ''], replies, { bin });
    expect(lines.match(/which is not installed/g)).toHaveLength(2);
    expect(lines.match(/◇ +Install it now\?/g)).toHaveLength(1);
    expect(readdirSync(cwd)).toEqual(['notes.txt']);
  });

  test('without a terminal nothing is installed', async () => {
    const { cwd, bin } = withoutDrivers();
    const env = await localRegistry();
    const { code, stderr } = await orm(['init', ...NOWHERE, '--yes', '--no-build'], { cwd, bin, env });
    expect(code).toBe(0);
    expect(stderr).toContain('npm install --save-dev pg');
    expect(readdirSync(cwd).sort()).toEqual(['notes.txt', 'orm.yaml', 'schema.xml']);
  });
});
