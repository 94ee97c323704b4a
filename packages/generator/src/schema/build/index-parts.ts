import { quoted } from '../../diagnostics/printable.js';
import type { Column, Index, IndexColumn, VendorParameters } from '../../model/model.js';
import { vendorValue } from '../../model/vendor-parameter.js';
import type { Element } from '../element.js';
import { type Context, childrenNamed, fail, number, value } from './context.js';
import type { ColumnDraft } from './draft.js';
import { hasSqlForSome, sqlFor } from './verbatim-sql.js';

/** What an element says of an index beyond its name. */
export type IndexWords = Pick<Index, 'columns' | 'include' | 'where' | 'using' | 'nullsNotDistinct'>;

export type FindColumn = (element: Element, attribute: string) => ColumnDraft | undefined;

const CODE = 'schema/index';

/** A part of an index over a whole column, as behaviors ask for. */
export const columnPart = (column: Column): IndexColumn => ({
  column,
  expression: undefined,
  size: undefined,
  order: undefined,
  nulls: undefined,
  opclass: undefined,
  collation: undefined,
  origin: column.origin,
});

/**
 * True for an index whose condition or expression is given in the SQL of other vendors alone: this one has no such index,
 * and nothing is wrong.
 */
export function isForOtherVendors(context: Context, element: Element, parts: readonly Element[]): boolean {
  const isElsewhere = (each: Element, attribute: string): boolean =>
    each.attributes[attribute] === undefined &&
    hasSqlForSome(each, attribute) &&
    vendorSql(context, each, attribute) === undefined;
  return isElsewhere(element, 'where') || parts.some((part) => isElsewhere(part, 'expression'));
}

function vendorSql({ options }: Context, element: Element, name: string): string | undefined {
  return childrenNamed(element, 'vendor')
    .filter((vendor) => vendor.attributes['type'] === options.adapter)
    .flatMap((vendor) => childrenNamed(vendor, 'parameter'))
    .findLast((parameter) => parameter.attributes['name']?.toLowerCase() === name)?.attributes['value'];
}

/** The parts of an index; fewer than its elements where something is wrong, which was reported then. */
export function indexParts(context: Context, elements: readonly Element[], find: FindColumn): IndexColumn[] {
  const parts: IndexColumn[] = [];
  for (const element of elements) {
    const part = indexPart(context, element, find);
    if (!part) continue;
    if (parts.some((other) => isSame(other, part))) {
      const what = part.column === undefined ? 'this expression' : `column ${quoted(part.column.name)}`;
      const attribute = part.column === undefined ? 'expression' : 'name';
      const owner = element.name.replace('-column', '');
      fail(context, element, attribute, CODE, `${what} is in the ${owner} twice`, 'keep one of them');
    }
    parts.push(part);
  }
  return parts;
}

/** PostgreSQL may index a column twice, by different operator classes or collations. */
const isSame = (one: IndexColumn, other: IndexColumn): boolean =>
  one.column === other.column &&
  one.expression === other.expression &&
  one.opclass === other.opclass &&
  one.collation === other.collation;

function indexPart(context: Context, element: Element, find: FindColumn): IndexColumn | undefined {
  const hasExpression = element.attributes['expression'] !== undefined || hasSqlForSome(element, 'expression');
  const name = value(element, 'name');
  if (name !== undefined && hasExpression) {
    fail(
      context,
      element,
      'name',
      CODE,
      `<${element.name}> has a column and an expression`,
      'remove one of them, or write two elements',
    );
    return undefined;
  }
  if (name === undefined && !hasExpression && !context.flaws.isUnknown(element, 'name', 'expression')) {
    fail(
      context,
      element,
      undefined,
      'schema/missing-attribute',
      `<${element.name}> needs the attribute "name" or "expression"`,
      'add name="…", the name of a column',
    );
  }
  const column = name === undefined ? undefined : find(element, 'name');
  const expression = hasExpression ? sqlFor(context, element, 'expression') : undefined;
  if (column === undefined && expression === undefined) return undefined;
  const order = value(element, 'order')?.toLowerCase() === 'desc' ? 'desc' : undefined;
  return {
    column,
    expression,
    size: number(element, 'size'),
    order,
    nulls: nullsOf(element, order),
    opclass: sqlFor(context, element, 'opclass'),
    collation: vendorSql(context, element, 'collation') ?? value(element, 'collation'),
    origin: element,
  };
}

/** Where NULLs stand, unless PostgreSQL puts them there by itself. */
function nullsOf(element: Element, order: 'desc' | undefined): IndexColumn['nulls'] {
  const written = value(element, 'nulls')?.toLowerCase();
  if (written !== 'first' && written !== 'last') return undefined;
  return written === (order === 'desc' ? 'first' : 'last') ? undefined : written;
}

/** The columns that an index carries along; fewer than its elements where something is wrong. */
export function includedColumns(context: Context, elements: readonly Element[], find: FindColumn): Column[] {
  const columns: Column[] = [];
  for (const element of elements) {
    const column = find(element, 'name');
    if (!column) continue;
    if (columns.includes(column)) {
      fail(context, element, 'name', CODE, `column ${quoted(column.name)} is included twice`, 'keep one of them');
    }
    columns.push(column);
  }
  return columns;
}

/** `using` for every vendor, or the parameter `Index_type` for one. What is no word is for the vendor's check. */
export function indexMethod(context: Context, element: Element, vendor: VendorParameters): string | undefined {
  const written = value(element, 'using');
  if (written === undefined) {
    const own = vendorValue(vendor, context.options.adapter, 'Index_type')?.toLowerCase();
    return own !== undefined && /^[a-z_]\w*$/.test(own) ? own : undefined;
  }
  if ([...vendor.values()].some((parameters) => parameters.has('index_type'))) {
    fail(
      context,
      element,
      'using',
      CODE,
      '"using" and the vendor parameter "Index_type" both say what kind of index it is',
      'keep "using" for all vendors, or the parameter for those it is meant for',
    );
  }
  return written.toLowerCase();
}
