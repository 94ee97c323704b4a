import { quoted } from '../../diagnostics/printable.js';
import type { CrossReference } from '../../model/model.js';
import { type Context, fail } from './context.js';
import type { TableDraft } from './draft.js';
import { plural } from './relation-names.js';
import type { TableWork } from './table.js';

/** The many-to-many relations that a cross-reference table gives to the tables it joins. */
export function addCrossReferences(context: Context, work: TableWork): void {
  const { table } = work;
  if (!table.isCrossRef || work.gaps.has('keys')) return;
  if (table.foreignKeys.length < 2) {
    fail(
      context,
      work.element,
      'isCrossRef',
      'schema/cross-reference',
      `table ${quoted(table.name)} is a cross-reference but has ${table.foreignKeys.length === 1 ? 'only one foreign key' : 'no foreign key'}`,
      'add the <foreign-key> elements to the tables it joins, or remove isCrossRef',
    );
    return;
  }
  for (const via of table.foreignKeys) {
    const targets = table.foreignKeys.filter((key) => key !== via);
    if (targets.some(({ origin }) => context.doubts.isNameless(origin, 'own'))) continue;
    const owner = via.foreignTable as TableDraft;
    const plain = targets.map((key) => key.relationName).join('');
    const taken =
      owner.referrers.some((key) => key.backName === plain) ||
      owner.foreignKeys.some((key) => key.relationName === plain);
    const name = taken ? `Cross${plain}` : plain;
    const cross: CrossReference = {
      table: owner,
      crossTable: table,
      via,
      targets,
      relationName: name,
      relationNamePlural: plural(name),
    };
    owner.crossReferences.push(cross);
  }
}
