// A primary that is written and a replica that is read, 1 to 4 seconds behind: lists are right, and who has written reads it.

import { direct, openPair } from './failover.mjs';

export const scenario = {
  about: 'a replica 1 to 4 seconds behind, which is read: lists, and reading what was written',
  variants: {
    async ''(lab, size) {
      const { primary, standby, writers } = await openPair(lab);
      const delay = (seconds) => standby.set('recovery_min_apply_delay', `${Math.round(1000 * seconds)}ms`);
      const config = await writers.configure('replica', {
        dsn: direct(primary, writers),
        replicas: [{ dsn: direct(standby, writers) }],
      });
      await delay(1);
      writers.start({ count: size.writers, configs: [config], replicas: true });
      while (!size.isEnough(writers.acknowledged())) {
        await delay(1 + 3 * lab.random());
        await writers.work({ transactions: size.transactions, until: Math.min(size.until, Date.now() + 5000) });
      }
      await writers.stop();
      const result = await writers.judge(direct(primary, writers));
      lab.tell('one request after the other, with the replica behind');
      await delay(4);
      await lab.pause(5);
      const story = await writers.script('replica.php', { configs: [config] });
      const stale = result.counted['stale reads'] ?? 0;
      return {
        ...result,
        problems: [
          ...result.problems,
          ...story.wrong,
          ...(stale === 0 ? [] : [`${stale} times a read after a change of a list would have gone to the replica`]),
          ...(result.failed === 0 ? [] : [`${result.failed} errors, where nothing was broken`]),
        ],
      };
    },
  },
};
