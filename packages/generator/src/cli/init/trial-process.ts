import { fork } from 'node:child_process';
import type { Environment } from '../../config/template.js';
import type { Answers } from './answers.js';
import { type Trial, tryConnection } from './trial.js';

/** The word that `main` knows this part by. */
const TRIAL_COMMAND = '__try-connection';

interface Request {
  readonly answers: Answers;
  readonly cwd: string;
}

/**
 * Tries a connection in a new process: Node remembers which modules it did not find, so that the one that missed the driver may
 * not see it once it is installed. The answers, with a password in them, go through a channel that only the two have.
 */
export function tryInNewProcess(answers: Answers, cwd: string, env: Environment): Promise<Trial> {
  return new Promise((resolve, reject) => {
    const child = fork(process.argv[1] ?? '', [TRIAL_COMMAND], {
      env: { ...env },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    let trial: Trial | undefined;
    child.on('message', (message: unknown) => {
      trial = message as Trial;
    });
    child.on('error', reject);
    child.on('close', (code) =>
      resolve(
        trial ?? { kind: 'failed', reason: `the process that tried ended with exit code ${String(code)}`, hints: [] },
      ),
    );
    child.send({ answers, cwd } satisfies Request);
  });
}

/** The other side: answers the one request that comes. */
export function answerTrial(child: NodeJS.Process): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => {
      const { answers, cwd } = message as Request;
      tryConnection(answers, cwd, child.env)
        .then((trial) => child.send?.(trial, () => child.disconnect()))
        .then(() => resolve(), reject);
    });
  });
}
