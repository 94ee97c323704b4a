import { basename } from 'node:path';
import { failure } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import { suggestion } from '../../diagnostics/suggest.js';
import type { CommandOptions, Context, ExitCode } from '../command.js';
import { bashScript } from '../completion/bash.js';
import { fishScript } from '../completion/fish.js';
import { type CompletedProgram, completedProgram } from '../completion/program.js';
import { SHELLS } from '../completion/shells.js';
import { zshScript } from '../completion/zsh.js';
import { COMMON_OPTIONS } from '../descriptors/options.js';

const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], (program: CompletedProgram) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** `orm completion`: the descriptors of the commands in, a script for a shell out. */
export function run(context: Context, { argument }: CommandOptions): Promise<ExitCode> {
  const { env, terminal } = context;
  const shell = SHELLS.find((name) => name === argument);
  if (shell === undefined) throw unknownShell(argument, basename(env['SHELL'] ?? ''));
  const script = SCRIPTS[shell](completedProgram(context.commands, COMMON_OPTIONS));
  context.document({ script });
  if (!terminal.json) terminal.write(script);
  return Promise.resolve(0);
}

function unknownShell(given: string | undefined, own: string): Error {
  if (given !== undefined) {
    return failure({
      code: 'cli/wrong-value',
      message: `there is no completion for ${quoted(given)}`,
      help: suggestion(given, SHELLS),
    });
  }
  return failure({
    code: 'cli/missing-value',
    message: `completion for which shell? ${SHELLS.slice(0, -1).join(', ')} or ${SHELLS.at(-1) ?? ''}`,
    help: `write "orm completion ${SHELLS.find((name) => name === own) ?? SHELLS[0]}"; "orm help completion" says where the script goes`,
  });
}
