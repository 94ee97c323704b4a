import type { Change } from '../../changes/change.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import { labelMoves } from '../labels.js';
import { shownObject, statementOf } from './places.js';
import type { CheckedMigration, Finding, Rule } from './rule.js';
import { typeChange } from './types.js';

/** What is gone for good once a migration has run. */
export const erases: Rule = (migration) => migration.changes.flatMap((change) => lossOf(migration, change));

function lossOf(migration: CheckedMigration, change: Change): readonly Finding[] {
  const { kind, before, after, from } = change;
  const object = quoted(shownObject(change));
  const statement = statementOf(migration, change);
  if (kind === 'table') {
    if (before === undefined || after !== undefined || from !== undefined) return [];
    return [
      {
        rule: 'drops-table',
        message: `table ${object} is dropped, with every row in it`,
        help: 'copy what is still needed first; "orm migration:down" makes the table again, without rows',
        statement,
      },
    ];
  }
  if (kind !== 'column' || before === undefined || before.generated !== undefined) return [];
  const { abilities } = migration.alteration;
  const help = 'copy what is still needed first; "orm migration:down" makes the column again, without values';
  if (after === undefined) {
    const message = `column ${object} is dropped, with every value in it`;
    return [{ rule: 'drops-column', message, help, statement }];
  }
  if (!abilities.altersColumn(before, after) || after.generated !== undefined) {
    const message =
      after.generated === undefined
        ? `column ${object} is dropped and made again, because ${printable(before.type)} cannot become ${printable(after.type)}`
        : `column ${object} becomes generated: its values are worked out anew`;
    return [{ rule: 'drops-column', message, help, statement }];
  }
  if (labelMoves(before, after)?.isMoved === true) {
    return [
      {
        rule: 'moves-labels',
        message: `labels of ${object} are stored as numbers, and get others: rows are renumbered, and running code takes the new numbers for other labels`,
        help: 'keep the places of labels that are there, and add new ones at the end',
        statement,
      },
    ];
  }
  // Where sizes mean nothing, nothing is cut.
  const isNarrower =
    migration.alteration.rowChecks.length !== undefined && typeChange(before.type, after.type) === 'narrower';
  if (!isNarrower) return [];
  return [
    {
      rule: 'narrows-type',
      message: `column ${object} becomes ${printable(after.type)}, and ${printable(before.type)} holds more`,
      help: 'checks.sql stops the migration at values that do not fit, or would be cut or rounded: look at the values first',
      statement,
    },
  ];
}
