import type { Random } from '../reverse/alters/random.js';
import type { ExecutedAdapter } from '../support/engines.js';
import { type XmlNode, xmlNode } from '../support/xml-tree.js';

/** Some columns of a table, what becomes of the table, and what the first three rows have in them. */
export interface Seed {
  readonly columns: readonly Readonly<Record<string, string>>[];
  readonly change: (table: XmlNode, root: XmlNode) => void;
  readonly rows: readonly Readonly<Record<string, string>>[];
  readonly remedy: Readonly<Record<string, string>>;
  /** A table that must be there before, too. */
  readonly beside?: XmlNode;
}

/** A kind of plant, the vendors that can have it, and how it is sown. */
export type Sower = readonly [kind: string, adapters: readonly ExecutedAdapter[], sow: (random: Random) => Seed];

export const ALL: readonly ExecutedAdapter[] = ['pgsql', 'mysql', 'sqlite'];
/** SQLite keeps no type to its size. */
export const TYPED: readonly ExecutedAdapter[] = ['pgsql', 'mysql'];

export const column = (table: XmlNode, name: string): XmlNode => {
  const found = table.children.find((child) => child.name === 'column' && child.attributes['name'] === name);
  if (found === undefined) throw new Error(`no column ${name}`);
  return found;
};

export const set =
  (name: string, attributes: Readonly<Record<string, string>>) =>
  (table: XmlNode): void => {
    Object.assign(column(table, name).attributes, attributes);
  };

export const add =
  (node: () => XmlNode) =>
  (table: XmlNode): void => {
    // The vocabulary wants columns first.
    if (node().name === 'column') table.children.unshift(node());
    else table.children.push(node());
  };

export const unique = (
  attributes: Readonly<Record<string, string>>,
  ...parts: readonly Readonly<Record<string, string>>[]
) =>
  add(() =>
    xmlNode(
      'unique',
      { name: 'planted_unique', ...attributes },
      parts.map((each) => xmlNode('unique-column', each)),
    ),
  );

export const foreignKey = (foreignTable: string, ...pairs: readonly (readonly [local: string, foreign: string])[]) =>
  add(() =>
    xmlNode(
      'foreign-key',
      { name: 'planted_key', foreignTable, phpName: 'PlantedParent', refPhpName: 'PlantedChild' },
      pairs.map(([local, foreign]) => xmlNode('reference', { local, foreign })),
    ),
  );

export const check = (expression: string) => add(() => xmlNode('check', { name: 'planted_check', expression }));

export const parent = (...columns: readonly Readonly<Record<string, string>>[]): XmlNode =>
  xmlNode(
    'table',
    { name: 'planted_parent', phpName: 'PlantedParentRow' },
    columns.map((each) => xmlNode('column', { ...each, primaryKey: 'true' })),
  );

/** One column, the change, the value that is in the way, and one that is not. */
export const one = (
  attributes: Readonly<Record<string, string>>,
  change: Seed['change'],
  wrong: string,
  right: string,
): Seed => ({
  columns: [{ name: 'planted', ...attributes }],
  change,
  rows: [{ planted: wrong }, { planted: right }, { planted: right }],
  remedy: { planted: right },
});

export const number = { type: 'INTEGER' };
export const text = { type: 'VARCHAR', size: '40' };
