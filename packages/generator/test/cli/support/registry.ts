import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const INSTALLED = fileURLToPath(new URL('../../../../../node_modules', import.meta.url));

/**
 * A registry on this machine, with the packages that are installed here, packed when they are asked for; `except` are not in it.
 * Returns the environment in which npm uses it: npm itself, what it fetches and what it installs are real.
 */
export async function localRegistry(except: readonly string[] = []): Promise<Readonly<Record<string, string>>> {
  const server = createServer((request, response) => {
    const [, name = '', tarball] =
      /^\/((?:@[^/]+\/)?[^/]+)(\/-\/.*)?$/.exec(decodeURIComponent(request.url ?? '')) ?? [];
    const folder = join(INSTALLED, name);
    if (except.includes(name) || !existsSync(join(folder, 'package.json'))) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not found"}');
    } else if (tarball !== undefined) {
      response.end(packed(folder));
    } else {
      const described = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly version: string };
      const { version } = described;
      const dist = { tarball: `http://${request.headers.host ?? ''}/${name}/-/package.tgz` };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: { ...described, dist } } }),
      );
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cache = mkdtempSync(join(tmpdir(), 'orm-npm-'));
  onTestFinished(() => {
    server.close();
    rmSync(cache, { recursive: true, force: true });
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    npm_config_registry: `http://127.0.0.1:${String(port)}/`,
    npm_config_cache: cache,
    npm_config_userconfig: join(cache, 'npmrc'),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  };
}

const packed = (folder: string): Buffer =>
  execFileSync('tar', ['-czf', '-', '--exclude=./node_modules', '--transform=s,^\\.,package,', '-C', folder, '.'], {
    maxBuffer: 50_000_000,
  });
