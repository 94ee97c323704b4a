// Where the time of a command goes, from V8's sampling profiler: the share of each named function with all it calls.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Shares of the sampled time, in percent: of the functions by name, of garbage collection, and of everything else. */
export function profile(script, args, cwd, functions, rounds = 5) {
  const folder = mkdtempSync(join(tmpdir(), 'orm-profile-'));
  try {
    for (let round = 0; round < rounds; round++) {
      spawnSync('node', ['--cpu-prof', '--cpu-prof-interval', '200', '--cpu-prof-dir', folder, script, ...args], {
        cwd,
      });
    }
    const times = new Map();
    let total = 0;
    for (const file of readdirSync(folder)) {
      const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      const byId = new Map(nodes.map((node) => [node.id, node]));
      const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id])));
      for (const [i, id] of samples.entries()) {
        const owner = ownerOf(id, byId, parents, functions);
        if (owner === '(idle)') continue;
        times.set(owner, (times.get(owner) ?? 0) + timeDeltas[i]);
        total += timeDeltas[i];
      }
    }
    return [...times].sort(([, a], [, b]) => b - a).map(([name, time]) => [name, Math.round((time / total) * 100)]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The innermost of the named functions that a sample was taken in. */
function ownerOf(id, byId, parents, functions) {
  const { functionName } = byId.get(id).callFrame;
  if (functionName === '(garbage collector)' || functionName === '(idle)') return functionName;
  for (let at = id; at !== undefined; at = parents.get(at)) {
    const name = byId.get(at).callFrame.functionName;
    if (functions.includes(name)) return name;
  }
  return 'starting Node and loading modules';
}
