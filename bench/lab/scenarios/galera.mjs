// Writers on three nodes of Galera, of which nodes hang, die and come back.

import { rejoin, startGalera } from '../mysql.mjs';
import { Writers } from '../writers.mjs';

/** What happens to the nodes, which come in any order; each ends with all of them back. */
const faults = [
  async function freezeOne(lab, nodes) {
    const [node] = nodes;
    lab.tell(`${node.name} hangs for 4 s`);
    node.freeze();
    await lab.pause(4);
    node.thaw();
  },
  async function killOne(lab, nodes) {
    const [node] = nodes;
    lab.tell(`kill ${node.name}, and start it again`);
    await node.kill();
    await lab.pause(3);
    await rejoin(node, nodes);
  },
  async function freezeTwo(lab, nodes) {
    const [one, other] = nodes;
    lab.tell(`${one.name} and ${other.name} hang for 7 s: the third is alone and takes no writes`);
    one.freeze();
    other.freeze();
    await lab.pause(7);
    one.thaw();
    other.thaw();
  },
  async function killBesideFrozen(lab, nodes) {
    const [one, other] = nodes;
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

async function onCluster(lab, size, { hasBinaryLog }) {
  lab.tell('start three nodes');
  const nodes = await startGalera(lab, { hasBinaryLog });
  const writers = await Writers.open(lab, 'galera', nodes[0].url(), { only: ['song'] });
  const configs = [];
  for (const node of nodes) configs.push(await writers.configure(node.name, { dsn: node.dsn(writers.name) }));
  writers.start({ count: size.writers, configs });
  const inAnyOrder = () => [...nodes].sort(() => lab.random() - 0.5);
  for (let round = 0; round === 0 || !size.isEnough(writers.acknowledged()); round++) {
    const done = writers.acknowledged();
    await writers.work({ transactions: done + size.perRound, until: Math.min(size.until, Date.now() + 15_000) });
    await faults[round % faults.length](lab, inAnyOrder());
    for (const node of nodes) await lab.until(`${node.name} is back`, () => isSynced(node), 120);
    await writers.back(Date.now() / 1000, 60);
  }
  await writers.stop();
  const differing = await writers.differences(nodes.map((node) => node.dsn(writers.name)));
  const result = await writers.judge(nodes[0].dsn(writers.name));
  return { ...result, problems: [...result.problems, ...differing] };
}

export const scenario = {
  about: 'MariaDB with Galera, writers on three nodes: nodes freeze, are killed and come back',
  variants: {
    'binary log': (lab, size) => onCluster(lab, size, { hasBinaryLog: true }),
    // Some rollbacks to savepoints are then refused: the server would break the cluster.
    'no binary log': (lab, size) => onCluster(lab, size, { hasBinaryLog: false }),
  },
};
