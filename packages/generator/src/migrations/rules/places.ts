import type { Change } from '../../changes/change.js';
import { printable } from '../../diagnostics/printable.js';
import type { ObjectName } from '../../platforms/shape.js';
import { type AnnotatedStatement, changeWords } from './annotated.js';
import type { CheckedMigration } from './rule.js';

/** A name for people: `shop.book`. */
export const shownName = ({ schema, name }: ObjectName): string =>
  printable(schema === undefined ? name : `${schema}.${name}`);

/** The table of a part, by the name that it has after the migration. */
export const shownTable = ({ schema, table = '', name, kind }: Change): string =>
  shownName({ ...(schema === undefined ? {} : { schema }), name: kind === 'table' ? name : table });

/** An object for people: `book.isbn`, or `book`. */
export const shownObject = (change: Change): string =>
  change.table === undefined ? shownName(change) : `${shownTable(change)}.${printable(change.name)}`;

const VERBS = ['drop', 'add', 'alter', 'create', 'rename'] as const;

/**
 * The statement of up.sql that makes a change, by the words above it. Where something gets a new name and changes, `renames`
 * says which of the two is meant.
 */
export function statementOf(
  migration: Pick<CheckedMigration, 'up'>,
  change: Change,
  renames = change.before === undefined && change.after === undefined,
): AnnotatedStatement | undefined {
  const { statements } = migration.up;
  const object = shownObject(change);
  const from =
    change.from === undefined
      ? undefined
      : `${change.table === undefined ? '' : `${shownTable(change)}.`}${printable(change.from)}`;
  const verbs = change.before !== undefined && change.after === undefined ? VERBS : VERBS.slice(1);
  const rename = from === undefined ? [] : [`rename ${change.kind} ${from} to ${printable(change.name)}`];
  const wanted = [
    ...(renames ? rename : []),
    ...(change.kind === 'primary key' ? [`add primary key of ${shownTable(change)}`] : []),
    ...verbs.map((verb) => `${verb} ${change.kind} ${object}`),
    `rebuild table ${shownTable(change)}`,
    `fill ${change.kind} ${object}`,
    `renumber ${change.kind} ${object}`,
    ...rename,
  ];
  for (const words of wanted) {
    const found = statements.find(({ changes }) => changes.some((each) => changeWords(each) === words));
    if (found !== undefined) return found;
  }
  const onTable = statements.find(({ changes }) =>
    changes.some((each) => ` ${changeWords(each)} `.match(/[^\s]+/g)?.some((word) => isOn(word, shownTable(change)))),
  );
  return onTable ?? statements.find(({ changes }) => changes.length > 0) ?? statements[0];
}

const isOn = (word: string, table: string): boolean => word === table || word.startsWith(`${table}.`);
