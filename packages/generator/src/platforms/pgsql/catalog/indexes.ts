import type { CatalogIndex, CatalogIndexColumn, CatalogItem } from '../../catalog.js';
import { plainExpression } from '../printed-sql.js';
import type { ConstraintRow, IndexPartRow, IndexRow } from './rows.js';

/** An index in the words of a schema. */
export function catalogIndex(index: IndexRow, constraint: ConstraintRow | undefined): CatalogIndex {
  return {
    name: index.name,
    columns: index.columns.map((name, i) => column(name, index.parts?.[i])),
    ...(index.included.length === 0 ? {} : { include: index.included }),
    ...(index.where === null ? {} : { where: plainExpression(index.where) }),
    ...(index.method === 'btree' ? {} : { using: index.method }),
    ...(index.nulls_not_distinct ? { nullsNotDistinct: true } : {}),
    vendor: new Map(constraint === undefined ? [] : deferral(constraint)),
  };
}

function column(name: string, part: IndexPartRow | undefined): CatalogIndexColumn {
  if (part === undefined) return { name };
  const isDescending = (part.option & 1) !== 0;
  const nullsFirst = (part.option & 2) !== 0;
  return {
    ...(part.expression === null ? { name } : { expression: plainExpression(part.expression) }),
    ...(isDescending ? { order: 'desc' } : {}),
    ...(nullsFirst === isDescending ? {} : { nulls: nullsFirst ? 'first' : 'last' }),
    ...(part.opclass === null ? {} : { opclass: part.opclass + classOptions(part.class_options) }),
    ...(part.collation === null ? {} : { collation: part.collation }),
  };
}

/** `siglen=32` as it is written behind an operator class. */
function classOptions(options: readonly string[] | null): string {
  if (options === null || options.length === 0) return '';
  const written = options.map((option) => {
    const at = option.indexOf('=');
    return `${option.slice(0, at)}='${option.slice(at + 1).replaceAll("'", "''")}'`;
  });
  return ` (${written.join(', ')})`;
}

export function deferral({ deferrable, deferred }: ConstraintRow): [string, string][] {
  if (deferred) return [['initiallyDeferred', 'true']];
  return deferrable ? [['deferrable', 'true']] : [];
}

/** Why an index cannot be in a schema, as the kind of the item that it becomes. */
export function unusualKind(index: IndexRow): string | undefined {
  const noun = index.unique ? 'unique index' : 'index';
  if (!index.valid) return `invalid ${noun}`;
  const written = catalogIndex(index, undefined).columns.map((part) => JSON.stringify(part));
  return new Set(written).size === written.length ? undefined : `${noun} that repeats a column`;
}

/** What an index loses: one of a schema, or one that is made by the text that the server prints for it. */
export function* indexItems(index: IndexRow, isPrinted = false): Generator<CatalogItem> {
  const found = [
    ...(isPrinted ? [] : (index.options ?? [])),
    ...(index.tablespace === null ? [] : [`TABLESPACE ${index.tablespace}`]),
    ...(index.clustered ? ['CLUSTER'] : []),
  ];
  if (found.length > 0) yield { kind: 'index option', name: index.name, detail: found.join(', ') };
  if (index.comment !== null) yield { kind: 'comment of an index', name: index.name, detail: index.comment };
}
