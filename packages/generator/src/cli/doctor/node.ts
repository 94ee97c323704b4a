import { ownPackage } from '../installed.js';
import { type Finding, ok, problem } from './finding.js';
import type { Check } from './subject.js';
import { inRange } from './version-range.js';

/** Node itself: bin/orm refuses what is much too old, before anything of this could run. */
export const nodeCheck: Check = {
  title: 'Node and drivers',
  find: () => Promise.resolve([nodeFinding(process.versions.node)]),
};

export function nodeFinding(version: string): Finding {
  const range = ownPackage().engines.node;
  if (inRange(version, range)) return ok(`Node ${version}`);
  return problem(`Node ${version}, and orm needs ${range}`, 'install a newer Node');
}
