import { hasOtherCharset, notFollowed } from '../drivers/dsn/followed.js';
import type { ServerDsnRules } from '../drivers/dsn/rules.js';
import type { ServerSettings } from '../drivers/settings.js';
import { ConfigurationError } from '../errors/orm-error.js';
import { dsnParameters, readDsn } from './dsn.js';

/** A server as config.ts names it. */
export interface DsnSettings {
  readonly dsn: string;
  readonly user?: string;
  readonly password?: string;
}

/** What a DSN says of a server; its login counts where nothing else says one. */
export interface Server extends Pick<ServerSettings, 'user' | 'password'> {
  readonly parameters: ReadonlyMap<string, string>;
}

export function readServer(rules: ServerDsnRules, settings: DsnSettings): Server {
  const { rest, user, password } = readDsn(rules, settings, `${rules.name}:host=localhost;dbname=app`);
  const parameters = dsnParameters(rules.server.read(rest));
  if (hasOtherCharset(parameters)) {
    throw new ConfigurationError('The drivers of Node use UTF-8: take the charset out of the DSN.');
  }
  const [unknown] = notFollowed(rules, parameters);
  if (unknown !== undefined) {
    throw new ConfigurationError(`This version does not follow "${unknown}" in a DSN: take it out.`);
  }
  const port = parameters.get('port');
  if (port !== undefined && !/^[0-9]{1,5}$/.test(port)) {
    throw new ConfigurationError('The port in the DSN is no number.');
  }
  return {
    parameters,
    user: user ?? parameters.get('user'),
    password: password ?? parameters.get('password'),
  };
}
