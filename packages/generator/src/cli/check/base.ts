import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Environment } from '../../config/template.js';
import { type DiagnosticError, failure } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';

/** The names of what a folder has in a commit of git. */
export type BaseFolder = (folder: string) => Promise<ReadonlySet<string>>;

/** Finds the commit that `--base` names. What begins with a dash would be an option of git. */
export async function openBase(ref: string, cwd: string, env: Environment): Promise<BaseFolder> {
  if (ref === '' || ref.startsWith('-')) throw noCommit(ref, 'a name of git does not begin with a dash');
  const found = await git(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`], cwd, env);
  const commit = found.output.trim();
  if (found.code !== 0 || !/^[0-9a-f]{40,64}$/.test(commit)) {
    throw noCommit(ref, 'name a branch, a tag or a commit that is here; on CI fetch it first');
  }
  return async (folder) => {
    if (!existsSync(folder)) return new Set();
    // Relative to the folder in which it runs; one that the commit does not have is empty.
    const { code, output, error } = await git(['ls-tree', '-z', '--name-only', commit], folder, env);
    if (code !== 0)
      throw failure({ code: 'migration/git', message: `git cannot list ${quoted(ref)}: ${printable(error)}` });
    return new Set(output.split('\0').filter((name) => name !== ''));
  };
}

const noCommit = (ref: string, help: string): DiagnosticError =>
  failure({ code: 'cli/value', message: `--base ${quoted(ref)} is no commit of this repository`, help });

interface GitResult {
  readonly code: number;
  readonly output: string;
  readonly error: string;
}

const MOST_BYTES = 64 * 1024 * 1024;

function git(args: readonly string[], cwd: string, env: Environment): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    // Without a shell: no word of the command line is read as a command.
    execFile('git', args, { cwd, env, maxBuffer: MOST_BYTES, encoding: 'utf8' }, (error, output, talk) => {
      if (error === null) resolve({ code: 0, output, error: '' });
      else if (error.code === 'ENOENT') {
        reject(failure({ code: 'migration/git', message: '--base needs git, and there is none', help: 'install git' }));
      } else resolve({ code: 1, output, error: talk.trim().split('\n').at(-1) ?? '' });
    });
  });
}
