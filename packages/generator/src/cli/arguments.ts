import { Command, CommanderError } from 'commander';
import { failure } from '../diagnostics/diagnostic.js';
import { quoted } from '../diagnostics/printable.js';
import { nearest } from '../diagnostics/suggest.js';
import type { CommandDescriptor, CommandOptions, OptionDescriptor } from './command.js';
import { COMMANDS } from './commands.js';
import { COMMON_OPTIONS } from './descriptors/options.js';
import { foreignCommandAdvice } from './foreign-commands.js';
import { foreignOptionAdvice } from './foreign-options.js';
import { commandHelp, programHelp } from './help.js';

/** What the command line asks for. */
export type Request =
  | { readonly kind: 'print'; readonly text: string }
  | { readonly kind: 'run'; readonly command: CommandDescriptor; readonly options: CommandOptions };

/** Flags that matter before the rest is understood: they shape how a wrong command line is reported. */
export function earlyFlags(argv: readonly string[]): { json: boolean; quiet: boolean; noColor: boolean } {
  const end = argv.indexOf('--');
  const flags = new Set(end < 0 ? argv : argv.slice(0, end));
  return { json: flags.has('--json'), quiet: flags.has('--quiet'), noColor: flags.has('--no-color') };
}

/** Reads the command line. A mistake in it is thrown as a diagnostic. */
export function parseArguments(argv: readonly string[]): Request {
  let request: Request = { kind: 'print', text: programHelp() };
  let printed = '';
  const program = new Command('orm')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        printed += text;
      },
      writeErr: () => undefined,
    })
    .showSuggestionAfterError(false)
    .helpCommand(false)
    .helpOption('-h, --help');
  program.helpInformation = programHelp;
  addOptions(program, COMMON_OPTIONS);
  program
    .command('help')
    .argument('[command]')
    .helpOption(false)
    .action((name?: string) => {
      request = { kind: 'print', text: name === undefined ? programHelp() : commandHelp(commandNamed(name)) };
    });
  for (const descriptor of COMMANDS) {
    const command = program.command(descriptor.name).aliases(descriptor.aliases);
    command.helpInformation = () => commandHelp(descriptor);
    addOptions(command, [...descriptor.options, ...COMMON_OPTIONS]);
    if (descriptor.argument !== undefined) command.argument(`[${descriptor.argument.name}]`);
    command.action(() => {
      request = {
        kind: 'run',
        command: descriptor,
        options: commandOptions(command.optsWithGlobals(), command.args[0]),
      };
    });
  }
  try {
    program.parse(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (printed !== '') return { kind: 'print', text: printed };
    if (error.code === 'commander.help') return request;
    throw parserError(error, argv);
  }
  return request;
}

function addOptions(command: Command, options: readonly OptionDescriptor[]): void {
  for (const { flags, description, repeatable } of options) {
    if (repeatable === true) {
      command.option(flags, description, (value: string, previous: readonly string[]) => [...previous, value], []);
    } else command.option(flags, description);
  }
}

/** What every option is when it was not given: flags are off, repeatable ones have no values, others are absent. */
function absentOptions(): Readonly<Record<string, unknown>> {
  const absent: Record<string, unknown> = {};
  const all = [...COMMANDS.flatMap(({ options }) => options), ...COMMON_OPTIONS];
  const denied = new Set(all.map(({ flags }) => flags).filter((flags) => flags.startsWith('--no-')));
  for (const { flags, repeatable } of all) {
    const [name = '', value] = flags.split(' ');
    // What can also be denied is neither on nor off when nobody said so.
    if (denied.has(name) || denied.has(name.replace(/^--/, '--no-'))) continue;
    const key = name.replace(/^--/, '').replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    if (repeatable === true) absent[key] = [];
    else if (value === undefined) absent[key] = false;
  }
  return absent;
}

function commandOptions(given: Readonly<Record<string, unknown>>, argument: string | undefined): CommandOptions {
  // The descriptors are the one list of options; their names and kinds are those that CommandOptions declares.
  return { ...absentOptions(), ...given, ...(argument === undefined ? {} : { argument }) } as unknown as CommandOptions;
}

function commandNames(): string[] {
  return ['help', ...COMMANDS.flatMap(({ name, aliases }) => [name, ...aliases])];
}

function commandNamed(name: string): CommandDescriptor {
  const found = COMMANDS.find((command) => command.name === name || command.aliases.includes(name));
  if (found === undefined) throw unknownCommand(name);
  return found;
}

function unknownCommand(name: string): Error {
  const near = nearest(name, commandNames());
  const advice = foreignCommandAdvice(name) ?? (near === undefined ? undefined : `did you mean "${near}"?`);
  return failure({
    code: 'cli/unknown-command',
    message: `unknown command ${quoted(name)}`,
    help: `${advice === undefined ? '' : `${advice}\n`}run "orm --help" for the list of commands`,
  });
}

/** The parser's diagnostic in our own words, with the advice that fits. */
function parserError(error: CommanderError, argv: readonly string[]): Error {
  const word = /'([^']*)'/.exec(error.message)?.[1] ?? '';
  const typed = COMMANDS.find(({ name, aliases }) => argv.some((a) => a === name || aliases.includes(a)));
  const seeHelp = `run "orm ${typed === undefined ? '' : `${typed.name} `}--help" for the options`;
  switch (error.code) {
    case 'commander.unknownCommand':
      return unknownCommand(word);
    case 'commander.unknownOption': {
      const options = [...(typed?.options ?? []), ...COMMON_OPTIONS].map(({ flags }) => flags.split(' ')[0] ?? flags);
      const flag = word.split('=')[0] ?? word;
      const near = nearest(flag, options);
      const advice = foreignOptionAdvice(flag) ?? (near === undefined ? undefined : `did you mean ${near}?`);
      return failure({
        code: 'cli/unknown-option',
        message: `unknown option ${quoted(flag)}${typed === undefined ? '' : ` of ${typed.name}`}`,
        help: advice === undefined ? seeHelp : `${advice}\n${seeHelp}`,
      });
    }
    case 'commander.optionMissingArgument':
      return failure({ code: 'cli/missing-value', message: `the option ${quoted(word)} needs a value`, help: seeHelp });
    case 'commander.excessArguments':
      return failure({
        code: 'cli/extra-argument',
        message: `${typed === undefined ? 'this command' : typed.name} takes ${typed?.argument === undefined ? 'options only, no other words' : `one ${typed.argument.name} only, and options`}`,
        help: seeHelp,
      });
    default:
      return failure({ code: 'cli/arguments', message: error.message.replace(/^error: /, ''), help: seeHelp });
  }
}
