import { readConninfo } from '../dsn/pairs.js';
import type { ServerDsnRules } from '../dsn/rules.js';
import { conninfoValue } from '../dsn/values.js';

export const pgsqlDsn: ServerDsnRules = {
  name: 'pgsql',
  title: 'PostgreSQL',
  schemes: ['postgres', 'postgresql', 'pgsql'],
  used: [
    'host',
    'hostaddr',
    'port',
    'dbname',
    'user',
    'password',
    'connect_timeout',
    'client_encoding',
    'options',
    'application_name',
    'sslmode',
    'sslrootcert',
    'sslcert',
    'sslkey',
    'sslpassword',
    'sslcrl',
    'ssl_min_protocol_version',
    'ssl_max_protocol_version',
    'require_auth',
    'channel_binding',
    'gssencmode',
  ],
  pdoOnly: [
    'fallback_application_name',
    'gssdelegation',
    'gsslib',
    'keepalives',
    'keepalives_count',
    'keepalives_idle',
    'keepalives_interval',
    'krbsrvname',
    'load_balance_hosts',
    'passfile',
    'requirepeer',
    'service',
    'sslcertmode',
    'sslcompression',
    'sslcrldir',
    'sslnegotiation',
    'sslsni',
    'target_session_attrs',
    'tcp_user_timeout',
  ],
  synonyms: new Map([['charset', 'client_encoding']]),
  server: {
    read: readConninfo,
    write: (value) =>
      value.includes(';')
        ? { problem: 'a value in it has a ";", which PDO cannot pass to PostgreSQL' }
        : conninfoValue(value),
    hasSeveralHosts: true,
  },
};
