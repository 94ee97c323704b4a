import { tsDocText, tsKey, tsString } from '../../languages/typescript/literal.js';
import { descendants, furtherClasses } from '../../model/inheritance.js';
import type { InheritanceClass, Table } from '../../model/model.js';
import type { BaseColumn } from './base-column.js';
import { TsFile } from './file.js';
import { fileName, ownType, RUNTIME } from './names.js';

/** A key of a class as its property has it. */
function keyOf({ value }: BaseColumn, key: string): string {
  if (value.type === 'number') return String(BigInt(key));
  return value.type === 'bigint' ? `${String(BigInt(key))}n` : tsString(key);
}

/** What a property can hold that tells the class of a row. */
export const CLASS_KEY_TYPES: ReadonlySet<string> = new Set(['integer', 'text', 'enum']);

/** Whether a column tells the class of a row: nobody changes it in an object. */
export const isDiscriminator = ({ inheritance }: Table, { column }: BaseColumn): boolean =>
  inheritance?.column === column;

/** The table's own class, where its rows have a key. */
const ownClass = ({ inheritance, className }: Table): InheritanceClass | undefined =>
  inheritance?.classes.find((each) => each.className === className);

/** Whether all classes know what a column has, so that nobody has to give it. */
export const isSetByClass = (table: Table, each: BaseColumn): boolean =>
  isDiscriminator(table, each) && (table.abstract || ownClass(table) !== undefined);

/** `inheritance` of a table map. Classes are loaded when rows are read: they import the one they extend. */
export function inheritanceLines(table: Table, columns: readonly BaseColumn[], extension: string): readonly string[] {
  const column = columns.find((each) => isDiscriminator(table, each));
  if (column === undefined) return [];
  return [
    '  inheritance: {',
    `    column: ${String(column.position)},`,
    ...(table.abstract ? ['    abstract: true,'] : []),
    '    classes: [',
    ...furtherClasses(table).map((child) => `      [${keyOf(column, child.key)}, ${loading(child, extension)}],`),
    '    ],',
    '  },',
  ];
}

const loading = (child: InheritanceClass, extension: string): string =>
  `async () => (await import('../${fileName(child)}${extension}')).${child.className}`;

/** The key that new rows of the table's own class get. */
export function ownKeyLines(table: Table, columns: readonly BaseColumn[]): readonly string[] {
  const column = columns.find((each) => isDiscriminator(table, each));
  const own = ownClass(table);
  if (column === undefined) return [];
  return [
    '  /** @internal */',
    `  static readonly $classKey: unknown = ${own ? keyOf(column, own.key) : 'undefined'};`,
    '',
  ];
}

/** The base classes of a class of single-table inheritance: what tells its rows from others. */
export function printInheritedFile(
  table: Table,
  child: InheritanceClass,
  columns: readonly BaseColumn[],
  extension: string,
): string {
  const column = columns.find((each) => isDiscriminator(table, each));
  if (column === undefined) throw new Error(`${table.name} has no column that tells classes apart`);
  const file = new TsFile();
  const parent = child.extends ?? table.className;
  const module = `../${fileName({ className: parent })}${extension}`;
  const keys = descendants(table, child).map(({ key }) => keyOf(column, key));
  const own = `import('../${fileName(child)}${extension}').${child.className}`;
  const about = `"${tsDocText(table.name)}" of the class ${child.className}`;
  return file.print([
    `/** A row of the table ${about}. */`,
    `export abstract class ${child.className}Base extends ${file.use(module, parent)} {`,
    '  /** @internal */',
    `  static override readonly $classKey: unknown = ${keyOf(column, child.key)};`,
    '',
    `  declare readonly ${tsKey(column.property)}: ${keys.join(' | ')};`,
    '}',
    '',
    `/** Finds and changes rows of the table ${about}, and of those that extend it. */`,
    `export abstract class ${child.className}QueryBase<R> extends ${file.use(module, `${parent}Query`)}<R> {`,
    '  constructor() {',
    '    super();',
    `    this.$ofClasses([${keys.join(', ')}]);`,
    '  }',
    '',
    `  static override create(this: new () => ${own}Query): ${own}Query;`,
    `  static override create<Q extends ${ownType(table, extension, 'Query')}>(this: new () => Q): Q;`,
    '  static override create(this: new () => unknown): unknown {',
    '    return new this();',
    '  }',
    '',
    '  /** @internal */',
    `  override async $model(): Promise<${file.type(RUNTIME, 'ModelClass')}> {`,
    `    return (await import('../${fileName(child)}${extension}')).${child.className};`,
    '  }',
    '}',
  ]);
}
