import { tsDocText } from '../../languages/typescript/literal.js';
import type { Table } from '../../model/model.js';
import { fileName } from './names.js';

/** The two classes of a table that are the user's: written once. */
export function printStubFile(table: Table, extension: string): string {
  const { className } = table;
  return [
    `import { ${className}Base, ${className}QueryBase } from './base/${fileName(table)}${extension}';`,
    '',
    `/** A row of the table "${tsDocText(table.name)}". Add your own methods here: orm writes this file once and never again. */`,
    `export class ${className} extends ${className}Base {}`,
    '',
    `/** Finds and changes rows of the table "${tsDocText(table.name)}". Yours, too. */`,
    `export class ${className}Query<R = ${className}> extends ${className}QueryBase<R> {}`,
    '',
  ].join('\n');
}
