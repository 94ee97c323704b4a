import { columnKind, isOrdered, isRanged } from '../../plan/query-columns.js';
import type { BaseColumn } from './base-column.js';
import type { TsFile } from './file.js';
import { RUNTIME } from './names.js';

/** What the runtime has to know of a column to compare it: `ColumnMap.kind`. */
export function comparedKind(planned: BaseColumn): 'text' | 'whole' | 'ordered' | undefined {
  const { column } = planned;
  if (column.family === 'text') return 'text';
  if (column.family === 'integer') return 'whole';
  return isRanged(planned) && hasOrder(planned) ? 'ordered' : undefined;
}

/** SQLite orders exact decimals by a collation, which Node's drivers cannot have. */
const hasOrder = (planned: BaseColumn): boolean => isOrdered(planned) && planned.storage.collate === '';

/** How the filter by a column is declared: what its value can be, and what it is compared by. */
interface FilterType {
  readonly value: string;
  readonly comparison: string;
}

function filterTypes(planned: BaseColumn, file: TsFile): readonly [FilterType, ...FilterType[]] {
  const { type } = planned.value;
  const of = (name: string): string => file.type(RUNTIME, name);
  // What documents and lists are compared with is not told yet.
  if (columnKind(planned) !== undefined) return [{ value: 'null', comparison: of('Equality') }];
  const value = `${of('Filter')}<${type}>`;
  const range = (): string => `${of('Range')}<${type}>`;
  switch (comparedKind(planned)) {
    case 'text':
      return [
        { value, comparison: of('TextComparison') },
        { value: range(), comparison: "'BETWEEN'" },
      ];
    case 'whole':
      return [{ value: `${value} | ${range()}`, comparison: of('NumberComparison') }];
    case 'ordered':
      return [{ value: `${value} | ${range()}`, comparison: of('RangeComparison') }];
    case undefined:
      return [{ value, comparison: of(hasOrder(planned) ? 'Comparison' : 'Equality') }];
  }
}

/** Conditions and order by column. `claim` refuses a name that the class has already. */
export function columnMethods(
  columns: readonly BaseColumn[],
  file: TsFile,
  claim: (name: string) => boolean,
): readonly string[] {
  const con = `con?: ${file.type(RUNTIME, 'Connection')}`;
  return columns.flatMap((planned) => {
    const { memberName } = planned.column;
    const { position, value } = planned;
    const lines: string[] = [];
    const add = (name: string, print: (name: string) => readonly string[]): void => {
      if (claim(name)) lines.push('', ...print(name).map((line) => `  ${line}`));
    };
    const [usual, ...others] = filterTypes(planned, file);
    const filtered = `this.copy().$filter(${String(position)}, value)`;
    add(`filterBy${memberName}`, (name) => filterMethod(name, position, [usual, ...others]));
    if (!isOrdered(planned)) return lines;
    if (hasOrder(planned)) {
      add(`orderBy${memberName}`, (name) => [
        `${name}(order: ${file.type(RUNTIME, 'Order')} = 'asc'): this {`,
        `  return this.$order(${String(position)}, order);`,
        '}',
      ]);
    }
    add(`findBy${memberName}`, (name) => [
      `${name}(value: ${usual.value}, ${con}): Promise<R[]> {`,
      `  return ${filtered}.find(con);`,
      '}',
    ]);
    const single = columnKind(planned) === undefined ? `${value.type} | null` : 'null';
    add(`findOneBy${memberName}`, (name) => [
      `${name}(value: ${single}, ${con}): Promise<R | null> {`,
      `  return ${filtered}.findOne(con);`,
      '}',
    ]);
    add(`requireOneBy${memberName}`, (name) => [
      `${name}(value: ${single}, ${con}): Promise<R> {`,
      `  return ${filtered}.requireOne(con);`,
      '}',
    ]);
    return lines;
  });
}

function filterMethod(name: string, position: number, types: readonly FilterType[]): readonly string[] {
  const body = [`  return this.$filter(${String(position)}, value, comparison);`, '}'];
  const [only, second] = types;
  if (only === undefined) return [];
  if (second === undefined) return [`${name}(value: ${only.value}, comparison?: ${only.comparison}): this {`, ...body];
  return [
    `${name}(value: ${only.value}, comparison?: ${only.comparison}): this;`,
    `${name}(value: ${second.value}, comparison: ${second.comparison}): this;`,
    `${name}(value: ${only.value} | ${second.value}, comparison?: ${only.comparison} | ${second.comparison}): this {`,
    ...body,
  ];
}
