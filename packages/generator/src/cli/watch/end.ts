const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const CONTROL_C = '\u0003';
const CONTROL_D = '\u0004';
const CONTROL_Z = '\u001a';

export interface End {
  /** Aborted when somebody wants an end. */
  readonly signal: AbortSignal;
  /** Gives keyboard and signals back. */
  restore(): void;
}

/** Listens for every way in which a person or a system ends a program. A second signal ends it at once. */
export function untilEnded(process: NodeJS.Process, redraw: () => void): End {
  const controller = new AbortController();
  const end = (): void => controller.abort();
  for (const signal of SIGNALS) process.once(signal, end);
  // Whoever read the output is gone: nobody will miss the next build.
  process.stdout.once('close', end);
  process.stdout.once('error', end);
  const keyboard = process.stdin.isTTY ? listen(process, redraw) : undefined;
  return {
    signal: controller.signal,
    restore() {
      for (const signal of SIGNALS) process.removeListener(signal, end);
      keyboard?.restore();
    },
  };
}

/** Keys as they are pressed. The keyboard then makes no signals of its own, so that they are made here. */
function listen(process: NodeJS.Process, redraw: () => void): { restore(): void } {
  const { stdin } = process;
  const onKeys = (keys: Buffer | string): void => {
    for (const key of String(keys)) {
      if (key === 'q' || key === CONTROL_C || key === CONTROL_D) process.kill(process.pid, 'SIGINT');
      if (key === CONTROL_Z) {
        stdin.setRawMode(false);
        process.kill(process.pid, 'SIGTSTP');
      }
    }
  };
  const onContinue = (): void => {
    stdin.setRawMode(true);
    redraw();
  };
  stdin.setRawMode(true);
  stdin.on('data', onKeys).resume();
  process.on('SIGCONT', onContinue);
  return {
    restore() {
      process.removeListener('SIGCONT', onContinue);
      stdin.off('data', onKeys).pause();
      stdin.setRawMode(false);
    },
  };
}
