import type { Random } from '../reverse/alters/random.js';
import type { ExecutedAdapter } from '../support/engines.js';
import { type XmlNode, xmlNode } from '../support/xml-tree.js';
import { CONSTRAINT_PLANTS } from './constraint-plants.js';
import { add, foreignKey } from './planting.js';
import type { OwnValue } from './rows.js';
import { VALUE_PLANTS } from './value-plants.js';

const SOWERS = [...CONSTRAINT_PLANTS, ...VALUE_PLANTS];

/** A change of a schema, and rows that are right before it and wrong after it. */
export interface Plant {
  readonly kind: string;
  /** The schema before the change, with the columns that the rows need. */
  readonly before: XmlNode;
  readonly after: XmlNode;
  /** The table that the rows are in. */
  readonly table: string;
  readonly values: OwnValue;
  /** Columns of it, with values that let every row stay. */
  readonly remedy: Readonly<Record<string, string>>;
}

/** Kinds of plants that a vendor can have. */
export const plantKinds = (adapter: ExecutedAdapter): readonly string[] =>
  SOWERS.filter(([, adapters]) => adapters.includes(adapter)).map(([kind]) => kind);

/** Engines of MySQL without foreign keys: nothing points at the rows that are planted beside the table. */
const hasNoKeys = ({ children }: XmlNode): boolean =>
  children.some(({ children: parameters }) =>
    parameters.some(
      ({ attributes }) => /^engine$/i.test(attributes['name'] ?? '') && !/^innodb$/i.test(attributes['value'] ?? ''),
    ),
  );

/** A schema with something planted into one of its tables, or nothing where it has none. */
export function planted(random: Random, tree: XmlNode, kind: string): Plant | undefined {
  const sow = SOWERS.find(([own]) => own === kind)?.[2];
  const before = structuredClone(tree);
  const tables = before.children.filter(({ name, attributes }) => name === 'table' && !('columnPrefix' in attributes));
  if (sow === undefined || tables.length === 0) return undefined;
  const table = random.of(tables);
  const seed = sow(random);
  if (seed.beside !== undefined && hasNoKeys(table)) return undefined;
  for (const attributes of seed.columns) {
    const phpName = `Planted${attributes['name'] === 'other' ? 'Other' : ''}`;
    add(() => xmlNode('column', { ...attributes, phpName }))(table);
  }
  // Rows of the table may point at it.
  if (seed.beside !== undefined) before.children.unshift(structuredClone(seed.beside));
  if (kind === 'another parent') foreignKey('planted_parent', ['planted', 'id'])(table);
  const at = before.children.indexOf(table);
  const after = structuredClone(before);
  const changed = after.children[at];
  if (changed === undefined) return undefined;
  seed.change(changed, after);
  for (const child of changed.children) if (child.attributes['size'] === '') delete child.attributes['size'];
  const prefix = before.attributes['tablePrefix'] ?? '';
  const isKeyed = kind === 'primary key of less';
  const name = `${prefix}${isKeyed ? 'planted_keyed' : (table.attributes['name'] ?? '')}`;
  return {
    kind,
    before,
    after,
    table: name,
    values: (owner, own, number) => {
      if (isKeyed && owner === name) return own === 'a' ? '1' : String(number);
      return owner === name ? seed.rows[number - 1]?.[own] : undefined;
    },
    remedy: seed.remedy,
  };
}
