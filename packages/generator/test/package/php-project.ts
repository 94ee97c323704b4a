import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { composer, type Ended, packRuntime, run } from './composer.js';
import { nodeBinary, packGenerator, ROOT } from './packed.js';

/** What model:build says after it made or removed classes. */
const REMINDER = 'classes were added or removed: if a Composer classmap loads them, run "composer dump-autoload"\n';

/** Brings SQLite with it, so that a project needs no driver for it. */
export const NODE = '22.23.3';

/** What the projects of a test file are installed from: the npm package and the Composer package, packed once. */
export class Packages {
  readonly folder = mkdtempSync(join(tmpdir(), 'orm-first-project-'));
  readonly generator = packGenerator(this.folder);
  readonly runtime = packRuntime(this.folder);
  #projects = 0;

  emptyProject(env: Readonly<Record<string, string>> = {}, name?: string): PhpProject {
    this.#projects += 1;
    return new PhpProject(join(this.folder, name ?? `project-${this.#projects}`), this, env);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A folder in which a person types commands. Nothing is published where tests run: packages come from their files. */
export class PhpProject {
  readonly #env: NodeJS.ProcessEnv;
  /** `orm init` has made its files. */
  isInitialized = false;
  #hasUsedNpx = false;

  constructor(
    readonly folder: string,
    readonly packages: Packages,
    env: Readonly<Record<string, string>>,
  ) {
    mkdirSync(folder);
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_') && name !== 'CI');
    this.#env = {
      ...Object.fromEntries(inherited),
      PATH: `${dirname(nodeBinary(NODE))}${delimiter}${process.env['PATH'] ?? ''}`,
      NO_COLOR: '1',
      ...env,
    };
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  /** Types one line, fails the test when it fails, and returns what it printed. */
  async type(line: string): Promise<string> {
    const { code, out, err } = await this.start(line);
    // Composer and npm tell their story on stderr; orm and PHP say there what is wrong, but for one reminder.
    const said = err.replaceAll(/^npm (warn|notice).*\n/gm, '');
    // init says on stderr what to do next.
    this.isInitialized ||= line.startsWith('npx ormgen init ');
    const diagnosed = line.startsWith('npx ormgen init ')
      ? /^(error|warning):/m.test(said)
      : /^(npx (orm|ormgen)|php) /.test(line) && said !== '' && !(line === 'npx orm model:build' && said === REMINDER);
    if (code !== 0 || diagnosed) throw new Error(`${line} ended with ${code}\n${out}\n${err}`);
    return out;
  }

  /** Starts PHP's own server in a folder of the project, until the test has ended, and returns where it is. */
  serve(folder: string): Promise<string> {
    const args = ['-d', 'display_errors=stderr', '-S', '127.0.0.1:0', '-t', folder];
    const server = spawn('php', args, { cwd: this.folder, env: this.#env, stdio: ['ignore', 'ignore', 'pipe'] });
    onTestFinished(() => {
      server.kill();
    });
    return new Promise((resolve, reject) => {
      let said = '';
      server.stderr.setEncoding('utf8').on('data', (part: string) => {
        said += part;
        const [, origin] = /\((http:\/\/[\d.:]+)\) started/.exec(said) ?? [];
        if (origin !== undefined) resolve(origin);
      });
      server.once('error', reject).once('exit', () => reject(new Error(`php -S has ended:\n${said}`)));
    });
  }

  /** Types one line that may fail. */
  start(line: string): Promise<Ended> {
    const [program = '', ...args] = line.split(' ');
    switch (program) {
      case 'composer':
        return composer(args, this.folder, this.packages.runtime);
      case 'npm':
        return this.#npm(args);
      case 'php':
        return this.#run('php', ['-d', 'display_errors=stderr', '-d', 'error_reporting=-1', ...args]);
      default:
        return this.#run('sh', ['-c', this.#withoutSearching(line)]);
    }
  }

  #npm([command = '', ...args]: readonly string[]): Promise<Ended> {
    if (command !== 'install') throw new Error(`no test knows npm ${command}`);
    const [name] = args.filter((argument) => !argument.startsWith('-'));
    if (name !== undefined && name !== 'ormgen') return this.#link(name);
    return this.#run('npm', ['install', '--no-audit', '--no-fund', '--offline', '--save-dev', this.packages.generator]);
  }

  /** The first line finds the command by `npx`; the others use what it found, and save its half a second. */
  #withoutSearching(line: string): string {
    if (!line.startsWith('npx orm ')) return line;
    const isFirst = !this.#hasUsedNpx;
    this.#hasUsedNpx = true;
    return isFirst ? line : line.replace('npx orm', 'node_modules/.bin/orm');
  }

  /** A driver as it is installed here: fetching it again would say nothing about `orm`. */
  #link(driver: string): Promise<Ended> {
    symlinkSync(join(ROOT, 'node_modules', driver), join(this.folder, 'node_modules', driver));
    return Promise.resolve({ code: 0, out: '', err: '' });
  }

  #run(program: string, args: readonly string[]): Promise<Ended> {
    return run(program, args, this.folder, this.#env);
  }
}
