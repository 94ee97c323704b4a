import { printable, quoted } from '../../diagnostics/printable.js';
import { changeWords } from './annotated.js';
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
