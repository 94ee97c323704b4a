import { describe, expect, test } from 'vitest';
import { filesIn, init, PROJECT, pick, type Reply, WRITE } from './support/init.js';
import { project } from './support/project.js';
import { KEYS } from './support/pty.js';

const PLACE = ['--adapter', 'pgsql', '--host', '127.0.0.1', '--port', '1'];
const LOGIN = [...PLACE, '--database', 'shop', '--user', 'shop', '--password', 'secret'];
const SQLITE = ['--adapter', 'sqlite', '--file', 'shop.sqlite'];
const SAMPLE = [...SQLITE, '--sample'];
const NAMED = [...SAMPLE, '--project', 'shop', '--connection-name', 'shop', '--namespace', ''];

/** Every question, each as the first that is left to ask: its beginning, the flags before it, and answers on the way. */
const QUESTIONS: readonly (readonly [question: string, flags: readonly string[], before?: readonly Reply[]])[] = [
  ['Which database', []],
  ['In which file', ['--adapter', 'sqlite']],
  ['Host', ['--adapter', 'mysql']],
  ['Port', ['--adapter', 'pgsql', '--host', 'x']],
  ['Name of the database', PLACE],
  ['Service name', ['--adapter', 'oracle', '--host', 'x', '--port', '1521']],
  ['User', [...PLACE, '--database', 'shop']],
  ['Password', [...PLACE, '--database', 'shop', '--user', 'shop']],
  ['Where should the password be kept?', LOGIN],
  ['Name of the variable', LOGIN, [['Where should the password be kept?', KEYS.enter]]],
  ['How do you want to go on?', LOGIN, [['Where should the password be kept?', pick(1)]]],
  ['What should the schema start from?', SQLITE],
  ['Name of the project', SAMPLE],
  ['Name of the connection', [...SAMPLE, '--project', 'shop']],
  ['PHP namespace', [...SAMPLE, '--project', 'shop', '--connection-name', 'shop']],
  ['Where should the files go?', NAMED],
  ['Folder of schema.xml', NAMED, [['Where should the files go?', pick(1)]]],
  [
    'Folder for the SQL',
    NAMED,
    [
      ['Where should the files go?', pick(1)],
      ['Folder of schema.xml', KEYS.enter],
    ],
  ],
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

  test.each(WAYS)('with %s after the files are written, the project is whole and only not built', async (_, key) => {
    const cwd = project({});
    const { code } = await init(cwd, SQLITE, [...PROJECT, WRITE, ['Build the SQL', key]]);
    expect(code).toBe(0);
    expect(filesIn(cwd)).toEqual(['orm.yaml', 'schema.xml']);
  });
});
