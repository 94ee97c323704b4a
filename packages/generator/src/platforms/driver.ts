import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type DriverLoader, moduleDefault } from '../../../runtime-ts/src/drivers/loading.js';
import { failure } from '../diagnostics/diagnostic.js';
import { printable } from '../diagnostics/printable.js';
import { errorMessage, errorProperty } from './connection.js';
import { packageFolder } from './packages.js';

export { type DriverLoader, moduleDefault };

/**
 * Drivers are optional: they are found beside this package, or in the project when this package runs from elsewhere
 * (`npx`, a global installation). A missing one is an error that says how to install it.
 */
export function driverLoader(projectDir: string): DriverLoader {
  return async (specifier) => (await importOptional(specifier, projectDir)) ?? Promise.reject(missing(specifier));
}

/** A package that the user may have installed, or nothing. One that is there and cannot be loaded is an error. */
export async function importOptional(specifier: string, projectDir: string): Promise<unknown> {
  // Plug'n'Play has no folders to look into, and gives nothing that the project did not declare.
  if (process.versions['pnp'] !== undefined) return importDeclared(specifier);
  const folder = packageFolder(packageOf(specifier), projectDir);
  if (folder === undefined) return undefined;
  try {
    return (await import(pathToFileURL(entryOf(specifier, folder)).href)) as unknown;
  } catch (error) {
    throw broken(specifier, error);
  }
}

/** The file of a package that a specifier means. */
function entryOf(specifier: string, folder: string): string {
  const entry = createRequire(join(folder, 'package.json')).resolve(specifier);
  // A package that has not the file it promises would make Node look for another in the folders above.
  if (!entry.startsWith(realpathSync(folder) + sep)) throw new Error(`it has no file ${specifier}`);
  return entry;
}

async function importDeclared(specifier: string): Promise<unknown> {
  try {
    return (await import(specifier)) as unknown;
  } catch (error) {
    if (isMissing(error, specifier)) return undefined;
    throw broken(specifier, error);
  }
}

/** `mysql2` of `mysql2/promise`; the name of a package may have a scope. */
function packageOf(specifier: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
}

function isMissing(error: unknown, specifier: string): boolean {
  // Plug'n'Play has names of its own for it.
  const code = errorProperty(error, 'code');
  return (
    (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') &&
    errorMessage(error).includes(packageOf(specifier))
  );
}

function missing(specifier: string): Error {
  const name = packageOf(specifier);
  return failure({
    code: 'database/missing-driver',
    subject: name,
    message: `connecting needs the package ${name}, which is not installed`,
    help: `npm install ${name}`,
  });
}

function broken(specifier: string, error: unknown): Error {
  const name = packageOf(specifier);
  return failure({
    code: 'database/broken-driver',
    message: `the package ${name} is installed but cannot be loaded: ${printable(errorMessage(error).split('\n')[0] ?? '')}`,
    help: `npm rebuild ${name}, or npm install ${name}@latest`,
  });
}
