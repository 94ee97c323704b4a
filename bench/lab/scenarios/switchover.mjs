// PostgreSQL behind a proxy that notices late and cuts no session: the primary and its standby change places in a second, so
// that writers reach the demoted server, which stays up and only reads.

import { startHaproxy } from '../proxies.mjs';
import { direct, openPair, PATIENCE, tooLate } from './failover.mjs';

async function changePlaces(lab, size, dsnParts) {
  let { primary, standby, writers } = await openPair(lab);
  await primary.waitFor(standby);
  const proxy = await startHaproxy(lab, [primary, standby], { cuts: false });
  const config = await writers.configure('haproxy', { dsn: proxy.dsn(writers.name, PATIENCE + dsnParts) });
  writers.start({ count: size.writers, configs: [config] });
  let stranded = 0;
  for (let round = 1; round === 1 || !size.isEnough(writers.acknowledged()); round++) {
    const done = writers.acknowledged();
    await lab.pause(1 + 3 * lab.random());
    await writers.work({ transactions: done + size.perRound, until: Math.min(size.until, Date.now() + 20_000) });
    lab.tell(`${standby.name} takes over from ${primary.name}, after ${writers.acknowledged()} acknowledged`);
    await primary.waitFor(undefined);
    await primary.stop();
    const moment = await standby.promote();
    const before = primary.connectionsTo(writers.name);
    await primary.startFollowing(standby);
    [primary, standby] = [standby, primary];
    await writers.back(moment);
    const reached = standby.connectionsTo(writers.name) - before;
    lab.tell(`the demoted server was reached ${reached} times`);
    stranded += reached;
    await primary.waitFor(standby);
  }
  await writers.stop();
  const result = await writers.judge(direct(primary, writers));
  return { ...result, stranded, problems: [...result.problems, ...tooLate(result)] };
}

export const scenario = {
  about: 'PostgreSQL behind a proxy that cuts no sessions: the servers change places, the demoted one stays up',
  variants: {
    async ''(lab, size) {
      const result = await changePlaces(lab, size, '');
      const unproven = result.stranded > 0 ? [] : ['no writer reached a demoted server: nothing is proven'];
      return { ...result, problems: [...result.problems, ...unproven] };
    },
    'target_session_attrs=read-write': (lab, size) => changePlaces(lab, size, ';target_session_attrs=read-write'),
  },
};
