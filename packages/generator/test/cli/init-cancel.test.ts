import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesIn, init, PROJECT, pick, type Reply, WRITE } from './support/init.js';
import { project } from './support/project.js';
import { KEYS } from './support/pty.js';

const PLACE = ['--adapter', 'pgsql', '--host', '127.0.0.1', '--port', '1'];
const LOGIN = [...PLACE, '--database', 'shop', '--user', 'shop', '--password', 'secret'];
const SQLITE = ['--adapter', 'sqlite', '--file', 'shop.sqlite'];
const SAMPLE = [...SQLITE, '--sample'];
const NAMED = [...SAMPLE, '--project', 'shop', '--connection-name', 'shop', '--target', 'php', '--namespace', ''];

const FOLDERS = ['Folder of schema.xml', 'Folder for the SQL', 'Folder for the classes', 'Folder for config.php'];
const taken = (question: string): Reply => [question, KEYS.enter];

/** Every question, each as the first that is left to ask: its beginning, the flags before it, and answers on the way. */
const QUESTIONS: readonly (readonly [question: string, flags: readonly string[], before?: readonly Reply[]])[] = [
  ['Which database', []],
  ['Path to the database file', ['--adapter', 'sqlite']],
  ['Host', ['--adapter', 'mysql']],
  ['Port', ['--adapter', 'pgsql', '--host', 'x']],
  ['Name of the database', PLACE],
  ['Service name', ['--adapter', 'oracle', '--host', 'x', '--port', '1521']],
  ['User', [...PLACE, '--database', 'shop']],
  ['Password', [...PLACE, '--database', 'shop', '--user', 'shop']],
  ['Where should the password be kept?', LOGIN],
  ['Name of the variable', LOGIN, [['Where should the password be kept?', KEYS.enter]]],
  ['What would you like to do?', LOGIN, [['Where should the password be kept?', pick(1)]]],
  ['What should the schema start from?', SQLITE],
  ['Name of the project', SAMPLE],
  ['Name of the connection', [...SAMPLE, '--project', 'shop']],
  ['Which language', [...SAMPLE, '--project', 'shop', '--connection-name', 'shop']],
  ['PHP namespace', [...SAMPLE, '--project', 'shop', '--connection-name', 'shop', '--target', 'php']],
  [
    'Folder for the TypeScript classes',
    [...SAMPLE, '--project', 'shop', '--connection-name', 'shop', '--target', 'typescript'],
    [['Where should the files go?', pick(1)], ...FOLDERS.slice(0, 2).map(taken)],
  ],
  ['Where should the files go?', NAMED],
  ...FOLDERS.map(
    (question, i) =>
      [question, NAMED, [['Where should the files go?', pick(1)], ...FOLDERS.slice(0, i).map(taken)]] as const,
  ),
  ['Format', [...NAMED, '--schema-dir', 'db']],
  ['Is this right?', [...NAMED, '--schema-dir', 'db', '--format', 'php']],
  ['What should be changed?', [...NAMED, '--schema-dir', 'db', '--format', 'php'], [['Is this right?', pick(1)]]],
];

const WAYS = [
  ['Ctrl-C', KEYS.ctrlC],
  ['Esc', KEYS.escape],
  ['Ctrl-D', KEYS.ctrlD],
] as const;

describe('cancelled', () => {
  test.each(QUESTIONS.map((each, i) => [each[0], WAYS[i % 3]?.[0] ?? '', each, WAYS[i % 3]?.[1] ?? ''] as const))(
    'at "%s" with %s, the folder is as it was',
    async (_, __, [question, flags, before = []], key) => {
      const cwd = project({});
      const { code, lines, text } = await init(cwd, flags, [...before, [question, key]]);
      expect(filesIn(cwd)).toEqual([]);
      expect(lines).toContain('cancelled: nothing was written');
      expect(code).toBe(1);
      // The cursor is shown again.
      expect(text.lastIndexOf('\u001b[?25h')).toBeGreaterThan(text.lastIndexOf('\u001b[?25l'));
    },
  );

  test.each([
    ['Make a new one?', []],
    ['orm.yaml exists. Replace it?', [['Make a new one?', 'y'], ...PROJECT, WRITE]],
    [
      'schema.xml exists. Replace it?',
      [['Make a new one?', 'y'], ...PROJECT, WRITE, ['orm.yaml exists. Replace it?', 'y']],
    ],
  ] satisfies [string, Reply[]][])('at "%s", existing files are as they were', async (question, before) => {
    const files = { 'orm.yaml': 'orm: {}\n', 'schema.xml': '<database name="old"/>\n' };
    const cwd = project(files);
    const { code, lines } = await init(cwd, SQLITE, [...before, [question, KEYS.ctrlC]]);
    expect(lines).toContain('cancelled: nothing was written');
    expect({ code, files: filesIn(cwd) }).toEqual({ code: 1, files: ['orm.yaml', 'schema.xml'] });
    for (const [name, text] of Object.entries(files)) expect(readFileSync(join(cwd, name), 'utf8')).toBe(text);
  });

  test('at the question for the tables, the project is built and the database not made', async () => {
    const cwd = project({});
    const { code } = await init(cwd, SQLITE, [
      ...PROJECT,
      WRITE,
      ['Build the SQL', 'y'],
      ['Create the database file', KEYS.ctrlC],
    ]);
    expect(code).toBe(0);
    expect(filesIn(cwd)).toContain(join('generated-sql', 'sqldb.map'));
    expect(filesIn(cwd)).not.toContain('shop.sqlite');
  });

  test.each(WAYS)('with %s after the files are written, the project is whole and only not built', async (_, key) => {
    const cwd = project({});
    const { code } = await init(cwd, SQLITE, [...PROJECT, WRITE, ['Build the SQL', key]]);
    expect(code).toBe(0);
    expect(filesIn(cwd)).toEqual(['orm.yaml', 'schema.xml']);
  });
});
