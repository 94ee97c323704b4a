import { tsDocText, tsKey, tsString } from '../../languages/typescript/literal.js';
import type { Column, Table } from '../../model/model.js';
import { isCurrentTime } from '../../plan/current-time.js';
import type { Limit } from '../../plan/limit.js';
import { nodePlaceholders } from '../../plan/placeholders.js';
import type { TableStatements } from '../../plan/table.js';
import type { BaseColumn } from './base-column.js';
import { contributedMethods, runtimeParent, tableGetter } from './contributed.js';
import { TsFile } from './file.js';
import { hookDeclarations } from './hooks.js';
import { inheritanceLines, isDiscriminator, isSetByClass, ownKeyLines } from './inheritance.js';
import { isLazy, lazyMembers } from './lazy.js';
import { listLines } from './lists.js';
import {
  fileName,
  labelConstant,
  labelType,
  ownType,
  parameterName,
  propertyName,
  RUNTIME,
  tableConstant,
} from './names.js';
import { queryClass } from './query-class.js';
import { comparedKind } from './query-columns.js';
import { creatingMethods, draftClass, initTypes } from './relations/drafts.js';
import { relationLines } from './relations/map.js';
import { modelMethods } from './relations/methods.js';
import { hasRelations, relationsInterface } from './relations/types.js';
import { type TsValue, type TsValueSettings, tsValue, vendorModule } from './value.js';

/** The classes of a table that every build writes anew. */
export function printBaseFile(
  table: Table,
  statementsOf: (table: Table) => TableStatements,
  database: string,
  extension: string,
  settings: TsValueSettings,
): string {
  const statements = statementsOf(table);
  const file = new TsFile();
  const columns = baseColumns(statements, file, settings);
  const printer = { statements, statementsOf, database, extension, settings, file, columns };
  return file.print([
    ...labelTypes(printer),
    ...cells(printer),
    ...columnValues(printer),
    ...(table.readOnly ? [] : init(printer)),
    ...relationsInterface(table, extension),
    ...tableMap(printer),
    ...(table.readOnly ? [] : draftClass(printer)),
    ...model(printer),
    ...queryClass(printer),
  ]);
}

/** The columns of a table as its base file has them. */
export function baseColumns(
  statements: TableStatements,
  file: TsFile,
  settings: TsValueSettings,
): readonly BaseColumn[] {
  const { table } = statements;
  return statements.columns.map((planned): BaseColumn => {
    const value = tsValue(table, planned, statements.adapter, file, settings);
    if (value === undefined) throw new Error(`${table.name}.${planned.column.name} cannot be printed in TypeScript`);
    const type = planned.column.notNull ? value.type : `${value.type} | null`;
    const property = propertyName(planned.column);
    const valueName = isMade(value) ? `columnValues.${property}` : value.value;
    return { ...planned, property, value, type, valueName };
  });
}

interface BasePrinter {
  readonly statements: TableStatements;
  readonly statementsOf: (table: Table) => TableStatements;
  readonly database: string;
  readonly extension: string;
  readonly settings: TsValueSettings;
  readonly file: TsFile;
  readonly columns: readonly BaseColumn[];
}

function labelTypes({ statements: { table }, columns }: BasePrinter): string[] {
  return columns
    .filter(({ column }) => column.valueSet.length > 0)
    .flatMap(({ column }) => [
      `export type ${labelType(table, column)} = ${column.valueSet.map(tsString).join(' | ')};`,
      '',
      `export const ${labelConstant(table, column)}: readonly ${labelType(table, column)}[] = [${column.valueSet.map(tsString).join(', ')}];`,
      '',
    ]);
}

const isMade = ({ value }: TsValue): boolean => value.endsWith(')');

/** How values travel, for columns that have more to say of it than their type. */
function columnValues({ columns }: BasePrinter): string[] {
  const made = columns.filter(({ value }) => isMade(value));
  if (made.length === 0) return [];
  return [
    'const columnValues = {',
    ...made.map(({ property, value }) => `  ${tsKey(property)}: ${value.value},`),
    '};',
    '',
  ];
}

function cells({ columns, statements: { table } }: BasePrinter): string[] {
  const items = eager(columns).map(({ value, column }) => {
    const cell = column.notNull ? value.cell : `${value.cell} | null`;
    return `  ${parameterName(column)}: ${cell},`;
  });
  return [
    `/** A row of "${tsDocText(table.name)}" as the driver hands it over. */`,
    'type Cells = readonly [',
    ...items,
    '];',
    '',
  ];
}

/** What an object is made of before it has a row. */
function init(printer: BasePrinter): readonly string[] {
  const { columns, statements } = printer;
  const { table, generated } = statements;
  const given = columns.filter(
    (each) =>
      each.column.generated === undefined &&
      !isSetByClass(table, each) &&
      (each.position !== generated?.column.position || table.allowPkInsert),
  );
  return initTypes(printer, given);
}

function tableMap(printer: BasePrinter): string[] {
  const { statements, database, extension, file, columns } = printer;
  const { table, adapter, generated } = statements;
  const key = columns.filter(({ column }) => column.primaryKey).map(({ position }) => position);
  const sql = (text: string): string => tsString(nodePlaceholders(text, adapter));
  const returning = generated?.key.kind === 'result' ? generated.key.returning : '';
  return [
    `export const ${tableConstant(table)}: ${file.type(RUNTIME, 'TableMap')}<${tsString(table.className)}> = {`,
    `  model: ${tsString(table.className)},`,
    `  name: ${tsString(table.name)},`,
    `  quoted: ${tsString(statements.quoted)},`,
    `  connection: ${tsString(database)},`,
    `  dialect: ${file.use(vendorModule(adapter), `${adapter}Dialect`)},`,
    '  columns: [',
    ...columns.map((planned) => {
      const { column, quoted, property, value, valueName, storage } = planned;
      const compared = comparedKind(planned);
      const kind = compared === undefined ? '' : `, kind: ${tsString(compared)}`;
      const initial = value.initial === undefined ? '' : `, initial: ${value.initial}`;
      const limit = storage.limit === undefined ? '' : `, limit: ${limitOf(storage.limit)}`;
      return `    { name: ${tsString(column.name)}, quoted: ${tsString(quoted)}, property: ${tsString(property)}, value: ${valueName}${kind}${initial}${limit}${filledBy(column)}${column.lazyLoad ? ', lazy: true' : ''} },`;
    }),
    '  ],',
    `  key: [${key.join(', ')}],`,
    `  generated: ${generated === undefined ? 'undefined' : String(generated.column.position)},`,
    ...(eager(columns).every(({ storage }) => storage.comparable) ? [] : ['  comparable: false,']),
    `  select: ${tsString(statements.select)},`,
    `  find: ${sql(statements.select + statements.findTail)},`,
    `  insert: ${tsString(statements.insert)},`,
    `  insertDefaults: ${tsString(statements.insertDefaults)},`,
    `  returning: ${tsString(returning)},`,
    `  update: ${tsString(statements.update)},`,
    `  delete: ${sql(statements.delete)},`,
    ...inheritanceLines(table, columns, extension),
    ...listLines(statements, file),
    `  load: async () => (await import('../${fileName(table)}${extension}')).${table.className},`,
    `  loadQuery: async () => (await import('../${fileName(table)}${extension}')).${table.className}Query,`,
    ...relationLines(printer),
    '};',
    '',
  ];
}

/** Who has a value where nobody gives one, apart from a default that is known here. */
function filledBy(column: Column): string {
  if (column.generated !== undefined) return ", filled: 'always'";
  if (column.default?.kind !== 'expression') return '';
  return `, filled: '${isCurrentTime(column) ? 'now' : 'default'}'`;
}

const limitOf = (limit: Limit): string =>
  limit.of === 'numbers' ? `['numbers', ${limit.least}, ${limit.most}]` : `[${tsString(limit.of)}, ${limit.most}]`;

/** The columns that are read with the row. */
const eager = (columns: readonly BaseColumn[]): readonly BaseColumn[] => columns.filter((each) => !isLazy(each));

function model(printer: BasePrinter): string[] {
  const { statements, file, columns, extension } = printer;
  const { table, generated } = statements;
  const into = { table, file, extension, columns };
  return [
    `/** A row of the table "${tsDocText(table.name)}". */`,
    `export abstract class ${table.className}Base extends ${runtimeParent(into, 'model')} {`,
    ...(hasRelations(table)
      ? ['  /** @internal For types only. */', `  declare readonly $relations?: ${table.className}Relations;`]
      : []),
    ...ownKeyLines(table, columns),
    ...eager(columns).map((each) => {
      const { property, type, position, column } = each;
      const isMade = position === generated?.column.position || column.generated !== undefined;
      return `  ${table.readOnly || isMade || isDiscriminator(table, each) ? 'readonly ' : ''}${tsKey(property)}: ${type};`;
    }),
    '',
    '  /** @internal */',
    '  constructor(row: Cells) {',
    '    super(row);',
    ...eager(columns).map(({ property, position, value, valueName, column }) => {
      const cell = `row[${position}]`;
      const read = value.isPlain ? cell : `${valueName}.read(${cell})`;
      return `    this.${property} = ${value.isPlain || column.notNull ? read : `${cell} === null ? null : ${read}`};`;
    }),
    '  }',
    '',
    ...(table.readOnly ? [] : [...creation(printer), '', ...copying(printer), '']),
    ...tableGetter(into),
    ...(table.readOnly ? [] : [...valuesMethod(columns), ...hookDeclarations(table, file)]),
    ...modelMethods(printer),
    ...lazyMembers(columns, file, table.readOnly),
    ...contributedMethods(into, 'model'),
    '}',
    '',
  ];
}

const valuesMethod = (columns: readonly BaseColumn[]): readonly string[] => [
  '',
  '  /** @internal */',
  '  override $values(): readonly unknown[] {',
  `    return [${columns.map(({ property }) => `this.${property}`).join(', ')}];`,
  '  }',
];

/** `copy()`, which gives a draft of the same kind as `draft()`. */
function copying(printer: BasePrinter): readonly string[] {
  const { table, lists } = printer.statements;
  const { file } = printer;
  const of = copiedClass(printer);
  const draft = hasRelations(table)
    ? `${table.className}Draft`
    : file.use(RUNTIME, lists === undefined ? 'Draft' : 'ListDraft');
  return [
    '  /** A draft with the same values, but for what the database makes and the place in a list; `changes` replace some of them. */',
    `  copy(changes?: Partial<${table.className}Init>): ${draft}<${of}> {`,
    `    return new ${draft}<${of}>(...${file.use(RUNTIME, 'copyOf')}<${of}>(this, changes));`,
    '  }',
  ];
}

/** What a copy is of: not `this`, which would have the relations that were loaded. Further classes of a table copy themselves. */
const copiedClass = ({ statements: { table }, extension }: BasePrinter): string =>
  table.inheritance === undefined ? ownType(table, extension) : 'this';

/** What makes rows. */
function creation(printer: BasePrinter): readonly string[] {
  const { statements, file } = printer;
  const { table } = statements;
  if (hasRelations(table)) return creatingMethods(printer);
  const isSortable = statements.lists !== undefined;
  const draft = file.use(RUNTIME, isSortable ? 'ListDraft' : 'Draft');
  const con = `con?: ${file.type(RUNTIME, 'Connection')}`;
  const modelClass = `new (row: Cells) => M`;
  return [
    `  /** Inserts a row. */`,
    `  static create<M extends ${table.className}Base>(this: ${modelClass}, init: ${table.className}Init, ${con}): Promise<M> {`,
    `    return ${file.use(RUNTIME, isSortable ? 'createInList' : 'createModel')}(this, ${tableConstant(table)}, init, con);`,
    '  }',
    '',
    '  /** A row to be: its `save()` inserts it. */',
    `  static draft<M extends ${table.className}Base>(this: ${modelClass}, init: ${table.className}Init): ${draft}<M> {`,
    `    return new ${draft}(this, ${tableConstant(table)}, init);`,
    '  }',
  ];
}
