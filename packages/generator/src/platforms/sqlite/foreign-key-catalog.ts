import type { ReferentialAction } from '../../model/model.js';
import { constraintName, foreignKeyIdentity } from '../../model/names.js';
import type { CatalogForeignKey, CatalogItem } from '../catalog.js';
import type { ForeignKeyText } from './create-table.js';
import type { ForeignKeyRow } from './pragmas.js';
import { IDENTIFIER_LIMIT } from './shape.js';
import { folded, NO_PARAMETERS, sameName, type TableFacts } from './table-facts.js';

export interface TableForeignKeys {
  readonly foreignKeys: readonly CatalogForeignKey[];
  readonly items: readonly CatalogItem[];
}

/**
 * The foreign keys of a table in the order of the text, with the names of tables and columns as those are written. A key
 * may point at what is not there; SQLite reports it only when rows are changed. `all` has the tables by their folded names.
 */
export function foreignKeysOf(facts: TableFacts, all: ReadonlyMap<string, TableFacts>): TableForeignKeys {
  const foreignKeys: CatalogForeignKey[] = [];
  const items: CatalogItem[] = [];
  const texts = facts.text.constraints.filter((constraint) => constraint.kind === 'foreign key');
  const taken = new Set<string>();
  for (const [at, row] of facts.foreignKeys.entries()) {
    const text = matches(texts[at], row) ? texts[at] : undefined;
    const foreign = all.get(folded(row.foreignTable));
    const columns = row.columns.map((name) => realName(facts, name));
    const target = foreign === undefined ? undefined : targetColumns(foreign, row);
    const known = text?.name !== undefined && text.name !== '' && !taken.has(folded(text.name)) ? text.name : undefined;
    if (foreign === undefined || target === undefined || !isKey(foreign, target)) {
      items.push({
        kind: 'foreign key',
        name: known ?? `(${columns.join(', ')})`,
        detail: `${sqlOf(row)}: ${foreign === undefined ? 'that table was not read' : 'it points at no key'}`,
      });
      continue;
    }
    const references = columns.map((local, i) => ({ local, foreign: target[i] ?? '' }));
    const identity = foreignKeyIdentity({ schema: undefined, name: foreign.name }, references);
    const name = known ?? constraintName(facts.name, 'fk', identity, IDENTIFIER_LIMIT);
    taken.add(folded(name));
    foreignKeys.push({
      name,
      columns,
      foreignSchema: undefined,
      foreignTable: foreign.name,
      foreignColumns: target,
      onDelete: actionOf(row.onDelete),
      onUpdate: actionOf(row.onUpdate),
      vendor: deferralOf(text),
    });
  }
  return { foreignKeys, items };
}

function matches(text: ForeignKeyText | undefined, { foreignTable, columns }: ForeignKeyRow): boolean {
  return (
    text !== undefined &&
    sameName(text.foreignTable, foreignTable) &&
    text.columns.length === columns.length &&
    text.columns.every((name, at) => sameName(name, columns[at] ?? ''))
  );
}

const realName = ({ columns }: TableFacts, given: string): string =>
  columns.find(({ name }) => sameName(name, given))?.name ?? given;

/** The columns that a key points at: those it names, or the primary key. */
function targetColumns(foreign: TableFacts, { columns, foreignColumns }: ForeignKeyRow): string[] | undefined {
  if (foreignColumns.length > 0) return foreignColumns.map((name) => realName(foreign, name));
  const key = foreign.columns.filter((column) => column.key > 0).sort((a, b) => a.key - b.key);
  return key.length === columns.length ? key.map(({ name }) => name) : undefined;
}

/** Only such columns SQLite lets a key point at; with others, every change of a row fails. */
function isKey({ columns, indexes }: TableFacts, target: readonly string[]): boolean {
  const keys = [
    columns.filter(({ key }) => key > 0).map(({ name }) => name),
    ...indexes
      .filter(({ unique, partial }) => unique && !partial)
      .map((index) => index.columns.map(({ name }) => name)),
  ];
  return keys.some((key) => key.length === target.length && target.every((name) => key.includes(name)));
}

const sqlOf = ({ columns, foreignTable, foreignColumns }: ForeignKeyRow): string =>
  `(${columns.join(', ')}) REFERENCES ${foreignTable}${foreignColumns.length === 0 ? '' : ` (${foreignColumns.join(', ')})`}`;

const ACTIONS: Readonly<Record<string, ReferentialAction>> = {
  CASCADE: 'CASCADE',
  RESTRICT: 'RESTRICT',
  'SET NULL': 'SET NULL',
  'SET DEFAULT': 'SET DEFAULT',
};

const actionOf = (word: string): ReferentialAction | undefined => ACTIONS[word.toUpperCase()];

/** DEFERRABLE alone changes nothing: SQLite checks at the end of a transaction only what is INITIALLY DEFERRED. */
function deferralOf(text: ForeignKeyText | undefined): ReadonlyMap<string, string> {
  if (text?.deferrable !== true) return NO_PARAMETERS;
  return new Map([[text.deferred ? 'initiallyDeferred' : 'deferrable', 'true']]);
}
