import { phpString } from '../../languages/php/literal.js';
import type { InheritanceClass } from '../../model/model.js';
import { tableClasses } from './classes.js';
import { maskOf, maskProperties, type TableContext } from './context.js';
import { type ModelColumn, type ModelPrinter, method } from './model-printer.js';
import { constantOf } from './relations/links.js';

/** A class of single-table inheritance, with its namespace. */
export function inheritedClass({ table, naming }: TableContext, phpName: string): string {
  return tableClasses({ ...table, className: phpName }, naming).model;
}

/** The classes of a table, the most special first: `instanceof` has to ask for them before those they extend. */
function specialFirst(classes: readonly InheritanceClass[]): readonly InheritanceClass[] {
  const depth = (each: InheritanceClass, seen: readonly InheritanceClass[] = []): number => {
    const parent = classes.find(({ className }) => className === each.extends);
    return parent === undefined || seen.includes(parent) ? 0 : 1 + depth(parent, [...seen, each]);
  };
  return [...classes].sort((left, right) => depth(right) - depth(left));
}

/** `new Essay()` knows its class key. */
export function inheritanceConstructor(printer: ModelPrinter): string[] {
  const { table, file, classes } = printer;
  const discriminator = printer.columns.find(({ column }) => column === table.inheritance?.column);
  if (table.inheritance === undefined || discriminator === undefined) return [];
  const keyOf = (key: string): string => constantOf(discriminator, key, file, printer.valueOf);
  const { property, position } = discriminator;
  const mask = maskOf(position);
  const own = table.inheritance.classes.find(({ className }) => inheritedClass(printer, className) === classes.model);
  const arms = specialFirst(table.inheritance.classes)
    .filter((each) => each !== own)
    .map(({ key, className }) => {
      const child = file.use(inheritedClass(printer, className), 'Child');
      return `    $this instanceof ${child} => ${keyOf(key)},`;
    });
  const lines = [
    '$key = match (true) {',
    ...arms,
    `    default => ${own === undefined ? 'null' : keyOf(own.key)},`,
    '};',
  ];
  const set = [`$this->${property} = $key;`, `$this->${mask.property} |= ${mask.bit};`];
  const body =
    own === undefined
      ? [...lines, 'if ($key !== null) {', ...set.map((line) => `    ${line}`), '}']
      : [...lines, ...set];
  return method('public function __construct()', body);
}

/** The statement that makes the object of a row: of the class that the discriminator says, else of the table's own. */
export function instanceOf(printer: ModelPrinter): string[] {
  const { table, file, model } = printer;
  if (table.inheritance === undefined) return [`$object = new ${model}();`];
  const row = printer.columns.filter(({ column }) => !column.lazyLoad);
  const at = row.findIndex(({ column }) => column === table.inheritance?.column);
  const discriminator = row[at];
  const own = inheritedClass(printer, table.className);
  const arms = table.inheritance.classes
    .filter(({ className }) => table.abstract || inheritedClass(printer, className) !== own)
    .filter(({ className }) => !(table.abstract && inheritedClass(printer, className) === own))
    .map(
      ({ key, className }) =>
        `    ${phpString(inRow(discriminator, key))} => new ${file.use(inheritedClass(printer, className), 'Child')}(),`,
    );
  const unknown = `No class of the table "${table.name}" has the key of this row in "${table.inheritance.column.name}", and ${table.className} is abstract: add an <inheritance> for it to the schema.`;
  const other = table.abstract
    ? `throw new ${file.use('Orm\\Runtime\\Exception\\OrmException')}(${phpString(unknown)})`
    : `new ${model}()`;
  return [
    `$object = match ((string) $row[${at}]) {`,
    ...arms,
    `    default => ${other},`,
    '};',
    // The constructor has set the class key, which the row has anyway.
    ...maskProperties(table).map((name) => `$object->${name} = 0;`),
  ];
}

/** A class key as it stands in the row. */
function inRow(discriminator: ModelColumn | undefined, key: string): string {
  if (discriminator?.storage.form.kind !== 'index') return key;
  return String(discriminator.column.valueSet.indexOf(key));
}

/** A table whose class is abstract and has no others: its rows cannot become objects. */
export function isNeverMade({ table }: ModelPrinter): boolean {
  return table.abstract && table.inheritance === undefined;
}
