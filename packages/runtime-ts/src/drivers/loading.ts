import { ConfigurationError } from '../errors/orm-error.js';
import { errorMessage, errorProperty, errorText } from './thrown.js';

/** Imports the package of a driver, for programs that keep it in a place of their own. */
export type DriverLoader = (specifier: string) => Promise<unknown>;

/** The whole module of a CommonJS package, however it was imported. */
export function moduleDefault(module: unknown): unknown {
  return errorProperty(module, 'default') ?? module;
}

/** Loads the package of a driver, or says how to install it. */
export async function loaded(name: string, load: () => Promise<unknown>): Promise<unknown> {
  try {
    return moduleDefault(await load());
  } catch (error) {
    const isMissing = /^(ERR_)?MODULE_NOT_FOUND$/.test(errorText(error, 'code') ?? '');
    if (!isMissing || !errorMessage(error).includes(name)) throw error;
    throw new ConfigurationError(`Connecting needs the package ${name}, which is not installed: npm install ${name}`, {
      cause: error,
    });
  }
}
