import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Capture } from '../../support/orm-in-process.js';

/** The command as users start it; it runs the built code. */
export const ORM = fileURLToPath(new URL('../../../bin/orm', import.meta.url));
const BUILT = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface OrmOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Another copy of bin/orm. */
  readonly bin?: string;
}

/** Commands that start threads or processes of their own, or must be seen to end by themselves. */
const OWN_PROCESS = /^(?:init|doctor|__|completion)/;

/** Runs `orm` without a terminal: the built code, in this process where that makes no difference, because it is started a lot. */
export async function orm(args: readonly string[], options: OrmOptions): Promise<Outcome> {
  if (!existsSync(BUILT)) throw new Error('run "npm run build" first: these tests start the built command');
  const { cwd, env = {}, input = '', bin } = options;
  const isOwn = bin !== undefined || Object.keys(env).length > 0 || OWN_PROCESS.test(args[0] ?? '__');
  if (isOwn || args.includes('--watch')) return ormProcess(args, options);
  const { main } = (await import(BUILT)) as { readonly main: (world: NodeJS.Process) => Promise<void> };
  const [stdin, stdout, stderr] = [new PassThrough(), new Capture(), new Capture()];
  stdin.end(input);
  const argv = [process.execPath, ORM, ...args];
  const world = { argv, stdin, stdout, stderr, env: environment(), cwd: () => cwd } as unknown as NodeJS.Process;
  await main(world);
  return { code: Number(world.exitCode ?? 0), stdout: stdout.text, stderr: stderr.text };
}

/** Starts `orm` in a process of its own. */
export function ormProcess(args: readonly string[], { cwd, env, input = '', bin }: OrmOptions): Promise<Outcome> {
  return outcomeOf(spawn(process.execPath, [bin ?? ORM, ...args], { cwd, env: environment(env) }), input);
}

/** The environment of a test, without what would colour or change the output. */
export function environment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    ([name, value]) => value !== undefined && !/^(NO_COLOR|FORCE_COLOR|CI|PG.*|ORM_DEBUG|NODE_OPTIONS)$/.test(name),
  );
  return { ...(Object.fromEntries(kept) as Record<string, string>), ...more };
}

export function outcomeOf(child: ChildProcess, input: string): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    child.stdin?.end(input);
  });
}
