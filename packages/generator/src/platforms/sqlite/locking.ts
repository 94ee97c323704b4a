import { sqliteDialect } from '../../../../runtime-ts/src/dialects/sqlite.js';
import { sqliteLocks } from '../../../../runtime-ts/src/lock/protocols/sqlite.js';
import type { RuntimeLocking } from '../locking.js';
import { vendor } from './connect.js';

// The driver's own wait is short: it is retried until the time-out of lists, and told of if it lasts.
const BRIEFLY = 'PRAGMA busy_timeout = 50';

export const locking: RuntimeLocking = {
  by: 'runtime',
  vendor: {
    ...vendor,
    driver: (settings, load) => vendor.driver({ ...settings, queries: [...settings.queries, BRIEFLY] }, load),
  },
  protocol: sqliteLocks,
  dialect: sqliteDialect,
};
