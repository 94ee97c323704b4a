// PgBouncer in transaction mode: fewer server connections than writers, so that each transaction may get another one.

import { PostgresNode } from '../postgres.mjs';
import { startPgbouncer } from '../proxies.mjs';
import { Writers } from '../writers.mjs';
import { direct } from './failover.mjs';

async function behindPgbouncer(lab, size, { settings, isKilled = false }) {
  const node = await PostgresNode.create(lab, 'n1');
  lab.tell('start PostgreSQL and PgBouncer');
  await node.initialize();
  const writers = await Writers.open(lab, 'pgsql15', node.url());
  const pooler = await startPgbouncer(lab, node, { poolSize: Math.ceil(size.writers / 2) });
  const config = await writers.configure('pgbouncer', { dsn: pooler.dsn(writers.name), settings });
  writers.start({ count: size.writers, configs: [config] });
  while (isKilled && !size.isEnough(writers.acknowledged())) {
    const before = writers.acknowledged();
    await writers.work({ transactions: before + size.perRound, until: Math.min(size.until, Date.now() + 20_000) });
    lab.tell(`kill PgBouncer, after ${writers.acknowledged()} acknowledged, and start it again`);
    await pooler.kill();
    await pooler.again();
    await writers.back(Date.now() / 1000);
  }
  await writers.work(size);
  await writers.stop();
  const result = await writers.judge(direct(node, writers));
  const locks = await node.sql("SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory'");
  const left = locks === '0' ? [] : [`${locks} advisory locks were left behind`];
  const errors = isKilled || result.failed === 0 ? [] : [`${result.failed} errors, where nothing was broken`];
  return { ...result, problems: [...result.problems, ...left, ...errors] };
}

export const scenario = {
  about: 'PgBouncer in transaction mode, with fewer server connections than writers',
  variants: {
    'default settings': (lab, size) => behindPgbouncer(lab, size, {}),
    'statementCache: false': (lab, size) => behindPgbouncer(lab, size, { settings: { statementCache: false } }),
    'killed and restarted': (lab, size) => behindPgbouncer(lab, size, { isKilled: true }),
  },
};
