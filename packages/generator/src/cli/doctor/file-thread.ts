import { parentPort, Worker, workerData } from 'node:worker_threads';
import { Reporter } from '../../diagnostics/diagnostic.js';
import type { CommandOptions, Context } from '../command.js';
import { modelBuild } from '../descriptors/model-build.js';
import { sqlBuild } from '../descriptors/sql-build.js';
import { createTerminal, silentTerminal } from '../terminal.js';
import { checkFiles, type FileCheck } from './file-check.js';

/** The word that `main` knows this part by. */
const THREAD_COMMAND = '__check-files';

/** The commands whose files are looked at there: those that print a whole schema. */
const COMMANDS = [sqlBuild, modelBuild];

/** The outcome of each command, by its name. */
export type FileChecks = ReadonlyMap<string, FileCheck>;

interface Request {
  readonly cwd: string;
  readonly options: CommandOptions;
}

/**
 * Prints the files of a large schema in a thread beside this one, which reads the catalog meanwhile. The thread loads the
 * project again: that takes less time than printing all files here.
 */
export function checkFilesInThread({ cwd, env }: Context, options: CommandOptions): Promise<FileChecks> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(process.argv[1] ?? '', {
      argv: [THREAD_COMMAND],
      env: { ...env },
      workerData: { cwd, options } satisfies Request,
    });
    thread.once('message', (checks: FileChecks) => resolve(checks));
    thread.once('error', reject);
    thread.once('exit', (code) =>
      reject(new Error(`the thread that compared files ended with exit code ${String(code)}`)),
    );
  });
}

/** The other side: answers the one request that it was started with. */
export async function answerFileChecks({ stdin, stdout, stderr, env }: NodeJS.Process): Promise<void> {
  const { cwd, options } = workerData as Request;
  const terminal = createTerminal({ stdin, stdout, stderr, env, noColor: true, quiet: true, json: false });
  const context: Context = {
    cwd,
    env,
    terminal: silentTerminal(terminal),
    reporter: new Reporter(),
    commands: COMMANDS,
    showDiagnostics: () => undefined,
    document: () => undefined,
  };
  const checks = new Map<string, FileCheck>();
  for (const command of COMMANDS) checks.set(command.name, await checkFiles(command, context, options));
  parentPort?.postMessage(checks);
}
