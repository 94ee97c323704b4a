import type { Change } from '../../changes/change.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import { isRequired } from '../fill.js';
import { canBeLeftOut } from '../split.js';
import { shownObject, shownTable, statementOf } from './places.js';
import type { CheckedMigration, Finding, Rule } from './rule.js';

/** What code that runs while the migration does cannot work with. */
export const breaksCode: Rule = (migration) =>
  migration.changes.flatMap((change) => {
    const found = breakOf(migration, change);
    return found === undefined
      ? []
      : [{ ...found, statement: statementOf(migration, change, change.from !== undefined) }];
  });

/** The second part of `migration:diff --split` runs when no such code is left. */
const isContract = ({ name }: CheckedMigration): boolean => name.endsWith('_contract');

const SPLIT = '"orm migration:diff --split" writes two migrations: one for before the new code, and one for after it';

function breakOf(migration: CheckedMigration, change: Change): Finding | undefined {
  const { kind, before, after, from } = change;
  if (kind !== 'table' && kind !== 'column') return undefined;
  const object = quoted(shownObject(change));
  if (from !== undefined) {
    const old = kind === 'table' ? printable(from) : `${shownTable(change)}.${printable(from)}`;
    return {
      rule: 'renames',
      message: `${kind} ${quoted(old)} becomes ${quoted(change.name)}: code that runs knows the old name only`,
      help: 'to deploy without a gap: add the new one, copy the values, and drop the old one in a later migration',
    };
  }
  if (isContract(migration)) return undefined;
  if (before !== undefined && after === undefined) {
    const message = `${kind} ${object} is dropped: code that runs may still use it`;
    return { rule: 'drops-in-use', message, help: SPLIT };
  }
  if (!isRequired(change) || change.after === undefined) return undefined;
  if (change.before === undefined && canBeLeftOut(change.after)) return undefined;
  return {
    rule: 'requires-value',
    message: `column ${object} becomes required: code that runs may insert rows without it`,
    help: SPLIT,
  };
}
