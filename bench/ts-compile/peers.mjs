// The same application for Kysely, Drizzle and Prisma. They are installed into a folder of their own.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { here, makeProject } from '../../scripts/typescript/project.mjs';
import { parentsOf, usesOf } from './application.mjs';
import drizzle from './drizzle.mjs';
import kysely from './kysely.mjs';
import prisma from './prisma.mjs';

const versionIn = (modules, name) => JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')).version;

function install(folder, packages) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  // The same types of Node as ours.
  const node = `@types/node@${versionIn(here('node_modules'), '@types/node')}`;
  const { status, stderr } = spawnSync(
    'npm',
    [
      'install',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--legacy-peer-deps',
      '--prefer-offline',
      node,
      ...packages,
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  return status === 0 ? undefined : `it cannot be installed: ${stderr.trim().split('\n').at(-1)}`;
}

function functionsOf(peer, tables, functions) {
  return Object.fromEntries(
    usesOf(tables, functions).map((use) => {
      const { imports, body } = peer.function({ ...use, place: parentsOf(use.index).place });
      return [
        `functions/function-${use.number}.ts`,
        `${imports.join('\n')}\n\nexport async function function${use.number}(): Promise<string[]> {${body}\n}\n`,
      ];
    }),
  );
}

/**
 * Writes the projects of the peers.
 *
 * @returns {{ title: string, folder?: string, missing?: string }[]} with the reason where one cannot be had
 */
export function makePeers(work, tables, functions, options) {
  return [kysely, drizzle, prisma].map((peer) => {
    const home = join(work, `${peer.title}-packages`);
    const failed = install(home, peer.packages);
    if (failed !== undefined) return { title: peer.title, missing: failed };
    const modules = join(home, 'node_modules');
    const folder = join(work, peer.title);
    makeProject(folder, { ...peer.files(tables), ...functionsOf(peer, tables, functions) }, options, modules);
    const title = `${peer.title} ${versionIn(modules, peer.module)}`;
    const missing = peer.prepare?.(folder);
    return missing === undefined ? { title, folder } : { title, missing };
  });
}
