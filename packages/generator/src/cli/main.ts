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
  const { runProgram } = await import('./program.js');
  process.exitCode = await runProgram(argv, process);
}
