import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { failure } from '../diagnostics/diagnostic.js';
import { printable } from '../diagnostics/printable.js';
import { errorMessage, errorProperty } from './connection.js';

/** Imports a database driver by the specifier of its module. */
export type DriverLoader = (specifier: string) => Promise<unknown>;

/**
 * Drivers are optional: they are found beside this package, or in the project when this package runs from elsewhere
 * (`npx`, a global installation). A missing one is an error that says how to install it.
 */
export function driverLoader(projectDir: string): DriverLoader {
  return async (specifier) => (await importOptional(specifier, projectDir)) ?? Promise.reject(missing(specifier));
}

/** A package that the user may have installed, or nothing. One that is there and cannot be loaded is an error. */
export async function importOptional(specifier: string, projectDir: string): Promise<unknown> {
  try {
    return (await import(specifier)) as unknown;
  } catch (error) {
    if (!isMissing(error, specifier)) throw broken(specifier, error);
  }
  const fromProject = createRequire(join(projectDir, 'package.json'));
  let path: string;
  try {
    path = fromProject.resolve(specifier);
  } catch {
    return undefined;
  }
  try {
    return (await import(pathToFileURL(path).href)) as unknown;
  } catch (error) {
    throw broken(specifier, error);
  }
}

/** The whole module of a CommonJS driver, however it was imported. */
export function moduleDefault(module: unknown): unknown {
  return errorProperty(module, 'default') ?? module;
}

/** `mysql2` of `mysql2/promise`; the name of a package may have a scope. */
function packageOf(specifier: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
}

function isMissing(error: unknown, specifier: string): boolean {
  return (
    errorProperty(error, 'code') === 'ERR_MODULE_NOT_FOUND' && errorMessage(error).includes(`'${packageOf(specifier)}'`)
  );
}

function missing(specifier: string): Error {
  const name = packageOf(specifier);
  return failure({
    code: 'database/missing-driver',
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
