import { pgsqlDialect } from '../../../../runtime-ts/src/dialects/pgsql.js';
import { pgsqlLocks } from '../../../../runtime-ts/src/lock/protocols/pgsql.js';
import type { RuntimeLocking } from '../locking.js';
import { vendor } from './connect.js';

export const locking: RuntimeLocking = { by: 'runtime', vendor, protocol: pgsqlLocks, dialect: pgsqlDialect };
