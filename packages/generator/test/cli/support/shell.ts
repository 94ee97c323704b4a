import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, ORM } from './orm.js';
import { project } from './project.js';

export type Shell = 'bash' | 'zsh' | 'fish';

/** How each shell starts without anybody's settings, and how it is told to complete `orm`. */
const STARTS: Readonly<Record<Shell, { readonly command: string; readonly setUp: string }>> = {
  bash: { command: 'bash --norc --noprofile -i', setUp: 'eval "$(real-orm completion bash)"' },
  zsh: { command: 'zsh -f -i', setUp: 'autoload -U compinit; compinit -u -D; eval "$(real-orm completion zsh)"' },
  fish: { command: 'fish --no-config -i', setUp: 'real-orm completion fish | source' },
};

/** An `orm` that says which words it was called with, but answers the questions of completion itself. */
function programs(): string {
  const bin = project({});
  const real = `exec '${process.execPath}' '${ORM}' "$@"`;
  writeFileSync(join(bin, 'real-orm'), `#!/bin/sh\n${real}\n`);
  writeFileSync(
    join(bin, 'orm'),
    `#!/bin/sh
[ "$1" = __complete ] && ${real}
printf 'CALLED'
for word; do printf '<%s>' "$word"; done
printf 'END\\n'
`,
  );
  for (const name of ['real-orm', 'orm']) chmodSync(join(bin, name), 0o755);
  return bin;
}

const shellEnvironment = (): Record<string, string> =>
  environment({
    PATH: `${programs()}:${process.env['PATH'] ?? ''}`,
    TERM: 'xterm',
    SHELL: '/bin/sh',
    LC_ALL: 'C.UTF-8',
  });

/** Types lines into a shell in a real terminal, and gives the words that `orm` was called with for each. */
export function typeInto(shell: Shell, cwd: string, lines: readonly string[]): Promise<readonly string[]> {
  const { command, setUp } = STARTS[shell];
  // What a shell shows of itself is of no interest, and a wide window keeps its lines whole.
  const child = spawn('/usr/bin/script', ['-qec', `stty cols 500; exec ${command}`, '/dev/null'], {
    cwd,
    env: shellEnvironment(),
  });
  const all = [`${setUp}; orm ready`, ...lines];
  let text = '';
  let typed = 0;
  const called = (): string[] => [...text.matchAll(/CALLED(.*?)END/gs)].map(([, words = '']) => words);
  const typeNext = (): void => {
    const line = all[typed++];
    if (line === undefined) child.stdin.end('exit\n');
    else child.stdin.write(`${line}\n`);
  };
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`${shell} does not answer ${JSON.stringify(all[typed - 1])}:\n${text.slice(-2000)}`));
    }, 120_000);
    // A shell that is still starting throws away what was typed before its first prompt.
    child.stdout.once('data', () => setTimeout(typeNext, 500));
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (typed > 0 && called().length === typed) typeNext();
    });
    child.on('close', () => {
      clearTimeout(timer);
      resolve(called().slice(1));
    });
  });
}

/** All that bash would offer for each line, as its own function answers. */
export function bashOffers(cwd: string, lines: readonly string[]): readonly (readonly string[])[] {
  const asked = lines.map((line) => {
    // Bash splits at these characters before it asks.
    const words: string[] = line.match(/[:=]|[^:= ]+/g) ?? [];
    if (line.endsWith(' ')) words.push('');
    const list = words.map((word) => `'${word}'`).join(' ');
    return `COMP_LINE='${line}'; COMP_POINT=${String(line.length)}; COMP_WORDS=(${list}); COMP_CWORD=${String(words.length - 1)}
COMPREPLY=(); _orm; printf '%s\\n' "\${COMPREPLY[@]}"`;
  });
  return answers('bash', ['-c', [STARTS.bash.setUp, ...asked].join('\necho NEXT\n')], cwd);
}

/** All that fish would offer for each line. */
export function fishOffers(cwd: string, lines: readonly string[]): readonly (readonly string[])[] {
  const asked = lines.map((line) => `complete -C '${line}'`);
  const script = [STARTS.fish.setUp, ...asked].join('\necho NEXT\n');
  return answers('fish', ['--no-config', '-c', script], cwd);
}

/** What is printed for each line, sorted and without descriptions. */
function answers(program: string, args: readonly string[], cwd: string): readonly (readonly string[])[] {
  const { stdout, stderr, error } = spawnSync(program, args, { cwd, env: shellEnvironment(), encoding: 'utf8' });
  if (error) throw error;
  if (stderr !== '') throw new Error(stderr);
  const [, ...parts] = stdout.split('NEXT\n');
  return parts.map((part) =>
    part
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split('\t')[0] ?? '')
      .sort(),
  );
}
