import type { Result, Session, Statement } from '../../drivers/session.js';
import type { Frame } from '../../transactions/frame.js';

/** What a session of MySQL or MariaDB is like: asked once per connection. */
export interface MysqlServer {
  /** Whether the session's own isolation level is READ COMMITTED. */
  readsCommitted: boolean;
  /** Whether several servers take writes. */
  readonly isCluster: boolean;
  /** Whether these are the primaries of MySQL group replication, which breaks down on savepoints. */
  readonly isGroup: boolean;
}

const known = new WeakMap<Session, MysqlServer>();

const VARIABLES: Statement = {
  sql:
    "SHOW VARIABLES WHERE Variable_name IN ('transaction_isolation', 'tx_isolation', 'wsrep_on', " +
    "'group_replication_group_name', 'group_replication_single_primary_mode')",
  values: [],
};

/** For a session that is nobody else's. */
export async function serverOfSession(session: Session): Promise<MysqlServer> {
  return known.get(session) ?? learn(session, await session.run(VARIABLES));
}

/** Asked as every statement of the transaction is: in turn. */
export async function serverOfFrame(frame: Frame): Promise<MysqlServer> {
  const { lent } = frame.root;
  const found = lent === undefined ? undefined : known.get(lent);
  if (found !== undefined) return found;
  const answer = await frame.run(VARIABLES);
  return learn(await frame.root.session(), answer);
}

function learn(session: Session, { rows }: Result): MysqlServer {
  const variables = new Map(rows.map(([name, value]) => [String(name), String(value)]));
  const level = variables.get('transaction_isolation') ?? variables.get('tx_isolation');
  const isGroup =
    variables.get('group_replication_single_primary_mode') === 'OFF' &&
    (variables.get('group_replication_group_name') ?? '') !== '';
  const server: MysqlServer = {
    readsCommitted: level === 'READ-COMMITTED',
    isCluster: variables.get('wsrep_on') === 'ON' || isGroup,
    isGroup,
  };
  known.set(session, server);
  return server;
}
