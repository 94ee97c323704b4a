import { earlyFlags, parseArguments } from './arguments.js';
import type { CommandDescriptor, CommandOptions, Context, ExitCode } from './command.js';
import { runOnce } from './command-run.js';
import { createTerminal } from './terminal.js';

/** Reads the command line and runs the command it names. */
export async function runProgram(argv: readonly string[], process: NodeJS.Process): Promise<ExitCode> {
  const { stdin, stdout, stderr, env } = process;
  const flags = earlyFlags(argv);
  const terminal = createTerminal({ stdin, stdout, stderr, env, ...flags });
  let cwd = '';
  try {
    cwd = process.cwd();
    const request = parseArguments(argv);
    if (request.kind === 'print') {
      terminal.write(request.text);
      return 0;
    }
    const { command, options } = request;
    if (options.watch) {
      const { watch } = await import('./watch/watch.js');
      return await watch({ process, cwd, flags }, (context) => runCommand(command, context, options), options);
    }
    return await runOnce({ cwd, env, terminal }, (context) => runCommand(command, context, options));
  } catch (error) {
    return runOnce({ cwd, env, terminal }, () => {
      throw error;
    });
  }
}

async function runCommand(command: CommandDescriptor, context: Context, options: CommandOptions): Promise<ExitCode> {
  context.document({ command: command.name });
  const module = await command.load();
  return module.run(context, options);
}
