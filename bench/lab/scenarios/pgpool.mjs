// Pgpool-II with load balancing over a primary and a standby that is behind: a lock or a read under it that goes to the standby
// makes lists wrong.

import { startPgpool } from '../proxies.mjs';
import { direct, openPair } from './failover.mjs';

async function behindPgpool(lab, size, lines) {
  const { primary, standby, writers } = await openPair(lab);
  await standby.set('recovery_min_apply_delay', '300ms');
  const balancer = await startPgpool(lab, primary, standby, lines);
  const config = await writers.configure('pgpool', { dsn: balancer.dsn(writers.name) });
  const readsOf = (node) =>
    node.sql(`SELECT tup_returned + tup_fetched FROM pg_stat_database WHERE datname = '${writers.name}'`);
  const before = Number(await readsOf(standby));
  writers.start({ count: size.writers, configs: [config] });
  await writers.work(size);
  await writers.stop();
  const balanced = Number(await readsOf(standby)) - before;
  lab.tell(`the standby has read ${balanced} rows`);
  const result = await writers.judge(direct(primary, writers));
  // A lock that was sent to the standby all the same is refused: with some settings nothing else can be done.
  const others = Object.entries(result.errors).filter(([text]) => lines.length === 0 || !/takes no writes/.test(text));
  const errors = others.length === 0 ? [] : [`errors, where nothing was broken: ${others[0][0]}`];
  const unproven = balanced > 0 ? [] : ['the standby has answered nothing: nothing is proven'];
  return { ...result, balanced, problems: [...result.problems, ...errors, ...unproven] };
}

export const scenario = {
  about: 'Pgpool-II with load balancing, the standby 300 ms behind',
  variants: {
    'default settings': (lab, size) => behindPgpool(lab, size, []),
    'disable_load_balance_on_write off': (lab, size) =>
      behindPgpool(lab, size, ["disable_load_balance_on_write = 'off'"]),
    // As older guides have it: every function that is not named is then one that only reads.
    'write_function_list of older guides': (lab, size) =>
      behindPgpool(lab, size, ["write_function_list = 'currval,lastval,nextval,setval'"]),
  },
};
