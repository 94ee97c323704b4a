import type { Row } from '../drivers/session.js';
import type { IdentityMap } from '../transactions/identity-map.js';
import { Model } from './model.js';
import { ReadOnlyModel } from './read-only-model.js';
import { identityOf } from './row-identity.js';
import type { ModelClass, TableMap } from './table-map.js';

/** The object of a row: the one that is in use in the session or transaction already, refreshed, or a new one. */
export function identified(table: TableMap, model: ModelClass, identities: IdentityMap, row: Row): object {
  const made = new model(row as never);
  const identity = identityOf(table, row);
  if (identity === undefined) return made;
  const known = identities.get(table, identity);
  if (known instanceof Model && made instanceof Model) {
    known.$refresh(made, row);
    return known;
  }
  if (known instanceof ReadOnlyModel) {
    known.$refresh(made, row);
    return known;
  }
  identities.set(table, identity, made);
  return made;
}
