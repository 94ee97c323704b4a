import { printable, quoted } from '../../diagnostics/printable.js';
import { changeWords } from './annotated.js';
import { bareSql } from './form.js';
import { shownObject, shownTable } from './places.js';
import type { Rule } from './rule.js';

/** Lines `-- orm:` that name what no change makes. */
export const unknownChange: Rule = ({ changes, form, up }) => {
  // Another version of orm may have come from the same changes to other steps.
  const objects = new Set(
    changes.flatMap((change) => [
      shownObject(change),
      ...(change.from === undefined ? [] : [printable(change.from), `${shownTable(change)}.${printable(change.from)}`]),
    ]),
  );
  const isKnown = (words: string): boolean =>
    form.words.has(words) ||
    [...objects].some((object) => words.endsWith(` ${object}`) || words.includes(` ${object} `));
  return up.statements.flatMap((statement) =>
    statement.changes
      .filter((each) => !isKnown(changeWords(each)))
      .map((each) => ({
        rule: 'unknown-change' as const,
        message: `${quoted(changeWords(each))} is no change of changes.json`,
        help: 'restore both files from version control; a statement of your own has no line "-- orm:" above it',
        statement,
        range: { start: each.start, end: each.end },
      })),
  );
};

/** SQL that was removed: the history would say that changes were made which no database has. */
export const noStatements: Rule = ({ alteration, changes, form, up }) => {
  // Some changes need no SQL, such as a new description on SQLite.
  if (form.printed.length === 0) return [];
  const { first, last } = alteration.around?.(form.operations) ?? { first: [], last: [] };
  const around = [...first, ...last].map(bareSql);
  if (up.statements.some(({ text }) => !around.includes(bareSql(text)))) return [];
  const count = changes.length === 1 ? '1 change' : `${String(changes.length)} changes`;
  return [
    {
      rule: 'no-statements',
      message: `up.sql has no statements, and changes.json has ${count}`,
      help: 'restore up.sql from version control; or, if the migration ran nowhere yet, remove its folder and run "orm migration:diff" again',
    },
  ];
};

/** A migration that nothing undoes. */
export const noDown: Rule = ({ up, down }) =>
  up.statements.length === 0 || down.statements.length > 0
    ? []
    : [
        {
          rule: 'no-down',
          message: 'the migration cannot be undone: down.sql has no statements',
          help: 'write what undoes it into down.sql, if there is a way',
        },
      ];
