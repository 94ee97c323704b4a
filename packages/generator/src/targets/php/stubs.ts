import type { Table } from '../../model/model.js';
import type { TableContext } from './context.js';
import { classPath, docText, joinName, PhpFile } from './file.js';

/** A file that is written once and then belongs to the user. */
export interface StubFile {
  readonly path: string;
  readonly content: string;
}

interface Stub {
  readonly namespace: string;
  readonly name: string;
  readonly parent: string;
  readonly abstract: boolean;
  readonly about: string;
}

/** The classes of a table where user code goes: model, query, and those of single-table inheritance. */
export function printStubs(context: TableContext): readonly StubFile[] {
  const { table, classes } = context;
  const name = (className: string): string => className.slice(className.lastIndexOf('\\') + 1);
  const table_ = docText(table.name);
  const stubs: Stub[] = [
    {
      namespace: table.namespace,
      name: name(classes.model),
      parent: classes.baseModel,
      abstract: table.abstract,
      about: `A row of the table "${table_}".`,
    },
    {
      namespace: table.namespace,
      name: name(classes.query),
      parent: classes.baseQuery,
      abstract: false,
      about: `Finds and changes rows of the table "${table_}".`,
    },
    ...childStubs(table, classes.model),
  ];
  return stubs.map((stub) => ({ path: classPath(stub.namespace, stub.name), content: printStub(stub) }));
}

function childStubs(table: Table, model: string): Stub[] {
  return (table.inheritance?.classes ?? [])
    .filter(({ phpName }) => joinName(table.namespace, phpName) !== model)
    .map(({ key, phpName, extends: parent }) => ({
      namespace: table.namespace,
      name: phpName,
      parent: parent === undefined ? model : joinName(table.namespace, parent),
      abstract: false,
      about: `A row of the table "${docText(table.name)}" whose ${docText(table.inheritance?.column.name ?? '')} is "${docText(key)}".`,
    }));
}

function printStub({ namespace, name, parent, abstract, about }: Stub): string {
  const file = new PhpFile(namespace, name);
  return file.print(
    [
      '/**',
      ` * ${about} Add your own methods here: orm writes this file once and never again.`,
      ' */',
      `${abstract ? 'abstract ' : ''}class ${name} extends ${file.use(parent, 'Base')}`,
      '{',
      '}',
    ],
    { owned: false },
  );
}
