import { spawn } from 'node:child_process';
import { chmodSync, cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.js';
import { environment, ORM, type Outcome, orm, outcomeOf } from './support/orm.js';
import { PROJECTS } from './support/page-projects.js';
import { project } from './support/project.js';

/** Commands whose examples begin without a project; all others are tried in one where everything is ready. */
const WITHOUT_PROJECT = new Set(['init']);
/** Programs that examples call besides `orm`. */
const HELPERS = ['notify'];
/** A command that goes on until somebody ends it is ended after this long. */
const WATCHED_MS = 3000;

function programs(): string {
  const bin = project({});
  writeFileSync(join(bin, 'orm'), `#!/bin/sh\nexec '${process.execPath}' '${ORM}' "$@"\n`);
  for (const helper of HELPERS) writeFileSync(join(bin, helper), '#!/bin/sh\nexit 0\n');
  for (const program of ['orm', ...HELPERS]) chmodSync(join(bin, program), 0o755);
  return bin;
}

/** Runs a line as a person types it, but without a terminal. */
function play(line: string, cwd: string, bin: string): Promise<Outcome> {
  const env = environment({ PATH: `${bin}:${process.env['PATH'] ?? ''}` });
  const endless = /--watch\b/.test(line);
  const child = spawn('sh', ['-c', endless ? `exec ${line}` : line], { cwd, env });
  if (endless) setTimeout(() => child.kill('SIGINT'), WATCHED_MS);
  return outcomeOf(child, '');
}

test('every example of every command works', async () => {
  const bin = programs();
  const ready = PROJECTS['bookstore-ready']?.() ?? '';
  for (const { name, examples } of COMMANDS) {
    for (const { line, exitCode = 0 } of examples) {
      const cwd = project({});
      if (!WITHOUT_PROJECT.has(name)) cpSync(ready, cwd, { recursive: true });
      const { code, stderr } = await play(line, cwd, bin);
      expect
        .soft({ line, code, stderr: code === exitCode ? '' : stderr })
        .toEqual({ line, code: exitCode, stderr: '' });
    }
  }
});

test('the document of --json has the fields that the descriptor names', async () => {
  const cwd = PROJECTS['bookstore-ready']?.() ?? '';
  for (const { name, json } of COMMANDS) {
    if (json === undefined) continue;
    const { stdout } = await orm([name, '--json'], { cwd });
    const document = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
    const fields = Object.keys(document).filter((key) => !['ok', 'command', 'diagnostics'].includes(key));
    expect.soft({ name, fields: fields.sort() }).toEqual({ name, fields: [...json].sort() });
  }
});
