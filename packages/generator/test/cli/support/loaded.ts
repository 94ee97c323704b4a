import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, ORM } from './orm.js';
import { project } from './project.js';

/**
 * The modules that a run loads, as Node itself counted them: sources of ours as `src/cli/main.ts`, packages as
 * `npm:commander`, whether they are in the bundle or installed. The bundle names the module that each of its parts is from.
 */
export function loadedModules(args: readonly string[], cwd: string): ReadonlySet<string> {
  const folder = project({});
  const { status, stderr } = spawnSync(process.execPath, [ORM, ...args], {
    cwd,
    env: environment({ NODE_V8_COVERAGE: folder }),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`orm ${args.join(' ')} failed:\n${stderr}`);
  const modules = new Set<string>();
  for (const url of loadedFiles(folder)) {
    if (!url.includes('/dist/')) modules.add(nameOf(url));
    else for (const [, input = ''] of readFileSync(new URL(url), 'utf8').matchAll(INPUT)) modules.add(nameOf(input));
  }
  return modules;
}

/** The comment that esbuild puts before each module. */
const INPUT = /^\/\/ (\S+\.(?:[cm]?js|ts))$/gm;

function nameOf(path: string): string {
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
  return inPackage === undefined ? path.replace(/.*\/(?=bin\/orm$)/, '') : `npm:${inPackage}`;
}

function loadedFiles(folder: string): ReadonlySet<string> {
  const urls = readdirSync(folder).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
      readonly result: readonly { readonly url: string }[];
    };
    return result.map(({ url }) => url);
  });
  return new Set(urls.filter((url) => url.startsWith('file:')));
}
