import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LONGEST_PAUSE_MS } from '../../src/cli/lists/session.js';
import { KEYS } from '../../src/config/keys.js';
import { loadLocking } from '../../src/platforms/access.js';
import { DatabaseError } from '../../src/platforms/connection.js';

// What programs in every language have in common when they lock lists.
const protocol = JSON.parse(
  readFileSync(new URL('../../../../conformance/protocol.json', import.meta.url), 'utf8'),
) as Protocol;

interface Protocol {
  readonly milliseconds: Readonly<Record<string, number>>;
  readonly rowWaits: Readonly<Record<string, { readonly own: number }>>;
  readonly errors: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly byMessage: Readonly<Record<string, readonly (readonly [string, string, string])[]>>;
}

const VENDORS = ['pgsql', 'mysql', 'sqlite', 'mssql', 'oracle'] as const;
const isConflict = (kind: string): boolean => ['deadlock', 'serialization', 'lockTimeout'].includes(kind);

describe('conformance/protocol.json', () => {
  it('has the waits of list:check', async () => {
    expect(KEYS.find(({ path }) => path === 'runtime.lists.lockTimeout')?.default).toBe(
      (protocol.milliseconds['lockTimeout'] ?? 0) / 1000,
    );
    expect(LONGEST_PAUSE_MS).toBe(protocol.milliseconds['pause']);
    for (const [vendor, { own }] of Object.entries(protocol.rowWaits)) {
      const { rowWaitMilliseconds } = await loadLocking(vendor as (typeof VENDORS)[number]);
      expect(rowWaitMilliseconds, vendor).toBe(own);
    }
  });

  it.each(VENDORS)('has the conflicts of %s', async (vendor) => {
    const locking = await loadLocking(vendor);
    const kinds = Object.entries(protocol.errors[vendor] ?? {});
    const conflicts = kinds.flatMap(([kind, codes]) => (isConflict(kind) ? codes : []));
    // The drivers of Node name the errors of SQLite.
    if (vendor === 'sqlite') {
      for (const code of ['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_LOCKED'])
        expect(locking.isConflict?.(new DatabaseError('x', { code })), code).toBe(true);
      expect(locking.isConflict?.(new DatabaseError('x', { code: 'SQLITE_ERROR' }))).toBe(false);
    } else expect([...locking.conflicts].sort()).toEqual([...conflicts].sort());
    for (const [code, message, kind] of protocol.byMessage[vendor] ?? [])
      expect(locking.isConflict?.(new DatabaseError(message, { code })) ?? false, message).toBe(isConflict(kind));
  });

  it.each(VENDORS)('has the time-outs for statements of %s', async (vendor) => {
    const locking = await loadLocking(vendor);
    const isTimeout = (code: string, message = ''): boolean =>
      locking.isStatementTimeout?.(new DatabaseError(message, { code })) ?? false;
    for (const [kind, codes] of Object.entries(protocol.errors[vendor] ?? {}))
      for (const code of codes) expect(isTimeout(code), code).toBe(kind === 'statementTimeout');
    for (const [code, message, kind] of protocol.byMessage[vendor] ?? [])
      expect(isTimeout(code, message), message).toBe(kind === 'statementTimeout');
  });
});
