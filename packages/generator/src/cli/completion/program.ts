import type { CommandDescriptor, Completion, OptionDescriptor } from '../command.js';

export interface CompletedOption {
  /** With its dashes. */
  readonly flag: string;
  readonly description: string;
  /** Whether a word must follow. */
  readonly takesValue: boolean;
  readonly complete: Completion | undefined;
}

export interface CompletedCommand {
  /** Its name, then its aliases. */
  readonly names: readonly string[];
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  /** What may follow without a flag. */
  readonly argument: Completion | undefined;
}

/** All that a shell can complete, in words of no shell. */
export interface CompletedProgram {
  readonly commands: readonly CompletedCommand[];
  /** Options that may stand before a command. */
  readonly options: readonly CompletedOption[];
}

const HELP: OptionDescriptor = { flags: '--help', description: 'Prints help' };
const VERSION: OptionDescriptor = { flags: '--version', description: 'Prints the version' };

/** What the descriptors say, for the scripts of all shells. */
export function completedProgram(
  commands: readonly CommandDescriptor[],
  common: readonly OptionDescriptor[],
): CompletedProgram {
  const names = commands.map(({ name }) => name);
  return {
    commands: [
      ...commands.map(({ name, aliases, summary, options, argument }) => ({
        names: [name, ...aliases],
        summary,
        options: [...options, ...common, HELP].map(completedOption),
        argument: argument?.complete,
      })),
      { names: ['help'], summary: 'Says what a command reads, writes and takes', options: [], argument: names },
    ],
    options: [...common, HELP, VERSION].map(completedOption),
  };
}

function completedOption({ flags, description, complete }: OptionDescriptor): CompletedOption {
  const [flag = '', value] = flags.split(' ');
  const byPlace = value === '<dir>' ? 'folders' : value === '<file>' ? 'files' : undefined;
  return { flag, description, takesValue: value?.startsWith('<') ?? false, complete: complete ?? byPlace };
}
