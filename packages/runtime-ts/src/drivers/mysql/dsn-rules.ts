import { readPairs } from '../dsn/pairs.js';
import type { ServerDsnRules } from '../dsn/rules.js';
import { doubled } from '../dsn/values.js';

export const mysqlDsn: ServerDsnRules = {
  name: 'mysql',
  title: 'MySQL',
  schemes: ['mysql', 'mariadb'],
  used: ['host', 'port', 'dbname', 'unix_socket', 'charset', 'user', 'password'],
  pdoOnly: [],
  synonyms: new Map([['socket', 'unix_socket']]),
  server: {
    read: readPairs,
    write: doubled,
    hasSeveralHosts: false,
    refusal: (name) =>
      /^ssl/i.test(name)
        ? 'it asks for encryption, which PDO takes from the options of the connection: set MYSQL_ATTR_SSL_CA there'
        : undefined,
  },
};
