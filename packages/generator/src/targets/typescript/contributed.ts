import { contributionsOf } from '../../behaviors/contributions.js';
import type { CallArgument, ContributedMethod, MethodParameter, MethodType } from '../../behaviors/methods.js';
import { sortableOf } from '../../behaviors/sortable/list.js';
import { tsDocText, tsString } from '../../languages/typescript/literal.js';
import type { Table } from '../../model/model.js';
import type { BaseColumn } from './base-column.js';
import type { TsFile } from './file.js';
import { ownType, RUNTIME, tableConstant } from './names.js';

/** A class that methods of behaviors are printed into. */
export interface ContributedInto {
  readonly table: Table;
  readonly file: TsFile;
  readonly extension: string;
  readonly columns: readonly BaseColumn[];
}

/** The class of the runtime that a class of the table extends: a behavior may bring one of its own. */
export function runtimeParent({ table, file }: ContributedInto, on: 'model' | 'query'): string {
  const isSortable = sortableOf(table) !== undefined;
  if (on === 'query') return file.use(RUNTIME, isSortable ? 'SortableQuery' : 'ModelQuery');
  const [reading, writing] = isSortable ? ['ReadOnlySortable', 'SortableModel'] : ['ReadOnlyModel', 'Model'];
  return file.use(RUNTIME, table.readOnly ? reading : writing);
}

/** What tells a class its table. */
export const tableGetter = ({ table, file }: Pick<ContributedInto, 'table' | 'file'>): readonly string[] => [
  '  /** @internal */',
  `  override get $table(): ${file.type(RUNTIME, 'TableMap')}<${tsString(table.className)}> {`,
  `    return ${tableConstant(table)};`,
  '  }',
];

/** Names of the methods of behaviors in a query class. */
export const contributedNames = (table: Table): readonly string[] =>
  contributionsOf(table).methods.flatMap(({ on, name }) => (on === 'query' ? [name] : []));

/** The methods that behaviors contribute to a class. */
export function contributedMethods(into: ContributedInto, on: 'model' | 'query'): readonly string[] {
  return contributionsOf(into.table)
    .methods.filter((each) => each.on === on && each.body.does !== 'inherit')
    .flatMap((each) => [
      ...printed(into, each),
      // What is named both as a method of queries and of the class is both.
      ...(each.both === true ? printed(into, { ...each, static: false }) : []),
    ]);
}

function printed(into: ContributedInto, method: ContributedMethod): readonly string[] {
  const { table } = into;
  const isStatic = method.static === true;
  const owner = isStatic
    ? [`this: new () => ${into.file.type(RUNTIME, 'ListQueries')}<${ownType(table, into.extension)}>`]
    : [];
  const parameters = [...owner, ...parametersOf(into, method)].join(', ');
  const head = `${isStatic ? 'static ' : ''}${method.name}(${parameters}): ${returnType(into, method)}`;
  return [
    '',
    `  /** ${tsDocText(method.doc)} */`,
    `  ${head} {`,
    ...bodyLines(into, method).map((line) => `    ${line}`),
    '  }',
  ];
}

const isConnection = ({ name }: MethodParameter): boolean => name === 'con';

/** The values of a scope that may be left out, and a connection behind them: told apart while they run. */
function openParameters({ parameters, body }: ContributedMethod): readonly MethodParameter[] {
  const names = body.does !== 'call' ? [] : body.arguments.flatMap((each) => (each.is === 'list' ? each.names : []));
  return parameters.filter(({ name, default: fallback }) => names.includes(name) && fallback !== undefined);
}

function parametersOf(into: ContributedInto, method: ContributedMethod): readonly string[] {
  const open = openParameters(method);
  const con = `con?: ${into.file.type(RUNTIME, 'Connection')}`;
  const takesConnection = method.parameters.some(isConnection);
  const written = method.parameters.flatMap((each) => {
    if (open.includes(each)) return [];
    if (isConnection(each)) return open.length > 0 ? [] : [con];
    const type = tsType(into, method, each.type, 'accepts');
    return [
      each.default === undefined || each.default === null
        ? `${each.name}: ${type}`
        : `${each.name}: ${type} = ${tsString(each.default)}`,
    ];
  });
  if (open.length === 0) return written;
  const end = takesConnection ? [con] : [];
  // One form for each number of values that are given.
  const forms = [...open, undefined].map((_, count) => {
    const values = open.slice(0, count).map((each) => `${each.name}: ${tsType(into, method, each.type, 'accepts')}`);
    return `[${[...values, ...end].join(', ')}]`;
  });
  return [...written, `...args: ${forms.join(' | ')}`];
}

function returnType(into: ContributedInto, method: ContributedMethod): string {
  const type = tsType(into, method, method.returns, 'returns');
  return method.parameters.some(isConnection) ? `Promise<${type}>` : type;
}

function tsType(
  into: ContributedInto,
  method: ContributedMethod,
  type: MethodType,
  side: 'accepts' | 'returns',
): string {
  const { file, table, columns, extension } = into;
  switch (type.is) {
    case 'void':
    case 'boolean':
      return type.is;
    case 'string':
      // The only texts that behaviors take are directions.
      return file.type(RUNTIME, 'Order');
    case 'integer':
      return 'number';
    case 'self':
    case 'query':
      return 'this';
    case 'connection':
      return file.type(RUNTIME, 'Connection');
    case 'model': {
      // A query may find more than plain objects.
      if (method.on === 'query' && method.static !== true) return 'R';
      return ownType(table, extension);
    }
    case 'collection':
      return `${tsType(into, method, { is: 'model' }, side)}[]`;
    case 'column':
      return columns.find(({ column }) => column === type.column)?.value.type ?? 'never';
    case 'runtime':
      return file.type(RUNTIME, type.name.split('.').at(-1) ?? type.name);
    case 'nullable':
      return `${tsType(into, method, type.of, side)} | null`;
    case 'list': {
      const of = tsType(into, method, type.of, side);
      const items = of.includes(' ') && !of.startsWith('[') ? `(${of})[]` : `${of}[]`;
      return side === 'accepts' ? `readonly ${items}` : items;
    }
    case 'tuple': {
      const tuple = `[${type.of.map((each) => tsType(into, method, each, side)).join(', ')}]`;
      return side === 'accepts' ? `readonly ${tuple}` : tuple;
    }
    case 'by-key': {
      const key = columns.filter(({ column }) => column.primaryKey).map(({ value }) => value.type);
      const one = key.length === 1 ? key.join('') : `readonly [${key.join(', ')}]`;
      return `Iterable<readonly [key: ${one}, ${tsType(into, method, type.of, side)}]>`;
    }
  }
}

function bodyLines(into: ContributedInto, method: ContributedMethod): readonly string[] {
  const { body } = method;
  const property = (column: BaseColumn['column']): string =>
    `this.${into.columns.find((each) => each.column === column)?.property ?? ''}`;
  switch (body.does) {
    case 'inherit':
      return [];
    case 'get': {
      const values = body.columns.map(property);
      return [`return ${values.length === 1 ? values.join('') : `[${values.join(', ')}]`};`];
    }
    case 'set': {
      const given = method.parameters[0]?.name ?? '';
      const [only] = body.columns;
      const lines =
        body.columns.length === 1 && only !== undefined
          ? [`${property(only)} = ${given};`]
          : [`[${body.columns.map(property).join(', ')}] = ${given};`];
      return [...lines, 'return this;'];
    }
    case 'call': {
      const owner = method.static === true ? 'new this()' : 'this';
      const values = body.arguments.flatMap((each) => argument(each, method));
      return [`return ${owner}.$${body.operation}(${values.join(', ')});`];
    }
  }
}

function argument(given: CallArgument, method: ContributedMethod): readonly string[] {
  const open = openParameters(method);
  switch (given.is) {
    case 'parameter':
      return given.name === 'con' && open.length > 0 ? [] : [given.name];
    case 'constant':
      return [String(given.value)];
    case 'list': {
      const fixed = given.names.filter((name) => !open.some((each) => each.name === name));
      if (open.length === 0) return [`[${fixed.join(', ')}]`];
      return [fixed.length === 0 ? 'args' : `[${[...fixed, '...args'].join(', ')}]`];
    }
  }
}
