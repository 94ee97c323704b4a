import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

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

/** Runs `orm` without a terminal. */
export function orm(args: readonly string[], options: OrmOptions): Promise<Outcome> {
  if (!existsSync(BUILT)) throw new Error('run "npm run build" first: these tests start the built command');
  return outcomeOf(
    spawn(process.execPath, [options.bin ?? ORM, ...args], { cwd: options.cwd, env: environment(options.env) }),
    options.input ?? '',
  );
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
