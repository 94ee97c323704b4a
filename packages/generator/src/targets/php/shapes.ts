import { COLUMN_TYPES } from '../../model/column-type.js';
import type { Column } from '../../model/model.js';
import type { PlannedColumn } from '../../plan/table.js';
import type { TableContext } from './context.js';
import { nullableInDoc } from './model-printer.js';
import type { PhpValue } from './values/value.js';

interface Shaped extends PlannedColumn {
  readonly value: PhpValue;
}

/**
 * `toArray()` as PHPDoc knows it: the columns by name, with the types that they have there. What a query selected beside them
 * is there too, hence the dots. Nothing where a name cannot stand in a comment.
 */
export function arrayShape(
  { naming, table }: TableContext,
  columns: readonly (Shaped & { readonly nullable: boolean })[],
): string[] {
  const shown = columns.filter(({ column }) => column.php.accessorVisibility === 'public');
  const keys = shown.map(({ column, position }) => keyOf(column, position, table.name, naming.keyType));
  if (keys.length === 0 || keys.some((key) => !/^\w+$|^'[\w.]+'$/.test(key))) return [];
  const items = shown.map(({ column, value, nullable }, index) => {
    const type = exportedType(column, value);
    return `${keys[index] ?? ''}: ${nullable ? nullableInDoc(type) : type}`;
  });
  const any = 'array<int|string, mixed>';
  const when = (condition: string, type: string): string => `(${condition} ? ${type} : ${any})`;
  const shape = `array{${items.join(', ')}, ...}`;
  const lazy = shown.some(({ column }) => column.lazyLoad) ? when('$includeLazyLoadColumns is true', shape) : shape;
  const type = when('$keyType is null', when('$includeForeignObjects is false', lazy));
  return [
    ` * @method ${type} toArray(?string $keyType = null, bool $includeLazyLoadColumns = true, bool $includeForeignObjects = false)`,
  ];
}

function keyOf(column: Column, position: number, table: string, keyType: string): string {
  switch (keyType) {
    case 'num':
      return String(position);
    case 'camelName':
      return column.memberName.charAt(0).toLowerCase() + column.memberName.slice(1);
    case 'fieldName':
      return `'${column.name}'`;
    case 'colName':
      return `'${table}.${column.name}'`;
    default:
      return column.memberName;
  }
}

/** Elements of arrays that `toArray()` shows as texts. */
const TEXTS = new Set(['date', 'time', 'datetime', 'enum']);

/** What `toArray()` makes of what the getter returns. */
function exportedType(column: Column, value: PhpValue): string {
  switch (column.family) {
    case 'date':
    case 'time':
    case 'datetime':
    case 'enum':
    case 'binary':
      return 'string';
    case 'set':
      return 'list<string>';
    case 'array':
      return TEXTS.has(COLUMN_TYPES[column.elementType ?? 'LONGVARCHAR'].family) && column.elementType !== undefined
        ? 'list<string|null>'
        : (value.returnsDoc ?? 'array');
    default:
      return value.returnsDoc ?? value.returns ?? 'mixed';
  }
}

/** `select()` as PHPDoc knows it: the types of columns that are given as literals. */
export function selectShape(columns: readonly Shaped[], selection: string): { type: string[]; method: string[] } {
  const types = columns.map(({ column, value }) => {
    const type = value.returnsDoc ?? value.returns ?? 'mixed';
    return [column.memberName, column.notNull ? type : nullableInDoc(type)] as const;
  });
  if (types.length === 0) return { type: [], method: [] };
  const rest = `($columns is list<K> ? ${selection}<array<K, Row[K]>> : ($columns is string ? ${selection}<mixed> : ${selection}<array<string, mixed>>))`;
  // Columns of one type stand together: `$columns is 'Id'|'Stock'`.
  const names = new Map<string, string[]>();
  for (const [name, type] of types) names.set(type, [...(names.get(type) ?? []), `'${name}'`]);
  const single = [...names].reduceRight(
    (other, [type, group]) => `($columns is ${group.join('|')} ? ${selection}<${type}> : ${other})`,
    rest,
  );
  return {
    type: [` * @phpstan-type Row array{${types.map(([name, type]) => `${name}: ${type}`).join(', ')}}`],
    method: [
      ` * @method ($columns is array{} ? ${selection}<Row> : ${single}) select<K of key-of<Row>>(K|list<K>|string|list<string> $columns = [])`,
    ],
  };
}
