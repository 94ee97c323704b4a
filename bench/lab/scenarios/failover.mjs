// PostgreSQL with a standby behind HAProxy: the primary is killed and the standby promoted, again and again.

import { PostgresNode } from '../postgres.mjs';
import { startHaproxy } from '../proxies.mjs';
import { Writers } from '../writers.mjs';

/** Seconds after a promotion within which every writer must work again. */
export const BACK = 5;

/** A primary that writers reach, and a standby that follows it. */
export async function openPair(lab) {
  const primary = await PostgresNode.create(lab, 'n1');
  const standby = await PostgresNode.create(lab, 'n2');
  lab.tell('start a primary and a standby');
  await primary.initialize();
  const writers = await Writers.open(lab, 'pgsql15', primary.url());
  await standby.copyFrom(primary);
  return { primary, standby, writers };
}

/** What the DSN of an application behind a proxy should say. */
export const PATIENCE = ';connect_timeout=3';

export const direct = ({ port }, { name }) => `pgsql:host=127.0.0.1;port=${port};dbname=${name}`;

/** No proxy: the driver asks one server after the other which of them takes writes. */
function severalHosts(nodes, database) {
  const [hosts, ports] = [nodes.map(() => '127.0.0.1'), nodes.map(({ port }) => port)].map((list) => list.join());
  return `pgsql:host=${hosts};port=${ports};dbname=${database};target_session_attrs=read-write${PATIENCE}`;
}

async function promote(standby, writers) {
  await standby.set('synchronous_standby_names', '');
  await writers.back(await standby.promote());
}

/** The primary dies, perhaps after it could not send its log for a moment. */
async function kill(lab, primary, standby, writers, isCutOff) {
  if (isCutOff) {
    lab.tell(`${primary.name} cannot send its log any more`);
    await primary.freezeSenders();
    await lab.pause(0.5);
  }
  lab.tell(`kill ${primary.name}, after ${writers.acknowledged()} acknowledged; promote ${standby.name}`);
  await primary.kill();
  await promote(standby, writers);
}

/** The primary hangs, another one takes over, and the first wakes up: for two seconds there are two. */
async function hang(lab, primary, standby, writers) {
  lab.tell(`${primary.name} hangs, after ${writers.acknowledged()} acknowledged; promote ${standby.name}`);
  primary.freeze();
  await promote(standby, writers);
  lab.tell(`${primary.name} wakes up and is a primary, too; it is killed after 2 s`);
  primary.thaw();
  await lab.pause(2);
  await primary.kill();
}

/**
 * Rounds of kills until there is enough work.
 *
 * @param {{ isSynchronous: boolean, hasProxy?: boolean }} kind an asynchronous standby must lose work: see control.mjs
 */
export async function killPrimaries(lab, size, { isSynchronous, hasProxy = true }) {
  let { primary, standby, writers } = await openPair(lab);
  const join = () => (isSynchronous ? primary.waitFor(standby) : primary.waitFor(undefined));
  await join();
  const nodes = [primary, standby];
  const dsn = hasProxy
    ? (await startHaproxy(lab, nodes, { cuts: true })).dsn(writers.name, PATIENCE)
    : severalHosts(nodes, writers.name);
  const config = await writers.configure('either', { dsn });
  writers.start({ count: size.writers, configs: [config] });
  for (let round = 1; round === 1 || !size.isEnough(writers.acknowledged()); round++) {
    const before = writers.acknowledged();
    await lab.pause(1 + 3 * lab.random());
    await writers.work({ transactions: before + size.perRound, until: Math.min(size.until, Date.now() + 20_000) });
    const fault = isSynchronous && hasProxy && lab.random() < 0.25 ? hang : kill;
    await fault(lab, primary, standby, writers, !isSynchronous || lab.random() < 0.5);
    [primary, standby] = [standby, primary];
    lab.tell(`rebuild ${standby.name} as the standby`);
    await standby.copyFrom(primary);
    await join();
  }
  await writers.stop();
  return writers.judge(direct(primary, writers), isSynchronous);
}

/** Diagnostics about writers that were not back in time. */
export function tooLate({ wait }) {
  return wait && wait.longest > BACK
    ? [`a writer was back ${wait.longest.toFixed(1)} s after a promotion, at most ${BACK} s are allowed`]
    : [];
}

async function failover(lab, size, kind) {
  const result = await killPrimaries(lab, size, { isSynchronous: true, ...kind });
  return { ...result, problems: [...result.problems, ...tooLate(result)] };
}

export const scenario = {
  about: 'PostgreSQL with a synchronous standby: the primary is killed and the standby promoted',
  variants: {
    HAProxy: (lab, size) => failover(lab, size, { hasProxy: true }),
    'several hosts in the DSN': (lab, size) => failover(lab, size, { hasProxy: false }),
  },
};
