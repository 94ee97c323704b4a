import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { phpString } from '../../src/languages/php/literal.js';
import { ROOT } from './packed.js';

/** psr/log where Debian's package puts it, which scripts/php/install.mjs installs where Composer has no packages. */
const DEBIAN_PSR_LOG = '/usr/share/php/Psr/Log';

/** What Composer 2 reads; the rest of composer.json is not ours. */
interface ComposerFile {
  repositories?: readonly unknown[];
  config?: object;
  require?: Record<string, string>;
  autoload?: { classmap?: readonly string[]; 'psr-4'?: Readonly<Record<string, string>> };
}

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export function run(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Ended> {
  return new Promise((resolve, reject) => {
    execFile(program, [...args], { cwd, env, encoding: 'utf8' }, (error, out, err) => {
      if (error && typeof error.code !== 'number') reject(new Error(`cannot run ${program}`, { cause: error }));
      else resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });
}

/** The runtime as its package is: what a project needs, without its tests. */
export function packRuntime(folder: string): string {
  const packed = join(folder, 'runtime-php');
  mkdirSync(packed);
  for (const part of ['composer.json', 'src'])
    cpSync(join(ROOT, 'packages/runtime-php', part), join(packed, part), { recursive: true });
  return packed;
}

const environment = (): NodeJS.ProcessEnv => ({ ...process.env, COMPOSER_ALLOW_SUPERUSER: '1' });

let asked: Promise<boolean> | undefined;

/** As it is unless a machine is set otherwise; without lock files `composer require` of Composer 2.5 fails. */
const CONFIG = { lock: true };

/** Whether Composer is there and gets packages. Where it does not, the same steps are done by the few lines below. */
export function composerWorks(): Promise<boolean> {
  asked ??= (async () => {
    if (process.env['ORM_PHP_NO_COMPOSER']) return false;
    const folder = mkdtempSync(join(tmpdir(), 'orm-composer-'));
    writeFileSync(join(folder, 'composer.json'), JSON.stringify({ config: CONFIG }));
    try {
      const { code, err } = await run('composer', ['require', '-n', 'psr/log'], folder, environment());
      if (code !== 0) console.warn(`composer require failed, so its steps are done without it:\n${err}`);
      return code === 0;
    } catch {
      return false;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  })();
  return asked;
}

/** `composer …` in a project, with the runtime from a folder: it is not published where tests run. */
export async function composer(args: readonly string[], project: string, runtime: string): Promise<Ended> {
  const path = join(project, 'composer.json');
  const file = (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}) as ComposerFile;
  const version = (
    JSON.parse(readFileSync(join(ROOT, 'packages/generator/package.json'), 'utf8')) as { version: string }
  ).version;
  file.repositories ??= [
    { type: 'path', url: runtime, options: { symlink: false, versions: { 'ormgen/runtime': version } } },
  ];
  file.config ??= CONFIG;
  writeFileSync(path, JSON.stringify(file, null, 4));
  if (await composerWorks()) return run('composer', [...args, '--no-interaction'], project, environment());
  return withoutComposer(args, file, project, runtime);
}

function withoutComposer(args: readonly string[], file: ComposerFile, project: string, runtime: string): Ended {
  const [command, name] = args;
  if (command === 'require') {
    if (name !== 'ormgen/runtime') throw new Error(`without Composer, there is no ${String(name)}`);
    file.require = { ...file.require, [name]: '*' };
    writeFileSync(join(project, 'composer.json'), JSON.stringify(file, null, 4));
  }
  if (command === 'require' || command === 'install')
    cpSync(runtime, join(project, 'vendor/ormgen/runtime'), { recursive: true });
  else if (command !== 'dump-autoload') throw new Error(`without Composer, there is no composer ${String(command)}`);
  writeFileSync(join(project, 'vendor/autoload.php'), autoloader(file, project));
  return { code: 0, out: '', err: '' };
}

function autoloader({ autoload = {} }: ComposerFile, project: string): string {
  const classes = (autoload.classmap ?? []).flatMap((folder) => classesIn(join(project, folder)));
  const prefixes = {
    'Psr\\Log\\': `${DEBIAN_PSR_LOG}/`,
    'Orm\\Runtime\\': join(project, 'vendor/ormgen/runtime/src/'),
    ...Object.fromEntries(
      Object.entries(autoload['psr-4'] ?? {}).map(([prefix, folder]) => [prefix, join(project, folder, '/')]),
    ),
  };
  const array = (entries: readonly (readonly [string, string])[]): string =>
    `[${entries.map(([key, value]) => `${phpString(key)} => ${phpString(value)}`).join(', ')}]`;
  return `<?php
    const CLASSES = ${array(classes)};
    const PREFIXES = ${array(Object.entries(prefixes))};
    spl_autoload_register(static function (string $class): void {
        if (isset(CLASSES[$class])) {
            require CLASSES[$class];
            return;
        }
        foreach (PREFIXES as $prefix => $folder) {
            $file = $folder . strtr(substr($class, strlen($prefix)), '\\\\', '/') . '.php';
            if (str_starts_with($class, $prefix) && is_file($file)) {
                require $file;
                return;
            }
        }
    });\n`;
}

function classesIn(folder: string): (readonly [string, string])[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.php'))
    .map((name) => {
      const path = join(folder, name);
      const source = readFileSync(path, 'utf8');
      const namespace = /^namespace ([\w\\]+);/m.exec(source)?.[1];
      const [, short = ''] =
        /^(?:(?:abstract|final|readonly) )*(?:class|interface|trait|enum) (\w+)/m.exec(source) ?? [];
      return [namespace === undefined ? short : `${namespace}\\${short}`, path] as const;
    });
}
