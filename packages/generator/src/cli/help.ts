import type { CommandDescriptor, Example, OptionDescriptor } from './command.js';
import { COMMANDS } from './commands.js';
import { COMMON_OPTIONS } from './descriptors/options.js';
import { wrap } from './wrap.js';

const WIDTH = 80;
/** Examples that are longer leave no room for what they mean beside them. */
const LONG_EXAMPLE = 40;

/** Commands by the work they belong to; those that are named nowhere help with the others. */
const GROUPS: readonly (readonly [title: string, names: readonly string[]])[] = [
  ['Start', ['init', 'database:reverse']],
  ['Schema', ['schema:check', 'schema:format', 'schema:show']],
  ['Build', ['sql:build', 'model:build', 'config:convert', 'build:all']],
  ['Database', ['sql:insert', 'list:check']],
  [
    'Migrations',
    [
      'migration:diff',
      'migration:create',
      'migration:check',
      'migration:migrate',
      'migration:up',
      'migration:down',
      'migration:status',
      'migration:baseline',
    ],
  ],
];

const EXIT_CODES: readonly (readonly [string, string])[] = [
  ['0', 'done'],
  ['1', 'failed: the command line, the configuration, the schema or the database'],
  ['2', '--check found files that would change'],
];

/** The help of a command, by its name or another name of it, or that of the program; nothing for an unknown command. */
export function helpText(name: string | undefined): string | undefined {
  if (name === undefined) return programHelp();
  const command = COMMANDS.find((each) => each.name === name || each.aliases.includes(name));
  return command === undefined ? undefined : commandHelp(command);
}

/** `orm --help`. */
export function programHelp(): string {
  return page([
    'Usage: orm <command> [options]',
    'A compiler for data models: it reads schema.xml and a configuration, and writes the SQL that creates the tables and the PHP classes that work with them.',
    ...commandGroups(),
    section('Options', rows([...optionRows(COMMON_OPTIONS), VERSION_ROW, HELP_ROW])),
    section(
      'A first project, in an empty folder',
      exampleLines([
        { line: 'orm init', meaning: 'asks for the database, writes orm.yaml and schema.xml' },
        { line: 'orm sql:build', meaning: 'writes the SQL into generated-sql/' },
        { line: 'orm sql:insert', meaning: 'creates the tables in the database' },
        { line: 'orm model:build', meaning: 'writes the classes into generated-classes/' },
        { line: 'orm config:convert', meaning: 'writes generated-conf/config.php, which they load' },
        { line: 'orm build:all', meaning: 'after a change: sql:build, model:build and config:convert in one' },
      ]),
    ),
    section('Exit codes', rows(EXIT_CODES)),
    'Run "orm help <command>" for what a command reads, writes and takes.',
  ]);
}

function commandGroups(): readonly string[] {
  const named = new Set(GROUPS.flatMap(([, names]) => names));
  const rest = COMMANDS.filter(({ name }) => !named.has(name)).map(({ name }) => name);
  const width = Math.max(...COMMANDS.map(({ name }) => name.length)) + 2;
  return [...GROUPS, ['Help', rest] as const].map(([title, names]) => {
    const commands = names.flatMap((name) => COMMANDS.filter((command) => command.name === name));
    return section(
      title,
      rows(
        commands.map((command) => [command.name, command.summary]),
        width,
      ),
    );
  });
}

/** `orm help sql:build`, `orm sql:build --help`. */
export function commandHelp(command: CommandDescriptor): string {
  return page([
    `Usage: orm ${command.name}${command.argument === undefined ? '' : ` [${command.argument.name}]`} [options]${command.aliases.length > 0 ? `\nAlso:  ${command.aliases.map((a) => `orm ${a}`).join(', ')}` : ''}`,
    `${command.summary}.`,
    ...command.description,
    ...(command.argument === undefined
      ? []
      : [section('Arguments', rows([[command.argument.name, command.argument.description]]))]),
    section('Options', rows([...optionRows([...command.options, ...COMMON_OPTIONS]), HELP_ROW])),
    section('Examples', exampleLines(command.examples)),
    section('Exit codes', rows(exitCodes(command))),
  ]);
}

function exitCodes(command: CommandDescriptor): readonly (readonly [string, string])[] {
  return EXIT_CODES.filter(([code]) => code !== '2' || hasOption(command, '--check')).map(([code, meaning]) => [
    code,
    code === '1' && command.exitOne !== undefined ? `${meaning}; ${command.exitOne}` : meaning,
  ]);
}

const HELP_ROW = ['--help', 'Prints this'] as const;
const VERSION_ROW = ['-v, --version', 'Prints what a bug report needs, the version first'] as const;

function hasOption(command: CommandDescriptor, flag: string): boolean {
  return command.options.some((option) => option.flags.split(' ')[0] === flag);
}

function optionRows(options: readonly OptionDescriptor[]): readonly (readonly [string, string])[] {
  return options.map((option) => [option.flags, option.description]);
}

function page(parts: readonly string[]): string {
  return `${parts
    .map((part) =>
      part
        .split('\n')
        .map((line) => (line.startsWith(' ') ? line : wrap(line, WIDTH).join('\n')))
        .join('\n'),
    )
    .join('\n\n')}\n`;
}

function section(title: string, body: string): string {
  return `${title}:\n${body}`;
}

/** Two columns; the second is wrapped and stays in its column. */
function rows(cells: readonly (readonly [string, string])[], least = 0): string {
  const width = Math.max(least, ...cells.map(([left]) => left.length + 2));
  return cells
    .flatMap(([left, right]) =>
      wrap(right, WIDTH - width - 2).map((line, i) => `  ${(i === 0 ? left : '').padEnd(width)}${line}`),
    )
    .join('\n');
}

function exampleLines(examples: readonly Example[]): string {
  if (examples.every(({ line }) => line.length <= LONG_EXAMPLE)) {
    return rows(examples.map(({ line, meaning }) => [line, meaning]));
  }
  return examples
    .flatMap(({ line, meaning }) => [`  ${line}`, ...wrap(meaning, WIDTH - 6).map((text) => `      ${text}`)])
    .join('\n');
}
