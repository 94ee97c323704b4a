import { quoted } from '../../diagnostics/printable.js';
import { isPlainIndex, uniqueColumns } from '../../model/index-columns.js';
import type { Column } from '../../model/model.js';
import { constraintName, fitIdentifier, indexIdentity } from '../../model/names.js';
import { attributeSpan, type Element } from '../element.js';
import { type Context, childrenNamed, fail, flag, value } from './context.js';
import { vendorOf } from './defaults.js';
import type { ColumnDraft, IndexDraft } from './draft.js';
import { checkIdentifier } from './identifiers.js';
import {
  columnPart,
  type FindColumn,
  type IndexWords,
  includedColumns,
  indexMethod,
  indexParts,
  isForOtherVendors,
} from './index-parts.js';
import type { TableWork } from './table.js';
import { sqlFor } from './verbatim-sql.js';

/** The indexes and uniques a table's XML gives, and those that behaviors and heavyIndexing ask for. */
export function addIndexes(context: Context, work: TableWork): void {
  for (const element of work.element.children) {
    if (element.name === 'index') addIndex(context, work, element, 'i');
    else if (element.name === 'unique') addIndex(context, work, element, 'u');
  }
  const { table } = work;
  for (const { columns: names, unique = false } of work.requestedIndexes) {
    const columns = names.flatMap((name) => work.columns.get(name.toLowerCase()) ?? []);
    if (columns.length < names.length) continue;
    const list = unique ? table.uniques : table.indexes;
    if (!list.some((other) => coversExactly(other, columns))) {
      list.push(namedIndex(context, work, columns, unique ? 'u' : 'i'));
    }
  }
  for (const unique of work.exchanged.size > 0 ? table.uniques : []) {
    unique.exchanged = uniqueColumns(unique)?.find((column) => work.exchanged.has(column.name.toLowerCase()));
  }
  const heavy =
    work.element.attributes['heavyIndexing'] === undefined
      ? work.around.defaults.heavyIndexing
      : flag(work.element, 'heavyIndexing');
  if (heavy && !work.gaps.has('columns')) {
    const key = table.primaryKeyParts.map(({ column }) => column);
    for (let from = 1; from < key.length; from++) {
      const index = namedIndex(context, work, key.slice(from), 'i');
      // The schema may have written it already.
      if (!table.indexes.some((other) => other.name.toLowerCase() === index.name.toLowerCase()))
        table.indexes.push(index);
    }
  }
}

/** True for an index over these columns in this order, whole ones, and of all rows. */
const coversExactly = (index: IndexDraft, columns: readonly ColumnDraft[]): boolean =>
  isPlainIndex(index) &&
  index.columns.length === columns.length &&
  index.columns.every((part, i) => part.column === columns[i] && part.size === undefined);

/** An index over columns, named as Propel names it. */
export function namedIndex(context: Context, work: TableWork, columns: readonly Column[], kind: 'i' | 'u'): IndexDraft {
  const words: IndexWords = {
    columns: columns.map(columnPart),
    include: [],
    where: undefined,
    using: undefined,
    nullsNotDistinct: false,
  };
  return {
    name: indexName(context, work, words, kind),
    ...words,
    exchanged: undefined,
    vendor: new Map(),
    origin: work.table.origin,
  };
}

function indexName(context: Context, work: TableWork, words: IndexWords, kind: 'i' | 'u'): string {
  const identity = indexIdentity({
    ...words,
    columns: words.columns.map((part) => ({ ...part, name: part.column?.name })),
    include: words.include.map(({ name }) => name),
  });
  return constraintName(work.table.name, kind, identity, context.options.identifierLimit);
}

function addIndex(context: Context, work: TableWork, element: Element, kind: 'i' | 'u'): void {
  const { table } = work;
  const childName = kind === 'i' ? 'index-column' : 'unique-column';
  const children = childrenNamed(element, childName);
  const included = childrenNamed(element, 'include-column');
  if (isForOtherVendors(context, element, children)) return;
  const find: FindColumn = (child, attribute) => findColumn(context, work, child, attribute);
  const columns = indexParts(context, children, find);
  const include = includedColumns(context, included, find);
  const vendor = vendorOf(element);
  const where = sqlFor(context, element, 'where');
  const using = indexMethod(context, element, vendor);
  if (children.length === 0 && !context.flaws.mayLack(element, childName)) {
    fail(
      context,
      element,
      undefined,
      'schema/index',
      `this ${element.name} has no columns`,
      `add <${childName} name="…"/>`,
    );
  }
  const isWhole = ![element, ...children, ...included].some((each) => context.flaws.has(each));
  const isRead = columns.length === children.length && include.length === included.length;
  const isJudged = where !== undefined || element.attributes['where'] === undefined;
  if (columns.length === 0 || !isRead || !isJudged || !isWhole) {
    work.gaps.add('indexes');
    return;
  }
  if (columns.some(({ column }) => column && context.doubts.isVague(column.origin))) context.doubts.addVague(element);
  const words: IndexWords = { columns, include, where, using, nullsNotDistinct: flag(element, 'nullsNotDistinct') };
  const index: IndexDraft = {
    name: explicitName(context, element) ?? indexName(context, work, words, kind),
    ...words,
    exchanged: undefined,
    vendor,
    origin: element,
  };
  const same = [...table.indexes, ...table.uniques].find(
    (other) => other.name.toLowerCase() === index.name.toLowerCase(),
  );
  if (same) {
    fail(
      context,
      element,
      element.attributes['name'] === undefined ? undefined : 'name',
      'schema/index-twice',
      `table ${quoted(table.name)} has an index ${quoted(index.name)} already`,
      element.attributes['name'] === undefined
        ? 'two indexes over the same columns are one too many: remove one'
        : 'rename or remove one',
      { message: 'it is here', origin: same.origin, attribute: 'name' },
    );
    return;
  }
  (kind === 'i' ? table.indexes : table.uniques).push(index);
}

/** The name an element gives to its constraint or index, cut if the vendor cannot hold it. */
export function explicitName(context: Context, element: Element): string | undefined {
  const name = value(element, 'name');
  if (name === undefined || !checkIdentifier(context, element, 'name', element.name)) return undefined;
  const fitted = fitIdentifier(name, context.options.identifierLimit);
  if (fitted !== name) {
    context.reporter.warning({
      code: 'schema/name-cut',
      message: `the name of this ${element.name} is longer than the database holds (${context.options.identifierLimit.max} ${context.options.identifierLimit.unit})`,
      span: attributeSpan(element, 'name'),
      help: `it becomes ${quoted(fitted)}`,
    });
  }
  return fitted;
}

/** The column that an attribute names, or a diagnostic with the nearest one. */
export function findColumn(
  context: Context,
  work: TableWork,
  element: Element,
  attribute: string,
): ColumnDraft | undefined {
  const name = element.attributes[attribute] ?? '';
  const column = work.columns.get(name.toLowerCase());
  if (column?.name === name) return column;
  if (name === '' || work.unbuilt.has(name) || !work.allColumnsKnown) return undefined;
  fail(
    context,
    element,
    attribute,
    'schema/unknown-column',
    `table ${quoted(work.table.name)} has no column ${quoted(name)}`,
    context.reporter.suggestions.of(name, [...work.table.columns.map((other) => other.name), ...work.unbuilt]),
  );
  return undefined;
}
