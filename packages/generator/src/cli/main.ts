import { isMainThread } from 'node:worker_threads';
import { quickRequest } from './quick.js';
import { streamWriter } from './stream-writer.js';
import { versionText } from './version.js';

/**
 * Runs the command line of a process and sets its exit code; the process ends by itself once all is written. What only
 * some runs need is imported when it is: Node itself takes longer to start than most of our commands work.
 */
export async function main(process: NodeJS.Process): Promise<void> {
  const argv = process.argv.slice(2);
  const quick = quickRequest(argv);
  if (quick?.kind === 'version') {
    streamWriter(process.stdout)(versionText(process.cwd(), quick.json));
    return;
  }
  if (quick?.kind === 'help') {
    const { helpText } = await import('./help.js');
    const text = helpText(quick.command);
    if (text !== undefined) {
      streamWriter(process.stdout)(text);
      return;
    }
  }
  if (argv[0] === '__complete') {
    const { lookedUp } = await import('./completion/look-up.js');
    streamWriter(process.stdout)(await lookedUp(argv.slice(1), process));
    return;
  }
  if (argv[0] === '__try-connection') {
    const { answerTrial } = await import('./init/trial-process.js');
    await answerTrial(process);
    return;
  }
  if (argv[0] === '__check-files' && !isMainThread) {
    const { answerFileChecks } = await import('./doctor/file-thread.js');
    await answerFileChecks(process);
    return;
  }
  const { runProgram } = await import('./program.js');
  process.exitCode = await runProgram(argv, process);
}
