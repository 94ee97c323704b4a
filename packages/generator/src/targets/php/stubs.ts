import { tableClasses } from './classes.js';
import type { TableContext } from './context.js';
import { classPath, docText, joinName, PhpFile } from './file.js';
import { inheritedClass } from './inheritance.js';

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
  const table_ = docText(table.name);
  const stubs: Stub[] = [
    {
      namespace: table.php.namespace,
      name: shortName(classes.model),
      parent: classes.baseModel,
      abstract: table.abstract,
      about: `A row of the table "${table_}".`,
    },
    {
      namespace: table.php.namespace,
      name: shortName(classes.query),
      parent: classes.baseQuery,
      abstract: false,
      about: `Finds and changes rows of the table "${table_}".`,
    },
    ...childStubs(context),
  ];
  return [
    ...stubs.map((stub) => ({ path: classPath(stub.namespace, stub.name), content: printStub(stub) })),
    ...interfaceStub(context),
  ];
}

/** Interfaces that PHP has: a table that names one has no interface of its own. */
const INTERFACES_OF_PHP = new Set(
  ['ArrayAccess', 'Countable', 'Iterator', 'IteratorAggregate', 'JsonSerializable', 'Stringable', 'Traversable'].map(
    (name) => name.toLowerCase(),
  ),
);

/** A bare name is an interface in the table's namespace, which is yours: it is written once, as classes are. */
const isOwnInterface = (name: string): boolean => !name.includes('\\') && !INTERFACES_OF_PHP.has(name.toLowerCase());

/** The interface that the model class implements, with its namespace. */
export function tableInterface({ table }: TableContext): string | undefined {
  const name = table.php.interface;
  if (name === undefined) return undefined;
  return isOwnInterface(name) ? joinName(table.php.namespace, name) : name.replace(/^\\/, '');
}

function interfaceStub({ table }: TableContext): StubFile[] {
  const { interface: name, namespace } = table.php;
  if (name === undefined || !isOwnInterface(name)) return [];
  const content = new PhpFile(namespace, name).print(
    [
      '/**',
      ` * What ${table.className} implements. Add your own methods here: orm writes this file once and never again.`,
      ' */',
      `interface ${name}`,
      '{',
      '}',
    ],
    { owned: false },
  );
  return [{ path: classPath(namespace, name), content }];
}

/** The classes of single-table inheritance, each with a query of its own. */
function childStubs(context: TableContext): Stub[] {
  const { table, naming, classes } = context;
  const known = table.inheritance?.classes ?? [];
  const where = docText(table.inheritance?.column.name ?? '');
  return known
    .filter(({ className }) => inheritedClass(context, className) !== classes.model)
    .flatMap(({ key, className, extends: parent }) => {
      const child = tableClasses({ ...table, className: className }, naming);
      const sibling = known.some((each) => each.className === parent);
      const rows = `of the table "${docText(table.name)}" whose ${where} is "${docText(key)}"`;
      return [
        {
          namespace: table.php.namespace,
          name: shortName(child.model),
          parent:
            parent === undefined
              ? classes.model
              : sibling
                ? inheritedClass(context, parent)
                : parentClass(context, parent),
          abstract: false,
          about: `A row ${rows}.`,
        },
        {
          namespace: table.php.namespace,
          name: shortName(child.query),
          parent: child.baseQuery,
          abstract: false,
          about: `Finds and changes rows ${rows}.`,
        },
      ];
    });
}

/** A class that the schema names without knowing it: with its namespace, or in the table's. */
function parentClass({ table }: TableContext, name: string): string {
  return name.includes('\\') ? name.replace(/^\\/, '') : joinName(table.php.namespace, name);
}

const shortName = (className: string): string => className.slice(className.lastIndexOf('\\') + 1);

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
