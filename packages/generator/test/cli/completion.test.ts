import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.js';
import { completedProgram } from '../../src/cli/completion/program.js';
import { COMMON_OPTIONS } from '../../src/cli/descriptors/options.js';
import { orm } from './support/orm.js';
import { configuration, project } from './support/project.js';
import { bashOffers, fishOffers, type Shell, typeInto } from './support/shell.js';

const SQLITE = { adapter: 'sqlite' };
/** A name that does harm wherever it is not quoted. */
const HOSTILE = `odd $(touch pwned) \`touch pwned\` 'x' "y" \\ *;&|!z`;
const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const SCHEMA = `<database name="library">
${['author', 'my table', 'a:b', HOSTILE, 'two\nlines'].map((name) => `  <table name="${attribute(name).replace('\n', '&#10;')}"/>`).join('\n')}
</database>
`;

function library(): string {
  const cwd = project({
    'orm.json': configuration({ library: SQLITE, archive: SQLITE }),
    'schema.xml': SCHEMA,
    'other/orm.json': configuration({ zebra: SQLITE }),
  });
  mkdirSync(join(cwd, 'sub dir'));
  return cwd;
}

/** What is typed, with Tab at its end, and the words that arrive. */
const LINES: readonly (readonly [typed: string, words: string])[] = [
  ['orm sql:b\t', '<sql:build>'],
  ['orm schema:fo\t', '<schema:format>'],
  ['orm --quiet sql:b\t', '<--quiet><sql:build>'],
  ['orm sql:build --conn\t', '<sql:build><--connection>'],
  ['orm sql:build --connection arch\t', '<sql:build><--connection><archive>'],
  ['orm sql:build --connection=arch\t', '<sql:build><--connection=archive>'],
  ['orm build-sql --connection lib\t', '<build-sql><--connection><library>'],
  ['orm sql:build --config-dir other --connection z\t', '<sql:build><--config-dir><other><--connection><zebra>'],
  ['orm sql:build --config-dir sub\t', '<sql:build><--config-dir><sub dir>'],
  ['orm init --format ya\t', '<init><--format><yaml>'],
  ['orm init --adapter sqli\t', '<init><--adapter><sqlite>'],
  ['orm schema:show auth\t', '<schema:show><author>'],
  ['orm schema:show od\t', `<schema:show><${HOSTILE}>`],
  ['orm schema:show my\\ t\t', '<schema:show><my table>'],
  ['orm schema:show "my t\t', '<schema:show><my table>'],
  ['orm list:check --table auth\t', '<list:check><--table><author>'],
  ['orm schema:format sch\t', '<schema:format><schema.xml>'],
  ['orm help mod\t', '<help><model:build>'],
  ['orm completion fi\t', '<completion><fish>'],
  ['orm sql:build --watch nonsense\t', '<sql:build><--watch><nonsense>'],
];

describe.each<Shell>(['bash', 'zsh', 'fish'])('%s in a terminal', (shell) => {
  test('completes what is typed, and quotes what needs it', async () => {
    const cwd = library();
    const called = await typeInto(
      shell,
      cwd,
      LINES.map(([typed]) => typed),
    );
    // zsh takes the slash of a folder away when the line ends there.
    expect(called.map((words) => words.replace('/>', '>'))).toEqual(LINES.map(([, words]) => words));
    expect(existsSync(join(cwd, 'pwned'))).toBe(false);
  });

  test('is silent where there is no project', async () => {
    const cwd = project({ 'orm.json': '{ not json' });
    expect(await typeInto(shell, cwd, ['orm sql:build --connection x\t', 'orm schema:show x\t'])).toEqual([
      '<sql:build><--connection><x>',
      '<schema:show><x>',
    ]);
  });
});

describe.each([
  ['bash', bashOffers],
  ['fish', fishOffers],
] as const)('%s offers', (shell, offers) => {
  const { commands, options } = completedProgram(COMMANDS, COMMON_OPTIONS);

  test('every command, alias and option', () => {
    const flags = (list: typeof options): string[] => list.map(({ flag }) => flag).sort();
    const names = commands.flatMap((command) => command.names);
    const cases = [
      ['orm ', names.toSorted()] as const,
      ['orm --', flags(options)] as const,
      ...commands
        .filter((command) => command.options.length > 0)
        .flatMap((command) => command.names.map((name) => [`orm ${name} --`, flags(command.options)] as const)),
    ];
    const lines = cases.map(([line]) => line);
    const offered = offers(project({}), lines);
    expect(lines.map((line, i) => [line, offered[i]])).toEqual(cases);
  });

  test('the part behind a colon only where the shell wants that', () => {
    const expected = ['schema:check', 'schema:format', 'schema:show'];
    const tails = expected.map((name) => name.replace('schema:', ''));
    expect(offers(project({}), ['orm schema:'])).toEqual([shell === 'bash' ? tails : expected]);
  });

  test('connections and tables', () => {
    const [connections, tables, unknown] = offers(library(), [
      'orm sql:insert --connection ',
      'orm list:check --table ',
      'orm init --dsn ',
    ]);
    expect(connections).toEqual(['archive', 'library']);
    // A name with a line end in it is left out.
    expect(tables).toHaveLength(4);
    expect(unknown).toEqual([]);
  });
});

describe('orm completion', () => {
  test.each([
    [
      [],
      'error: completion for which shell? bash, zsh or fish\n  = write "orm completion zsh"; "orm help completion" says where the script goes\n\n1 error\n',
    ],
    [['fisch'], 'error: there is no completion for "fisch"\n  = did you mean "fish"?\n\n1 error\n'],
  ])('says which shells there are: %j', async (args, stderr) => {
    const cwd = project({});
    expect(await orm(['completion', ...args], { cwd, env: { SHELL: '/usr/bin/zsh' } })).toEqual({
      code: 1,
      stdout: '',
      stderr,
    });
  });

  test.each([['connections'], ['tables'], ['schema-files'], ['nonsense'], ['toString'], []])(
    'looks up %s in silence where nothing can be found',
    async (...what) => {
      for (const files of [{}, { 'orm.json': '{', 'schema.xml': '<database' }]) {
        const cwd = project(files);
        const { code, stdout, stderr } = await orm(['__complete', ...what, 'x', '--config-dir'], { cwd });
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        expect(stdout).toBe(what[0] === 'schema-files' && 'schema.xml' in files ? 'schema.xml\n' : '');
      }
    },
  );
});
