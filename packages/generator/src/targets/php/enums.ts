import { phpString } from '../../languages/php/literal.js';
import type { Column, Table } from '../../model/model.js';
import type { ClassNaming } from './classes.js';
import { docText, joinName, PhpFile } from './file.js';

/** A PHP enum made from the labels of a column. */
export interface EnumClass {
  readonly column: Column;
  readonly namespace: string;
  readonly name: string;
  readonly cases: readonly EnumCase[];
}

export interface EnumCase {
  /** Empty when no letter or digit of the label is left for it. */
  readonly name: string;
  readonly label: string;
}

/** True for a column whose values are cases of a generated enum: ENUM and SET, unless `phpType="string"`. */
export function hasEnum(column: Column): boolean {
  return (
    (column.family === 'enum' || column.family === 'set' || column.elementType === 'ENUM') &&
    column.php.phpType?.toLowerCase() !== 'string'
  );
}

/** The enum of a column with its namespace, or undefined when it has none. */
export function enumClassName(table: Table, column: Column, naming: ClassNaming): string | undefined {
  return hasEnum(column) ? joinName(enumNamespace(table), enumName(table, column, naming)) : undefined;
}

/** The enums of a table, in the order of its columns. Cases are in the order of the labels: it is what is stored. */
export function tableEnums(table: Table, naming: ClassNaming): EnumClass[] {
  return table.columns.filter(hasEnum).map((column) => ({
    column,
    namespace: enumNamespace(table),
    name: enumName(table, column, naming),
    cases: column.valueSet.map((label) => ({ name: caseName(label), label })),
  }));
}

const enumNamespace = (table: Table): string => joinName(table.php.namespace, 'Enum');

const enumName = (table: Table, column: Column, naming: ClassNaming): string =>
  naming.classPrefix + table.className + column.memberName;

/** Letters and digits, and the symbols beyond ASCII: PHP takes an emoji in a name. */
const WORD = /(?:[\p{L}\p{M}\p{N}]|[^\0-\x7f\p{P}\p{Z}\p{C}])+/gu;

/**
 * The name of a label's case: its words with capital letters, `sci-fi` → `SciFi`. A word keeps its case otherwise
 * (`USD`), unless the label is shouted as a whole (`IN_STOCK` → `InStock`). `18+` becomes `_18`.
 */
export function caseName(label: string): string {
  const words = label.match(WORD) ?? [];
  const isShouted = words.length > 1 && label === label.toUpperCase();
  const name = words
    .map((word) => {
      const [first = '', ...rest] = word;
      const tail = rest.join('');
      return first.toUpperCase() + (isShouted ? tail.toLowerCase() : tail);
    })
    .join('');
  return /^\p{N}/u.test(name) ? `_${name}` : name;
}

/** The file of an enum. */
export function printEnum(table: Table, { column, namespace, name, cases }: EnumClass): string {
  const about = column.description === undefined ? '' : docText(column.description);
  return new PhpFile(namespace, name).print(
    [
      '/**',
      ` * Labels of ${docText(`${table.name}.${column.name}`)}${about === '' ? '.' : `: ${about}`}`,
      ' */',
      `enum ${name}: string`,
      '{',
      ...cases.map((each) => `    case ${each.name} = ${phpString(each.label)};`),
      '}',
    ],
    { owned: true },
  );
}
