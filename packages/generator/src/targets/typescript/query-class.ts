import { tsDocText, tsKey, tsString } from '../../languages/typescript/literal.js';
import type { Table } from '../../model/model.js';
import type { TableStatements } from '../../plan/table.js';
import type { BaseColumn } from './base-column.js';
import { contributedMethods, contributedNames, runtimeParent, tableGetter } from './contributed.js';
import type { TsFile } from './file.js';
import { lazyType } from './lazy.js';
import { ownType, parameterName, RUNTIME } from './names.js';
import { columnMethods } from './query-columns.js';
import { relationMethods } from './relations/query.js';

export interface QueryPrinter {
  readonly statements: TableStatements;
  readonly extension: string;
  readonly file: TsFile;
  readonly columns: readonly BaseColumn[];
}

/** `<Name>QueryBase`: typed methods for the columns of a table over the runtime's `ModelQuery`. */
export function queryClass(printer: QueryPrinter): readonly string[] {
  const { statements, file, columns, extension } = printer;
  const { table } = statements;
  const own = ownType(table, extension, 'Query');
  const into = { table, file, extension, columns };
  const taken = new Set([...KEY_METHODS, ...contributedNames(table)]);
  const claim = (name: string): boolean => !taken.has(name) && taken.add(name).has(name);
  return [
    ...queryTypes(printer),
    `/** Finds and changes rows of the table "${tsDocText(table.name)}". */`,
    `export abstract class ${table.className}QueryBase<R> extends ${runtimeParent(into, 'query')}<R> {`,
    // The same class first: the compiler would compare all methods of two queries to find that out.
    `  static create(this: typeof ${own}): ${own};`,
    `  static create<Q extends ${own}>(this: new () => Q): Q;`,
    '  static create(this: new () => unknown): unknown {',
    '    return new this();',
    '  }',
    '',
    ...tableGetter(into),
    ...keyMethods(printer),
    ...columnMethods(columns, file, claim),
    ...relationMethods({ table, extension, file, claim }),
    ...rowMethods(printer),
    ...contributedMethods(into, 'query'),
    '}',
  ];
}

/** What columns of that name cannot have for themselves. */
const KEY_METHODS: readonly string[] = ['filterByPrimaryKey', 'filterByPrimaryKeys'];

/** The columns that can be selected, and those that an update can set. */
function queryTypes({ statements: { table, generated }, file, columns }: QueryPrinter): readonly string[] {
  const names = `type Column = ${columns.map(({ property }) => tsString(property)).join(' | ')};`;
  if (table.readOnly) return [names, ''];
  const settable = columns.filter(({ position }) => position !== generated?.column.position);
  const expression = settable.length === 0 ? '' : file.type(RUNTIME, 'SqlExpression');
  return [
    names,
    '',
    `/** What an update of many rows of "${tsDocText(table.name)}" sets. */`,
    'interface Changes {',
    ...settable.map(({ property, type }) => `  readonly ${tsKey(property)}?: ${type} | ${expression};`),
    '}',
    '',
  ];
}

function keyMethods({ statements: { table }, file, columns }: QueryPrinter): readonly string[] {
  const key = columns.filter(({ column }) => column.primaryKey);
  const [only] = key;
  if (only === undefined) return [];
  const con = `con?: ${file.type(RUNTIME, 'Connection')}`;
  const parameters = key.map(({ column, value }) => `${parameterName(column)}: ${value.type}`).join(', ');
  const values = `[${key.map(({ column }) => parameterName(column)).join(', ')}]`;
  const single = key.length === 1;
  const one = single ? only.value.type : `readonly [${parameters}]`;
  const many = one.includes(' ') ? `readonly (${one})[]` : `readonly ${one}[]`;
  const wrapped = single ? 'keys.map((key) => [key])' : 'keys';
  return [
    '',
    '  /** The row of a primary key. */',
    `  findPk(${parameters}, ${con}): Promise<R | null> {`,
    `    return this.$findKey(${values}, con);`,
    '  }',
    '',
    `  requirePk(${parameters}, ${con}): Promise<R> {`,
    `    return this.$requireKey(${values}, con);`,
    '  }',
    '',
    `  findPks(keys: ${many}, ${con}): Promise<R[]> {`,
    `    return this.copy().and().$filterKeys(${wrapped}).find(con);`,
    '  }',
    '',
    `  filterByPrimaryKey(${parameters}): this {`,
    single
      ? `    return this.$filter(${String(only.position)}, ${parameterName(only.column)});`
      : `    return this.$filterKeys([${values}]);`,
    '  }',
    '',
    `  filterByPrimaryKeys(keys: ${many}): this {`,
    `    return this.$filterKeys(${wrapped});`,
    '  }',
    '',
    '  /** Leaves the row of an object out. */',
    `  prune(object: ${table.className}Base): this {`,
    `    return this.$filterKeys([[${key.map(({ property }) => `object.${property}`).join(', ')}]], true);`,
    '  }',
  ];
}

function rowMethods({ statements: { table, lists }, file, columns }: QueryPrinter): readonly string[] {
  const selection = file.type(RUNTIME, 'Selection');
  return [
    '',
    '  /** Reads some columns instead of objects. Call it behind conditions and order. */',
    `  select<K extends Column>(...columns: readonly [K, ...K[]]): ${selection}<Pick<${table.className}Base${lazyType(columns)}, K>> {`,
    '    return this.$select(columns);',
    '  }',
    ...(table.readOnly ? [] : writingMethods(table, file, lists !== undefined)),
  ];
}

function writingMethods(table: Table, file: TsFile, isListed: boolean): readonly string[] {
  const con = `con?: ${file.type(RUNTIME, 'Connection')}`;
  const [option, options] = isListed ? [`, options?: ${file.type(RUNTIME, 'ListUpdate')}`, ', options'] : ['', ''];
  return [
    '',
    '  /** The first row; when there is none, one is inserted. */',
    `  findOneOrCreate(init: ${table.className}Init, ${con}): Promise<R> {`,
    '    return this.$findOrCreate(init, con);',
    '  }',
    '',
    '  /** Sets columns of all rows of the query with one statement; gives their number. */',
    `  update(values: Changes, ${con}${option}): Promise<number> {`,
    `    return this.$update(values, con${options});`,
    '  }',
    '',
    '  /** Deletes the rows of the query, which must have a condition; gives their number. */',
    `  delete(${con}): Promise<number> {`,
    '    return this.$deleteFound(con);',
    '  }',
    '',
    '  /** Deletes all rows that its class can find, whatever the query asks for; gives their number. */',
    `  deleteAll(${con}): Promise<number> {`,
    '    return this.$deleteAll(con);',
    '  }',
  ];
}
