// Writers on three primaries of MySQL's group replication: own operations, and that others are refused.

import { groupStates, startGroup } from '../mysql.mjs';
import { Writers } from '../writers.mjs';

export const scenario = {
  about: 'MySQL 9 group replication with three primaries: own operations; transactions of callers are refused',
  variants: {
    async ''(lab, size) {
      lab.tell('start three primaries');
      const nodes = await startGroup(lab);
      const writers = await Writers.open(lab, 'mysql9', nodes[0].url(), { only: ['song'] });
      const configs = [];
      for (const node of nodes) configs.push(await writers.configure(node.name, { dsn: node.dsn(writers.name) }));
      writers.start({ count: size.writers, configs, modes: { own: 1 } });
      await writers.work(size);
      await writers.stop();
      const states = await groupStates(nodes);
      const left = states.filter((state) => state !== 'ONLINE').length;
      const differing = await writers.differences(nodes.map((node) => node.dsn(writers.name)));
      const result = await writers.judge(nodes[0].dsn(writers.name));
      lab.tell('transactions of callers');
      const { wrong } = await writers.script('refusal.php', { configs });
      return {
        ...result,
        problems: [
          ...result.problems,
          ...wrong,
          ...differing,
          ...(left === 0 ? [] : [`${left} members have left the group`]),
          ...(result.failed === 0 ? [] : [`${result.failed} errors, where nothing was broken`]),
        ],
      };
    },
  },
};
