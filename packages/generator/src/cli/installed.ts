import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Adapter } from '../model/adapter.js';
import { packageFolder } from '../platforms/packages.js';

/** The npm package through which each adapter connects. SQLite needs it only where Node has no module of its own. */
export const DRIVER_PACKAGES: Readonly<Record<Adapter, string>> = {
  pgsql: 'pg',
  mysql: 'mysql2',
  sqlite: 'better-sqlite3',
  mssql: 'tedious',
  oracle: 'oracledb',
};

/** The package that an application needs to connect; none where Node itself has what it takes. */
export async function neededDriver(adapter: Adapter): Promise<string | undefined> {
  const isBuiltIn = adapter === 'sqlite' && (await import('../platforms/sqlite/connect.js')).isBuiltIn();
  return isBuiltIn ? undefined : DRIVER_PACKAGES[adapter];
}

interface OwnPackage {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** The package.json of this program: the one place of its version and of the versions it works with. */
export function ownPackage(): OwnPackage {
  // From src/cli and from dist/cli alike; in dist this code may also lie in dist/chunks.
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as OwnPackage;
}

/** The version of an installed npm package that a command would load, without loading it. */
export function installedVersion(name: string, projectDir: string): string | undefined {
  const folder = packageFolder(name, projectDir);
  return folder === undefined ? undefined : versionIn(join(folder, 'package.json'));
}

function versionIn(file: string): string | undefined {
  const text = textIn(file);
  if (text === undefined) return undefined;
  try {
    return (JSON.parse(text) as { readonly version?: string }).version;
  } catch {
    return undefined;
  }
}

/** Where Composer puts packages, and the version of ours there: the constant that the PHP code itself knows. */
export function installedRuntime(projectDir: string): string | undefined {
  const code = textIn(join(vendorDir(projectDir), 'ormgen/runtime/src/Orm.php'));
  return /const VERSION = '([^']+)'/.exec(code ?? '')?.[1];
}

/** Where Composer puts packages. */
export function vendorDir(projectDir: string): string {
  try {
    const composer = JSON.parse(textIn(join(projectDir, 'composer.json')) ?? '{}') as {
      readonly config?: { readonly 'vendor-dir'?: string };
    };
    return join(projectDir, composer.config?.['vendor-dir'] ?? 'vendor');
  } catch {
    return join(projectDir, 'vendor');
  }
}

function textIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
