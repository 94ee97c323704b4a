import { ConfigurationError } from '../errors/orm-error.js';

/** A variable of the environment, which has to be there. */
export function env(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new ConfigurationError(`The environment variable ${name} is not set.`);
  return value;
}
