import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { composer, type Ended, packRuntime, run } from './composer.js';
import { nodeBinary, packGenerator, packTypescriptRuntime, ROOT } from './packed.js';

/** What model:build says after it made or removed classes. */
const REMINDER = 'classes were added or removed: if a Composer classmap loads them, run "composer dump-autoload"\n';

/** Brings SQLite with it, so that a project needs no driver for it. */
export const NODE = '22.23.3';

/** What the projects of a test file are installed from: the npm packages and the Composer package, packed once. */
export class Packages {
  readonly folder = mkdtempSync(join(tmpdir(), 'orm-first-project-'));
  readonly generator = packGenerator(this.folder);
  readonly runtime = packRuntime(this.folder);
  #typescriptRuntime: string | undefined;
  #projects = 0;

  emptyProject(env: Readonly<Record<string, string>> = {}, name?: string): PhpProject {
    this.#projects += 1;
    return new PhpProject(join(this.folder, name ?? `project-${this.#projects}`), this, env);
  }

  /** Packed for those who need it. */
  get typescriptRuntime(): string {
    this.#typescriptRuntime ??= packTypescriptRuntime(this.folder);
    return this.#typescriptRuntime;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const isOurs = (name: string): boolean => name === 'ormgen' || name === '@ormgen/runtime';

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
    return this.#server('php', ['-d', 'display_errors=stderr', '-S', '127.0.0.1:0', '-t', folder]);
  }

  /** The same for one script that answers everything: by PHP, or by Node, which prints where it is. */
  serveScript(program: 'php' | 'node', script: string): Promise<string> {
    return this.#server(program, program === 'php' ? ['-S', '127.0.0.1:0', script] : [script]);
  }

  #server(program: string, args: readonly string[]): Promise<string> {
    const env = { ...this.#env, PORT: '0' };
    const server = spawn(program, args, { cwd: this.folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    onTestFinished(() => {
      server.kill();
    });
    return new Promise((resolve, reject) => {
      let said = '';
      const hear = (part: string): void => {
        said += part;
        const [, ofPhp, ofNode] = /\((http:\/\/[\d.:]+)\) started|^(http:\/\/\S+)\n/m.exec(said) ?? [];
        const origin = ofPhp ?? ofNode;
        if (origin !== undefined) resolve(origin);
      };
      server.stderr.setEncoding('utf8').on('data', hear);
      server.stdout.setEncoding('utf8').on('data', hear);
      server.once('error', reject).once('exit', () => reject(new Error(`${program} has ended:\n${said}`)));
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
    if (command === 'pkg') return this.#run('npm', [command, ...args]);
    if (command !== 'install') throw new Error(`no test knows npm ${command}`);
    const given = args.filter((argument) => !argument.startsWith('-'));
    const names = given.length > 0 ? given : ['ormgen', ...this.#dependencies()];
    const [use = '--save-dev'] = args.filter((argument) => argument.startsWith('-'));
    const own = names.filter((name) => isOurs(name)).map((name) => this.#packed(name));
    const others = names.filter((name) => !isOurs(name));
    return own.length === 0 && others.length > 0
      ? this.#link(others)
      : this.#run('npm', ['install', '--no-audit', '--no-fund', '--offline', use, ...own]).then((ended) =>
          others.length === 0 ? ended : this.#link(others),
        );
  }

  /** The first line finds the command by `npx`; the others use what it found, and save its half a second. */
  #withoutSearching(line: string): string {
    if (!line.startsWith('npx orm ')) return line;
    const isFirst = !this.#hasUsedNpx;
    this.#hasUsedNpx = true;
    return isFirst ? line : line.replace('npx orm', 'node_modules/.bin/orm');
  }

  /** What an application needs by its package.json, of ours. */
  #dependencies(): readonly string[] {
    const manifest = JSON.parse(this.read('package.json')) as { readonly dependencies?: object };
    return Object.keys(manifest.dependencies ?? {}).filter(isOurs);
  }

  #packed(name: string): string {
    return name === 'ormgen' ? this.packages.generator : this.packages.typescriptRuntime;
  }

  /** Packages of others as they are installed here: fetching them again would say nothing about `orm`. */
  #link(names: readonly string[]): Promise<Ended> {
    for (const name of names) {
      const place = join(this.folder, 'node_modules', name);
      mkdirSync(dirname(place), { recursive: true });
      symlinkSync(join(ROOT, 'node_modules', name), place);
      const { bin = {} } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as { bin?: object };
      for (const [command, path] of Object.entries(bin)) {
        symlinkSync(join(place, String(path)), join(this.folder, 'node_modules/.bin', command));
      }
    }
    return Promise.resolve({ code: 0, out: '', err: '' });
  }

  #run(program: string, args: readonly string[]): Promise<Ended> {
    return run(program, args, this.folder, this.#env);
  }
}
