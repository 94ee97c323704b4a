import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Outcome, orm } from './orm.js';
import { project } from './project.js';

export interface DoctorFinding {
  readonly group: string;
  readonly state: string;
  readonly what: string;
  readonly advice: readonly string[];
}

interface Report {
  readonly code: number | null;
  readonly text: string;
  readonly findings: readonly DoctorFinding[];
}

/** Runs `orm doctor --json`; `of` gives what it found under a heading, each as one line. */
export async function doctor(
  cwd: string,
  { args = [], env = {}, bin }: { args?: readonly string[]; env?: Record<string, string>; bin?: string } = {},
): Promise<Report & { of: (group: string) => readonly string[] }> {
  const options = bin === undefined ? { cwd, env } : { cwd, env, bin };
  const { code, stdout, stderr }: Outcome = await orm(['doctor', '--json', ...args], options);
  if (stderr !== '') throw new Error(stderr);
  const { findings = [] } = JSON.parse(stdout) as { readonly findings?: readonly DoctorFinding[] };
  return {
    code,
    text: stdout,
    findings,
    of: (group) =>
      findings
        .filter((finding) => finding.group === group)
        .map(({ state, what, advice }) => [`${state}: ${what}`, ...advice].join(' → ')),
  };
}

/** A folder with a program `php` that says it is this version and has these extensions, or does something else. */
export function fakePhp(script: string | { readonly version: string; readonly extensions: readonly string[] }): string {
  const text = typeof script === 'string' ? script : `printf '\\n@orm@%s' '${JSON.stringify(script)}'`;
  const folder = project({ php: `#!/bin/sh\n${text}\n` });
  chmodSync(join(folder, 'php'), 0o755);
  return folder;
}

/** A copy of the program that sees these npm packages only, each with the files that are given. */
export function lonelyOrm(packages: Readonly<Record<string, string | Readonly<Record<string, string>>>>): string {
  const own = fileURLToPath(new URL('../../..', import.meta.url));
  const folder = project({});
  for (const part of ['bin', 'dist', 'package.json']) cpSync(join(own, part), join(folder, part), { recursive: true });
  for (const [name, source] of Object.entries(packages)) {
    const target = join(folder, 'node_modules', name);
    mkdirSync(join(folder, 'node_modules'), { recursive: true });
    if (typeof source === 'string') symlinkSync(source, target);
    else {
      mkdirSync(target);
      for (const [file, text] of Object.entries(source)) writeFileSync(join(target, file), text);
    }
  }
  return join(folder, 'bin/orm');
}
