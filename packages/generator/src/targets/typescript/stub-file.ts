import { tsDocText } from '../../languages/typescript/literal.js';
import type { InheritanceClass, Table } from '../../model/model.js';
import { fileName } from './names.js';

/** The two classes of a table, or of one of the classes of its rows, that are the user's: written once. */
export function printStubFile(table: Table, extension: string, child?: InheritanceClass): string {
  const { className } = child ?? table;
  const rows = `of the table "${tsDocText(table.name)}"${child === undefined ? '' : ` whose ${tsDocText(table.inheritance?.column.name ?? '')} is "${tsDocText(child.key)}"`}`;
  return [
    `import { ${className}Base, ${className}QueryBase } from './base/${fileName({ className })}${extension}';`,
    '',
    `/** A row ${rows}. Add your own methods here: orm writes this file once and never again. */`,
    `export class ${className} extends ${className}Base {}`,
    '',
    `/** Finds and changes rows ${rows}. Yours, too. */`,
    `export class ${className}Query<R = ${className}> extends ${className}QueryBase<R> {}`,
    '',
  ].join('\n');
}
