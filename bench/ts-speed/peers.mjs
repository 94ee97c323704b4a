// Other libraries, each installed from the registry when it is needed, into a folder of its own beside node_modules. All of them work
// with our copies of the drivers where they work with these drivers at all, so that only the libraries differ.

import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm, ROOT } from '../../scripts/registry-tool.mjs';
import { generateClients } from './peers/prisma-client.mjs';

/** The newest that run on the oldest Node that we support. */
const PEERS = [
  { name: 'Kysely', file: 'kysely', packages: ['kysely@0.28.18'] },
  { name: 'Drizzle', file: 'drizzle', packages: ['drizzle-orm@0.45.4'] },
  { name: 'TypeORM', file: 'typeorm', packages: ['typeorm@1.1.1', 'reflect-metadata@0.2.2'] },
  {
    name: 'MikroORM',
    file: 'mikro-orm',
    packages: ['core', 'postgresql', 'mariadb', 'better-sqlite'].map((each) => `@mikro-orm/${each}@6.6.16`),
  },
  {
    name: 'Prisma',
    file: 'prisma',
    packages: [
      'prisma@7.10.0',
      ...['client', 'adapter-pg', 'adapter-mariadb', 'adapter-better-sqlite3'].map((each) => `@prisma/${each}@7.10.0`),
    ],
    finish: generateClients,
  },
];

const DRIVERS = ['pg', 'mysql2', 'better-sqlite3'];

function install({ file, packages, finish }) {
  const version = packages[0].split('@').at(-1);
  const folder = join(ROOT, 'node_modules/.cache/ts-speed', `${file}-${version}`);
  if (existsSync(folder)) return folder;
  // Under its name only when it is whole.
  const making = `${folder}.${process.pid}`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  writeFileSync(join(making, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], making);
  for (const driver of DRIVERS) {
    const target = join(making, 'node_modules', driver);
    rmSync(target, { recursive: true, force: true });
    symlinkSync(join(ROOT, 'node_modules', driver), target);
  }
  finish?.(making);
  renameSync(making, folder);
  return folder;
}

/** What could be installed, for run.mjs, and a line for whatever could not. */
export function installPeers() {
  const peers = [];
  const missing = [];
  for (const peer of PEERS) {
    try {
      const module = fileURLToPath(new URL(`peers/${peer.file}.mjs`, import.meta.url));
      peers.push({ name: peer.name, module, folder: install(peer), version: peer.packages[0] });
    } catch (error) {
      missing.push(`${peer.name} was not measured: ${String(error.message).trim().split('\n')[0]}`);
    }
  }
  return { peers, missing };
}
