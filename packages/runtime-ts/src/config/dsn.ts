import { ConfigurationError } from '../errors/orm-error.js';

/**
 * What stands behind the vendor in a DSN in the form of PDO: `pgsql:host=db;port=5432;dbname=app`, `sqlite:app.db`. It may hold a
 * password, so no message shows it.
 */
export function restOfDsn(vendor: string, dsn: string, example: string): string {
  if (/^[a-z][a-z0-9+]*:\/\//i.test(dsn)) {
    throw new ConfigurationError(`This version reads no URLs: write the DSN as PDO does, such as ${example}.`);
  }
  const [, driver = '', rest = ''] = /^([a-z][a-z0-9]*):(.*)$/is.exec(dsn) ?? [];
  if (driver === '') {
    throw new ConfigurationError(`A DSN begins with the name of a driver, such as ${example}.`);
  }
  if (driver !== vendor) {
    throw new ConfigurationError(`The DSN is one of ${driver}, and the connection is one of ${vendor}.`);
  }
  return rest;
}

/** The pairs of a DSN, by their names in lower case. */
export function dsnParameters(rest: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const pair of rest.split(/[;\s]+/).filter((text) => text !== '')) {
    const at = pair.indexOf('=');
    if (at < 1)
      throw new ConfigurationError('A part of the DSN is no pair of a name and a value, such as host=localhost.');
    // With quotes and backslashes a value may go on behind a blank or a semicolon.
    if (/['"\\]/.test(pair))
      throw new ConfigurationError('A value in the DSN has quotes or backslashes, which this version does not read.');
    parameters.set(pair.slice(0, at).trim().toLowerCase(), pair.slice(at + 1).trim());
  }
  return parameters;
}
