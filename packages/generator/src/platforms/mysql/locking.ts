import { mysqlDialect } from '../../../../runtime-ts/src/dialects/mysql.js';
import { mysqlLocks } from '../../../../runtime-ts/src/lock/protocols/mysql.js';
import { serverOfSession } from '../../../../runtime-ts/src/lock/protocols/mysql-server.js';
import type { RuntimeLocking } from '../locking.js';
import { vendor } from './connect.js';

export const locking: RuntimeLocking = {
  by: 'runtime',
  vendor,
  protocol: mysqlLocks,
  dialect: mysqlDialect,
  async refusal(session) {
    const { isCluster } = await serverOfSession(session);
    return isCluster ? 'on a cluster with several writers a lock of one node means nothing to the others' : undefined;
  },
};
