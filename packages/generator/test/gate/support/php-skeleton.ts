import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';

/** One PHP process that takes sources apart; most files of a build are like those of the last one and are known already. */
export class PhpSkeletons {
  #worker: ChildProcess;
  #answers: Interface;
  readonly #known = new Map<string, string>();

  constructor() {
    [this.#worker, this.#answers] = started();
  }

  /** What each source declares. */
  async of(sources: readonly string[]): Promise<string[]> {
    // As they are on a disk: UTF-8, whatever halves of characters there were.
    const written = sources.map((source) => Buffer.from(source).toString());
    const unknown = [...new Set(written)].filter((source) => !this.#known.has(source));
    if (unknown.length > 0) {
      const answers = await this.#ask(unknown);
      for (const [index, source] of unknown.entries()) this.#known.set(source, answers[index] ?? 'wrong: no answer');
    }
    return written.map((source) => this.#known.get(source) ?? '');
  }

  #ask(sources: readonly string[]): Promise<string[]> {
    return new Promise((resolve, reject) => {
      const ended = (): void => reject(new Error('the worker has ended'));
      // One that ended between two questions has answered all it was asked.
      if (this.#worker.exitCode !== null || this.#worker.signalCode !== null) {
        [this.#worker, this.#answers] = started();
      }
      this.#worker.once('exit', ended);
      this.#answers.once('line', (line) => {
        this.#worker.off('exit', ended);
        resolve(JSON.parse(line) as string[]);
      });
      this.#worker.stdin?.write(`${JSON.stringify(sources)}\n`);
    });
  }

  close(): void {
    this.#answers.close();
    this.#worker.stdin?.end();
  }
}

function started(): [ChildProcess, Interface] {
  const worker = spawn('php', ['-d', 'memory_limit=1G', join(import.meta.dirname, 'php-skeleton.php')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return [worker, createInterface({ input: worker.stdout })];
}
