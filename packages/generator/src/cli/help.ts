import type { CommandDescriptor, Example, OptionDescriptor } from './command.js';
import { COMMANDS } from './commands.js';
import { COMMON_OPTIONS } from './descriptors/options.js';
import { wrap } from './wrap.js';

const WIDTH = 100;

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
    'A compiler for data models: it reads schema.xml and a configuration, and writes the SQL that creates the tables.',
    section('Commands', rows(COMMANDS.map((c) => [c.name, summaryWithAliases(c)]))),
    section('Options', rows([...optionRows(COMMON_OPTIONS), ['--version', 'Prints the version'], HELP_ROW])),
    section(
      'A first run, in an empty folder',
      exampleLines([
        { line: 'orm init', meaning: 'asks for the database, writes orm.yaml and schema.xml' },
        { line: 'orm sql:build', meaning: 'writes generated-sql/' },
        { line: 'orm sql:insert', meaning: 'creates the tables in the database' },
        { line: 'orm model:build', meaning: 'writes the PHP classes' },
      ]),
    ),
    section('Exit codes', rows(EXIT_CODES)),
    'Run "orm help <command>" for what a command reads, writes and takes.',
  ]);
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

function hasOption(command: CommandDescriptor, flag: string): boolean {
  return command.options.some((option) => option.flags.split(' ')[0] === flag);
}

function summaryWithAliases(command: CommandDescriptor): string {
  return command.aliases.length === 0 ? command.summary : `${command.summary} (also ${command.aliases.join(', ')})`;
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
function rows(cells: readonly (readonly [string, string])[]): string {
  const width = Math.max(...cells.map(([left]) => left.length)) + 2;
  return cells
    .flatMap(([left, right]) =>
      wrap(right, WIDTH - width - 2).map((line, i) => `  ${(i === 0 ? left : '').padEnd(width)}${line}`),
    )
    .join('\n');
}

function exampleLines(examples: readonly Example[]): string {
  // Beside long lines there is no room: then what they mean stands below them.
  if (examples.some(({ line }) => line.length > WIDTH * 0.6)) {
    return examples
      .flatMap(({ line, meaning }) => [`  ${line}`, ...wrap(meaning, WIDTH - 6).map((text) => `      ${text}`)])
      .join('\n');
  }
  return rows(examples.map(({ line, meaning }) => [line, meaning]));
}
