import type { NameRules } from '../model/name-rules.js';

/** What classes can be made in. */
export type TargetName = 'php';

/** What projects get that do not choose. */
export const DEFAULT_TARGETS: readonly TargetName[] = ['php'];

const NAME_RULES: Readonly<Record<TargetName, () => Promise<NameRules>>> = {
  php: async () => (await import('./php/check/name-rules.js')).PHP_NAMES,
};

/** What the chosen languages ask of names. */
export const loadNameRules = (targets: readonly TargetName[]): Promise<readonly NameRules[]> =>
  Promise.all(targets.map((target) => NAME_RULES[target]()));
