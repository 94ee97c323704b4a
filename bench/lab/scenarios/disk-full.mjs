// The disk of the database fills up under load and is freed again: every operation is done whole or not at all.

import { closeSync, copyFileSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { engineOf } from '../../../scripts/engines/engines.mjs';
import { php } from '../../lists/run.mjs';
import { MysqlNode } from '../mysql.mjs';
import { PostgresNode } from '../postgres.mjs';
import { Writers } from '../writers.mjs';
import { direct } from './failover.mjs';

/** Fills a disk to the last byte; returns what frees it. */
function fill(folder) {
  const file = join(folder, 'ballast');
  const handle = openSync(file, 'w');
  for (let size = 1 << 20; size >= 512; ) {
    try {
      writeSync(handle, Buffer.alloc(size));
    } catch (error) {
      if (error.code !== 'ENOSPC') throw error;
      size >>= 1;
    }
  }
  closeSync(handle);
  return () => rmSync(file);
}

/** Rounds of full disks until there is enough work. `revive` starts a server that has ended itself. */
async function fillDisk(lab, size, { disk, writers, config, revive = async () => {} }) {
  writers.start({ count: size.writers, configs: [config] });
  let full = 0;
  for (let round = 1; round === 1 || !size.isEnough(writers.acknowledged()); round++) {
    const done = writers.acknowledged();
    await writers.work({ transactions: done + size.perRound, until: Math.min(size.until, Date.now() + 20_000) });
    const free = fill(disk);
    const at = writers.acknowledged();
    lab.tell(`the disk is full, after ${at} acknowledged`);
    await lab.pause(4);
    full += writers.acknowledged() - at;
    free();
    await revive();
    await writers.back(Date.now() / 1000, 60);
  }
  await writers.stop();
  lab.tell(`${full} transactions were acknowledged while the disk was full`);
}

/** Writers must have met the full disk. */
function judged(result, message) {
  const met = Object.keys(result.errors).some((text) => message.test(text));
  const unproven = met ? [] : ['no writer was told that the disk is full: nothing is proven'];
  return { ...result, problems: [...result.problems, ...unproven] };
}

async function sqlite(lab, size, mode) {
  const disk = lab.makeDisk('disk', 40);
  const writers = await Writers.open(lab, 'sqlite', '');
  const [, made] = writers.database.settings.dsn.split('sqlite:');
  const dsn = `sqlite:${join(disk, 'lists.sq3')}`;
  await php(['-r', `(new PDO('sqlite:${made}'))->exec('PRAGMA journal_mode = DELETE');`]);
  copyFileSync(made, join(disk, 'lists.sq3'));
  await php(['-r', `(new PDO('${dsn}'))->exec('PRAGMA journal_mode = ${mode}');`]);
  const config = await writers.configure('disk', { dsn });
  await fillDisk(lab, size, { disk, writers, config });
  return judged(await writers.judge(dsn), /disk is full|disk I\/O error/);
}

export const scenario = {
  about: 'the disk of the database fills up, and is freed again',
  variants: {
    'SQLite, rollback journal': (lab, size) => sqlite(lab, size, 'DELETE'),
    'SQLite, WAL': (lab, size) => sqlite(lab, size, 'WAL'),
    async PostgreSQL(lab, size) {
      const disk = lab.makeDisk('disk', 200, engineOf('pgsql15').user());
      const settings = { wal_keep_size: 0, min_wal_size: '32MB', max_wal_size: '64MB' };
      const node = await PostgresNode.create(lab, 'n1', {
        data: lab.makeFolder('disk/data', engineOf('pgsql15').user()),
        settings,
      });
      await node.initialize();
      const writers = await Writers.open(lab, 'pgsql15', node.url());
      const config = await writers.configure('disk', { dsn: direct(node, writers) });
      const revive = async () => {
        await lab.pause(1);
        if (await node.sql('SELECT 1').catch(() => false)) return;
        lab.tell('PostgreSQL has ended itself: start it again');
        await node.kill();
        await node.start();
      };
      await fillDisk(lab, size, { disk, writers, config, revive });
      return judged(
        await writers.judge(direct(node, writers)),
        /No space left|recovery mode|shutting down|starting up|terminat/,
      );
    },
    async MariaDB(lab, size) {
      const user = engineOf('mariadb').user();
      const disk = lab.makeDisk('disk', 200, user);
      const node = await MysqlNode.create(lab, 'mariadb', 'n1', { data: lab.makeFolder('disk/data', user) });
      await node.initialize();
      node.launch();
      await node.answers();
      const writers = await Writers.open(lab, 'mariadb', node.url());
      const config = await writers.configure('disk', { dsn: node.dsn(writers.name) });
      await fillDisk(lab, size, { disk, writers, config });
      return judged(await writers.judge(node.dsn(writers.name)), /is full|No space left|errno: 28/);
    },
  },
};
