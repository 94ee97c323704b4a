import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LONGEST_PAUSE_MS } from '../../src/cli/lists/statement-session.js';
import { KEYS } from '../../src/config/keys.js';
import { loadLocking } from '../../src/platforms/access.js';

// What programs in every language have in common when they lock lists.
const protocol = JSON.parse(
  readFileSync(new URL('../../../../conformance/protocol.json', import.meta.url), 'utf8'),
) as Protocol;

interface Protocol {
  readonly milliseconds: Readonly<Record<string, number>>;
  readonly errors: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

const isConflict = (kind: string): boolean => ['deadlock', 'serialization', 'lockTimeout'].includes(kind);

describe('conformance/protocol.json', () => {
  it('has the waits of list:check', () => {
    expect(KEYS.find(({ path }) => path === 'runtime.lists.lockTimeout')?.default).toBe(
      (protocol.milliseconds['lockTimeout'] ?? 0) / 1000,
    );
    expect(LONGEST_PAUSE_MS).toBe(protocol.milliseconds['pause']);
  });

  it.each(['mssql', 'oracle'] as const)('has the conflicts of %s', async (vendor) => {
    const locking = await loadLocking(vendor);
    if (locking.by !== 'statements') throw new Error('locked by the runtime');
    const kinds = Object.entries(protocol.errors[vendor] ?? {});
    const conflicts = kinds.flatMap(([kind, codes]) => (isConflict(kind) ? codes : []));
    expect([...locking.conflicts].sort()).toEqual([...conflicts].sort());
  });
});

describe('list:check', () => {
  it.each(['pgsql', 'mysql', 'sqlite'] as const)('has no locking of its own on %s', async (vendor) => {
    expect((await loadLocking(vendor)).by).toBe('runtime');
  });
});
