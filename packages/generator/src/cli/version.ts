import { release } from 'node:os';
import { relative } from 'node:path';
import { configCandidates, projectFolder } from '../config/candidates.js';
import { printable } from '../diagnostics/printable.js';
import { DRIVER_PACKAGES, installedRuntime, installedVersion, ownPackage } from './installed.js';

/** `orm --version`: what a bug report needs, found without loading or starting anything. The first line is for scripts. */
export function versionText(cwd: string, json: boolean): string {
  const root = projectFolder(cwd);
  const { dist, normal } = configCandidates(root);
  const configuration = [...dist, ...normal].map((file) => relative(cwd, file));
  const facts = {
    orm: ownPackage().version,
    node: process.versions.node,
    platform: process.platform,
    arch: process.arch,
    release: release(),
    drivers: Object.fromEntries(
      Object.values(DRIVER_PACKAGES).map((name) => [name, installedVersion(name, root) ?? null] as const),
    ),
    runtime: installedRuntime(root) ?? null,
    configuration,
  };
  if (json) return `${JSON.stringify({ ok: true, ...facts }, null, 2)}\n`;
  const drivers = Object.entries(facts.drivers).flatMap(([name, version]) =>
    version === null ? [] : [`${name} ${printable(version)}`],
  );
  const rows: readonly (readonly [string, string])[] = [
    ['node', facts.node],
    ['system', `${facts.platform} ${facts.arch}, ${facts.release}`],
    ['drivers', drivers.join(', ') || 'none'],
    ['runtime', facts.runtime === null ? 'not installed here' : `ormgen/runtime ${printable(facts.runtime)}`],
    ['configuration', configuration.map(printable).join(', ') || 'none here'],
  ];
  const lines = rows.map(([label, value]) => `${label.padEnd(15)}${value}`);
  return `${[`orm ${facts.orm}`, ...lines].join('\n')}\n`;
}
