import { columnKind, isOrdered, isRanged } from '../../plan/query-columns.js';
import type { BaseColumn } from './base-column.js';
import type { TsFile } from './file.js';
import { RUNTIME } from './names.js';

/** What the runtime has to know of a column to compare it: `ColumnMap.kind`. */
export function comparedKind(planned: BaseColumn): string | undefined {
  const { column, storage } = planned;
  const special = columnKind(planned);
  // The text of such a document is what the database keeps.
  if (special === 'document') return storage.form.kind === 'json' && !storage.comparable ? 'textDocument' : special;
  if (special !== undefined) return special;
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

const ITEM_COMPARISONS = { set: 'ItemComparison', list: 'ListComparison', array: 'ArrayComparison' } as const;

/** `BookTags[]` → `BookTags`. */
const itemType = (type: string): string => type.replace(/\[\]$/, '');

function filterTypes(planned: BaseColumn, file: TsFile): readonly [FilterType, ...FilterType[]] {
  const { type } = planned.value;
  const of = (name: string): string => file.type(RUNTIME, name);
  const special = columnKind(planned);
  const several = `readonly (readonly ${type} | null)[]`;
  switch (special) {
    case 'set':
    case 'list':
    case 'array':
      return [
        { value: `readonly ${type} | null`, comparison: of(ITEM_COMPARISONS[special]) },
        { value: several, comparison: "'IN' | 'NOT IN'" },
      ];
    case 'document':
      return [
        { value: `${type} | null`, comparison: "'=' | '<>' | 'IS NULL' | 'IS NOT NULL'" },
        { value: `readonly (${type} | null)[]`, comparison: "'IN' | 'NOT IN'" },
        { value: 'string', comparison: "'LIKE' | 'NOT LIKE' | 'ILIKE' | 'NOT ILIKE'" },
      ];
    case 'object':
    case 'geometry':
      return [{ value: 'null', comparison: of('Equality') }];
    case undefined:
  }
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
    default:
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
  const ofColumns = columns.flatMap((planned) => {
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
    const single = columnKind(planned) === undefined ? `${value.type} | null` : usual.value;
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
  return [...ofColumns, ...columns.flatMap((planned) => itemMethod(planned, file, claim))];
}

/** `filterByTag` for a column `tags` of several items. */
function itemMethod(planned: BaseColumn, file: TsFile, claim: (name: string) => boolean): readonly string[] {
  const { column, position, value } = planned;
  const kind = columnKind(planned);
  const name = `filterBy${column.memberNameSingular}`;
  if (kind !== 'set' && kind !== 'list' && kind !== 'array') return [];
  if (column.memberNameSingular === column.memberName || !claim(name)) return [];
  const comparison = file.type(RUNTIME, ITEM_COMPARISONS[kind]);
  return [
    '',
    `  ${name}(item: ${itemType(value.type)}, comparison?: ${comparison}): this {`,
    `    return this.$filter(${String(position)}, [item], comparison);`,
    '  }',
  ];
}

function filterMethod(name: string, position: number, types: readonly FilterType[]): readonly string[] {
  const body = [`  return this.$filter(${String(position)}, value, comparison);`, '}'];
  const [only] = types;
  if (only === undefined) return [];
  if (types.length === 1) return [`${name}(value: ${only.value}, comparison?: ${only.comparison}): this {`, ...body];
  const union = (part: keyof FilterType): string => types.map((type) => type[part]).join(' | ');
  return [
    ...types.map(
      (type) => `${name}(value: ${type.value}, comparison${type === only ? '?' : ''}: ${type.comparison}): this;`,
    ),
    `${name}(value: ${union('value')}, comparison?: ${union('comparison')}): this {`,
    ...body,
  ];
}
