/** What the class of the table `watched` refuses and notes, as conformance/README.md asks of it. */
export const hooks: { veto: string | null; changes: unknown[] } = { veto: null, changes: [] };

/** What a hook itself throws. */
export class HookError extends Error {
  override name = 'HookError';
}

export function noteChange(change: {
  readonly scope: readonly unknown[];
  readonly firstRank: number;
  readonly lastRank: number | null;
}): void {
  hooks.changes.push([change.scope, change.firstRank, change.lastRank]);
  if (hooks.veto === 'postListChange') throw new HookError('refused by postListChange');
}

export const goesOn = (hook: string): boolean => hooks.veto !== hook;
