import { fileURLToPath } from 'node:url';
import { pgsqlServer } from '../drivers/pgsql/dsn.js';
import { pgsqlDsn } from '../drivers/pgsql/dsn-rules.js';
import { type Environment, pgsqlSecurity, type Report } from '../drivers/pgsql/security.js';
import type { PgsqlSettings } from '../drivers/pgsql/settings.js';
import { ConfigurationError } from '../errors/orm-error.js';
import { type DsnSettings, readServer } from './server.js';

export interface PgsqlDsn extends DsnSettings {
  /** The folder that files of certificates in the DSN are relative to. */
  readonly root?: URL | string;
}

/** The settings of the driver for PostgreSQL, encrypted as the DSN and the environment ask for. */
export function pgsqlSettings({ root = '.', ...settings }: PgsqlDsn, env: Environment = process.env): PgsqlSettings {
  const { parameters, user, password } = readServer(pgsqlDsn, settings);
  const folder = root instanceof URL ? fileURLToPath(root) : root;
  const timeout = Number(parameters.get('connect_timeout'));
  return {
    ...pgsqlServer(parameters, refuse),
    ...pgsqlSecurity(parameters, folder, env, refuse),
    user,
    password,
    // libpq reads 0 as "without limit".
    timeout: timeout > 0 ? timeout : undefined,
    applicationName: parameters.get('application_name'),
    options: parameters.get('options'),
  };
}

const refuse: Report = (message, help) => {
  const sentence = `${message.slice(0, 1).toUpperCase()}${message.slice(1)}`;
  throw new ConfigurationError(help === undefined ? `${sentence}.` : `${sentence}: ${help}.`);
};
