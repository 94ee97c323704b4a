import { PassThrough, Writable } from 'node:stream';
import { main } from '../../src/cli/main.js';

export interface OrmRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A stream whose text is kept. */
export class Capture extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** The whole command line in this process: as fast as a function call, from the sources and not from `dist`. */
export async function orm(cwd: string, ...args: string[]): Promise<OrmRun> {
  const stdout = new Capture();
  const stderr = new Capture();
  const fake = { argv: ['node', 'orm', ...args], stdin: new PassThrough(), stdout, stderr, env: {}, cwd: () => cwd };
  const world = fake as unknown as NodeJS.Process;
  await main(world);
  return { code: Number(world.exitCode ?? 0), stdout: stdout.text, stderr: stderr.text };
}

export const CONFIG =
  'orm:\n  general:\n    project: test\n  database:\n    connections:\n      app:\n        adapter: pgsql\n';
