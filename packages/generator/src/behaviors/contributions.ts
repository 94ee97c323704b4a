import type { Behavior, Table } from '../model/model.js';
import type { ContributedMethod, RuntimeParts } from './methods.js';
import { BEHAVIORS } from './registry.js';

/** What the behaviors of a table give to its classes. */
export interface Contributions {
  readonly methods: readonly (ContributedMethod & { readonly behavior: Behavior })[];
  readonly parts: readonly (RuntimeParts & { readonly behavior: Behavior })[];
}

const NOTHING: Contributions = { methods: [], parts: [] };

/** Asked for by every printer, and the same each time: a model does not change any more. */
const known = new WeakMap<Table, Contributions>();

export function contributionsOf(table: Table): Contributions {
  if (table.behaviors.length === 0) return NOTHING;
  let contributions = known.get(table);
  if (contributions === undefined) {
    const uses = table.behaviors.flatMap((use) => {
      const definition = BEHAVIORS.get(use.name);
      return definition ? [{ definition, use }] : [];
    });
    contributions = {
      methods: uses.flatMap(({ definition, use }) =>
        (definition.methods?.(table, use) ?? []).map((method) => ({ ...method, behavior: use })),
      ),
      parts: uses.flatMap(({ definition, use }) => {
        const parts = definition.parts?.(table, use);
        return parts ? [{ ...parts, behavior: use }] : [];
      }),
    };
    known.set(table, contributions);
  }
  return contributions;
}
