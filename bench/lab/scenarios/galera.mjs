// Writers on three nodes of Galera, of which nodes hang, die and come back.

import { rejoin, startGalera } from '../mysql.mjs';
import { Writers } from '../writers.mjs';

export const about = 'MariaDB with Galera, writers on three nodes: nodes freeze, are killed and come back';

/** What happens to the nodes, in turn; each ends with all of them back. */
const faults = [
  async function freezeOne(lab, nodes, any) {
    const [node] = any();
    lab.tell(`${node.name} hangs for 4 s`);
    node.freeze();
    await lab.pause(4);
    node.thaw();
  },
  async function killOne(lab, nodes, any) {
    const [node] = any();
    lab.tell(`kill ${node.name}, and start it again`);
    await node.kill();
    await lab.pause(3);
    await rejoin(node, nodes);
  },
  async function freezeTwo(lab, nodes, any) {
    const [one, other] = any();
    lab.tell(`${one.name} and ${other.name} hang for 7 s: the third is alone and takes no writes`);
    one.freeze();
    other.freeze();
    await lab.pause(7);
    one.thaw();
    other.thaw();
  },
  async function killBesideFrozen(lab, nodes, any) {
    const [one, other] = any();
    lab.tell(`${one.name} hangs for 3 s, and ${other.name} is killed meanwhile`);
    one.freeze();
    await lab.pause(0.5);
    await other.kill();
    await lab.pause(2.5);
    one.thaw();
    await lab.until(`${one.name} is back`, () => isSynced(one));
    await rejoin(other, nodes);
  },
];

async function isSynced(node) {
  await node.engine.ping(node.port);
  return true;
}

export const variants = {
  async ''(lab, size) {
    lab.tell('start three nodes');
    const nodes = await startGalera(lab);
    const writers = await Writers.open(lab, 'galera', nodes[0].url(), { only: ['song'] });
    const configs = [];
    for (const [index, node] of nodes.entries())
      configs.push(await writers.configure(`n${index + 1}`, { dsn: node.dsn(writers.name) }));
    writers.start({ count: size.writers, configs });
    const any = () => [...nodes].sort(() => lab.random() - 0.5);
    for (let round = 0; round === 0 || !size.isEnough(writers.acknowledged()); round++) {
      const done = writers.acknowledged();
      await writers.work({ transactions: done + size.perRound, until: Math.min(size.until, Date.now() + 15_000) });
      await faults[round % faults.length](lab, nodes, any);
      for (const node of nodes) await lab.until(`${node.name} is back`, () => isSynced(node), 120);
      await writers.back(Date.now() / 1000, 60);
    }
    await writers.stop();
    const differing = await writers.differences(nodes.map((node) => node.dsn(writers.name)));
    const result = await writers.judge(nodes[0].dsn(writers.name));
    return { ...result, problems: [...result.problems, ...differing] };
  },
};
