import type { Adapter } from '../model/adapter.js';
import type { Index, IndexColumn, Table } from '../model/model.js';
import type { Report } from '../model/model-diagnostic.js';
import { vendorParameters } from '../model/vendor-parameter.js';

/** What the indexes of a vendor can be beyond columns in an order. */
export interface IndexAbilities {
  readonly adapter: Adapter;
  /** As sentences name it. */
  readonly vendor: string;
  readonly where?: true;
  readonly include?: true;
  readonly nullsNotDistinct?: true;
  readonly expression?: true;
  readonly nulls?: true;
  readonly opclass?: true;
  readonly collation?: true;
  /** The values of `using`; any where it is not given. `btree` is the usual kind everywhere. */
  readonly methods?: readonly string[];
  /** The kinds beside `btree` that can be unique; any where it is not given. */
  readonly uniqueMethods?: readonly string[];
}

/** Vendor parameters of indexes that stand for their attributes. */
export const INDEX_PARAMETERS: readonly string[] = ['where', 'Index_type'];

const perVendor = (parameter: string, owner: string): string =>
  `give it only to vendors that have it, by <vendor type="pgsql"><parameter name="${parameter}" value="…"/></vendor> in the <${owner}>, or remove it`;

/** Refuses what a vendor cannot do: leaving a condition out of a unique would refuse rows that are meant to be there. */
export function checkIndexWords(tables: readonly Table[], can: IndexAbilities, report: Report): void {
  for (const table of tables) {
    for (const unique of table.uniques) checkIndex(table, unique, 'unique', can, report);
    for (const index of table.indexes) checkIndex(table, index, 'index', can, report);
  }
}

function checkIndex(
  table: Table,
  index: Index,
  element: 'index' | 'unique',
  can: IndexAbilities,
  report: Report,
): void {
  const where = `${element} "${index.name}" of table "${table.name}"`;
  const refuse = (attribute: string, message: string, help: string, part?: IndexColumn): void =>
    report({
      severity: 'error',
      code: `${can.adapter}/index`,
      origin: (part ?? index).origin,
      attribute,
      message: `${message} (${where})`,
      help,
    });
  if (index.where !== undefined && can.where !== true) {
    refuse('where', `${can.vendor} has no partial indexes`, perVendor('where', element));
  }
  if (index.include.length > 0 && can.include !== true) {
    refuse('name', `${can.vendor} has no INCLUDE`, 'remove <include-column>, or index the columns as well');
  }
  if (index.nullsNotDistinct && can.nullsNotDistinct !== true) {
    refuse('nullsNotDistinct', `${can.vendor} has no NULLS NOT DISTINCT`, 'remove it, or make the columns required');
  }
  checkMethod(index, element, can, refuse);
  const { using = 'btree' } = index;
  const isNever = using !== 'btree' && can.uniqueMethods?.includes(using) === false;
  if (element === 'unique' && isNever) {
    refuse('using', `a ${using} index cannot be unique`, 'write an <index>, or remove "using"');
  }
  for (const part of index.columns) {
    if (part.expression !== undefined && can.expression !== true) {
      const help = perVendor('expression', `${element}-column`);
      refuse('expression', `${can.vendor} indexes no expressions`, help, part);
    }
    if (part.nulls !== undefined && can.nulls !== true) {
      refuse('nulls', `${can.vendor} has no NULLS ${part.nulls.toUpperCase()} in an index`, 'remove "nulls"', part);
    }
    if (part.opclass !== undefined && can.opclass !== true) {
      const help = perVendor('opclass', `${element}-column`);
      refuse('opclass', `${can.vendor} has no operator classes`, help, part);
    }
    if (part.collation !== undefined && can.collation !== true) {
      const help = perVendor('collation', `${element}-column`);
      refuse('collation', `${can.vendor} has no collation for a column of an index`, help, part);
    }
  }
}

function checkMethod(
  { using, vendor }: Index,
  element: string,
  { adapter, vendor: name, methods }: IndexAbilities,
  refuse: (attribute: string, message: string, help: string) => void,
): void {
  const written = using ?? vendorParameters(vendor, adapter).get('index_type')?.value;
  if (written === undefined || using === 'btree') return;
  if (using !== undefined && (methods === undefined || methods.includes(using))) return;
  const known = methods === undefined || methods.length === 0 ? '' : `write ${methods.join(' or ')}, or `;
  refuse('using', `${name} has no index of the kind "${written}"`, known + perVendor('Index_type', element));
}
