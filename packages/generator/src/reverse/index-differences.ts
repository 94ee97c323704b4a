import { isPlainIndex } from '../model/index-columns.js';
import type { Index, IndexColumn, Table } from '../model/model.js';
import { vendorValue } from '../model/vendor-parameter.js';
import type { Introspection } from '../platforms/introspection.js';
import type { Platform } from '../platforms/platform.js';
import { prefixSize } from '../platforms/prefix.js';
import type { Compared, SchemaDifference } from './differences.js';
import { sameExpression } from './expression-difference.js';

/** What indexes are compared by: how the vendor reads SQL, and whether it indexes beginnings of columns. */
export interface IndexReading {
  readonly platform: Platform;
  readonly introspection: Introspection;
  readonly prefixes: boolean;
}

interface Unmatched {
  readonly status: SchemaDifference['status'];
  readonly name: string;
  readonly what: string;
}

/** The indexes of one list that the other lacks, and those of one name and the same columns that are not the same. */
export function indexDifferences(mine: readonly Index[], its: readonly Index[], reading: IndexReading): Unmatched[] {
  const left = [...its];
  const missing = mine.filter((index) => {
    const at = left.findIndex((other) => isSame(index, other, reading));
    // One index may serve for two that say the same.
    if (at < 0) return !its.some((other) => isSame(index, other, reading));
    left.splice(at, 1);
    return false;
  });
  const extra = left.filter((other) => !mine.some((index) => isSame(index, other, reading)));
  const differences: Unmatched[] = [];
  for (const index of missing) {
    const at = extra.findIndex((other) => other.name === index.name && columnNames(other) === columnNames(index));
    const [other] = at < 0 ? [] : extra.splice(at, 1);
    const name = indexText(index, reading);
    if (other === undefined) differences.push({ status: 'missing', name, what: 'the database does not have it' });
    else {
      const what = `the schema has ${name}, the database ${indexText(other, reading)}`;
      differences.push({ status: 'different', name: index.name, what });
    }
  }
  for (const other of extra) {
    differences.push({ status: 'extra', name: indexText(other, reading), what: 'the schema does not have it' });
  }
  return differences;
}

/** A table without the sizes of parts of its keys that are as wide as the column, which is no prefix. */
export function withoutWholePrefixes(table: Table, { platform, platformOptions }: Compared): Table {
  const whole = <T extends Partial<IndexColumn>>(part: T): T => {
    if (part.size === undefined || part.column === undefined) return part;
    const type = part.column.sqlType ?? platform.columnType(part.column, platformOptions);
    return { ...part, size: prefixSize(part.size, type) };
  };
  const wholeOf = (index: Index): Index => ({ ...index, columns: index.columns.map(whole) });
  return {
    ...table,
    primaryKeyParts: table.primaryKeyParts.map(whole),
    indexes: table.indexes.map(wholeOf),
    uniques: table.uniques.map(wholeOf),
  };
}

const columnNames = ({ columns }: Index): string => columns.map(({ column }) => column?.name ?? '').join('\n');

function isSame(mine: Index, its: Index, reading: IndexReading): boolean {
  const { script } = reading.platform;
  return (
    mine.columns.length === its.columns.length &&
    mine.columns.every((part, i) => isSamePart(part, its.columns[i], reading)) &&
    sameSql(mine.where, its.where, (a, b) => sameExpression(a, b, script)) &&
    isSameKind(mine.using, its.using, reading.introspection.usualIndexKinds) &&
    mine.nullsNotDistinct === its.nullsNotDistinct &&
    includedNames(mine) === includedNames(its)
  );
}

const sameSql = (
  mine: string | undefined,
  its: string | undefined,
  same: (mine: string, its: string) => boolean,
): boolean => (mine === undefined || its === undefined ? mine === its : same(mine, its));

/** What a vendor takes by itself is not shown. */
const isSameKind = (mine: string | undefined, its: string | undefined, usual: readonly string[]): boolean =>
  mine === its || [mine, its].every((kind) => kind === undefined || usual.includes(kind));

const includedNames = ({ include }: Index): string =>
  include
    .map(({ name }) => name)
    .sort()
    .join('\n');

function isSamePart(mine: IndexColumn, its: IndexColumn | undefined, { platform, prefixes }: IndexReading): boolean {
  if (its === undefined || mine.column?.name !== its.column?.name) return false;
  const collation = ({ column, collation: given }: IndexColumn): string | undefined => {
    const usual = column && vendorValue(column.vendor, platform.adapter, 'collate');
    return given?.toLowerCase() === usual?.toLowerCase() ? undefined : given?.toLowerCase();
  };
  return (
    sameSql(mine.expression, its.expression, (a, b) => sameExpression(a, b, platform.script)) &&
    (!prefixes || mine.size === its.size) &&
    mine.order === its.order &&
    mine.nulls === its.nulls &&
    isSameClass(mine.opclass, its.opclass) &&
    (mine.column === undefined || collation(mine) === collation(its))
  );
}

/** The class that a type has by itself is not shown either, and most that somebody writes out are. */
function isSameClass(mine: string | undefined, its: string | undefined): boolean {
  const bare = (opclass: string): string => opclass.toLowerCase().replaceAll(/["\s]|^\w+\./g, '');
  if (its === undefined) return mine === undefined || !/pattern|trgm|path/i.test(mine);
  return mine !== undefined && bare(mine) === bare(its);
}

/** `a, b` for columns alone, and otherwise as SQL: `(a DESC, lower(b)) USING gin WHERE …`. */
export function indexText(index: Index, { prefixes }: Pick<IndexReading, 'prefixes'>): string {
  const parts = index.columns.map(({ column, expression, size, collation, opclass, order, nulls }) =>
    [
      (column?.name ?? expression ?? '') + (size === undefined || !prefixes ? '' : `(${String(size)})`),
      ...(collation === undefined ? [] : [`COLLATE ${collation}`]),
      ...(opclass === undefined ? [] : [opclass]),
      ...(order === undefined ? [] : ['DESC']),
      ...(nulls === undefined ? [] : [`NULLS ${nulls.toUpperCase()}`]),
    ].join(' '),
  );
  if (isPlainIndex(index) && index.include.length === 0 && !index.nullsNotDistinct) return parts.join(', ');
  return [
    `(${parts.join(', ')})`,
    ...(index.using === undefined ? [] : [`USING ${index.using}`]),
    ...(index.include.length === 0 ? [] : [`INCLUDE (${index.include.map(({ name }) => name).join(', ')})`]),
    ...(index.nullsNotDistinct ? ['NULLS NOT DISTINCT'] : []),
    ...(index.where === undefined ? [] : [`WHERE ${index.where}`]),
  ].join(' ');
}

/** The primary key as text, in its order in the database. */
export const keyText = ({ primaryKeyParts }: Table, { prefixes }: Pick<IndexReading, 'prefixes'>): string =>
  primaryKeyParts
    .map(({ column, size }) => column.name + (size === undefined || !prefixes ? '' : `(${String(size)})`))
    .join(', ');
