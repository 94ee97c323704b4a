import { type XmlNode, xmlNode } from '../support/xml-tree.js';
import { isPlain } from './random-words.js';
import type { Tape } from './tape.js';

/** What checks and expressions need to know of a column. */
interface RuledColumn {
  readonly name: string;
  readonly type: { readonly type: string };
  readonly node: XmlNode;
}

/** Columns that an expression can name without quotes on every vendor, and that no vendor numbers. */
const nameable = (columns: readonly RuledColumn[]): readonly RuledColumn[] =>
  columns.filter(
    ({ name, type, node }) =>
      isPlain(name) &&
      (type.type === 'INTEGER' || type.type === 'BIGINT' || type.type === 'SMALLINT') &&
      node.attributes['primaryKey'] === undefined &&
      node.attributes['generatedExpr'] === undefined,
  );

/** Checks of columns that no foreign key changes. */
export function randomChecks(tape: Tape, columns: readonly RuledColumn[], number: () => number): XmlNode[] {
  const usable = nameable(columns);
  if (usable.length === 0 || !tape.chance(35)) return [];
  return tape.times(1, 2, () => {
    const { name } = tape.pick(usable);
    const expression = tape.pick([
      `${name} > -5`,
      `${name} IS NULL OR ${name} < 100`,
      `${name} BETWEEN 1 AND 9`,
      `(${name} <> 4)`,
      `${name} + 1 > 0 AND NOT (${name} = 7)`,
      `${name} IN (1, 2, 3)`,
    ]);
    return xmlNode('check', { name: tape.maybe(50, () => `check ${number()}`), expression });
  });
}

/** A column that the database works out from another one. */
export function randomGenerated(tape: Tape, columns: readonly RuledColumn[], number: () => number): XmlNode[] {
  const usable = nameable(columns);
  if (usable.length === 0 || !tape.chance(15)) return [];
  const { name, type } = tape.pick(usable);
  const generatedExpr = tape.pick([`${name} + 1`, `${name} * 2`, `abs(${name})`]);
  return [xmlNode('column', { name: `worked_out_${number()}`, type: type.type, generatedExpr })];
}

/** Name and order of a composite primary key. */
export function randomPrimaryKey(tape: Tape, key: readonly RuledColumn[], number: () => number): XmlNode[] {
  if (key.length < 2 || !tape.chance(40)) return [];
  const columns = [...key].reverse().map(({ name }) => xmlNode('primary-key-column', { name }));
  return [xmlNode('primary-key', { name: tape.maybe(50, () => `key of ${number()}`) }, columns)];
}
