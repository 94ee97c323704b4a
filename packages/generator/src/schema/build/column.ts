import pluralize from 'pluralize';
import { quoted } from '../../diagnostics/printable.js';
import { COLUMN_TYPES, type ColumnTypeName, isColumnType, TYPE_ALIASES } from '../../model/column-type.js';
import { checkDefault } from '../../model/default-check.js';
import type { ColumnDefault, Visibility } from '../../model/model.js';
import { isRequiredType } from '../../model/native-type.js';
import { codeName, type NamingMethod } from '../code-names.js';
import { attributeSpan, type Element, elementSpan } from '../element.js';
import { strangerName } from '../flaws.js';
import { type Context, fail, flag, number, value } from './context.js';
import { type DatabaseDefaults, vendorOf } from './defaults.js';
import type { ColumnDraft } from './draft.js';
import { checkGenerated, generatedValue } from './generated.js';
import { checkIdentifier, checkLength, oldName } from './identifiers.js';
import { labels } from './labels.js';
import { arrayElement, nativeTypeOf, typeOfNative } from './native-column.js';
import { checkSize } from './size.js';
import { checkVerbatim } from './verbatim-sql.js';

/** What a column needs to know of its table. */
export interface ColumnSurroundings {
  readonly defaults: DatabaseDefaults;
  readonly table: Element;
  readonly naming: NamingMethod;
  readonly accessorVisibility: Visibility;
  readonly mutatorVisibility: Visibility;
  /** Columns that were built without diagnostics, by their attributes: for tables that set nothing for their columns. */
  readonly alike: Map<Element['attributes'], ColumnDraft>;
}

/** Attributes without which nothing can be said of the values of a column. */
const DECISIVE = ['type', 'elementType', 'domain', 'nativeType', 'size', 'scale', 'sqlType', 'valueSet'];

/**
 * A column; one that is written like an earlier one differs from it only by its place. Nothing if an error, already
 * reported, leaves its values unknown: what else is wrong in its tag is reported all the same.
 */
export function buildColumn(context: Context, element: Element, around: ColumnSurroundings): ColumnDraft | undefined {
  const known = around.alike.get(element.attributes);
  if (known && element.children.length === 0) return columnAt(known, element);
  const before = context.reporter.count + context.once.count;
  const column = makeColumn(context, element, around);
  if (context.flaws.isUnknown(element, ...DECISIVE)) return undefined;
  if (column && element.children.length === 0 && context.reporter.count + context.once.count === before) {
    around.alike.set(element.attributes, column);
  }
  return column;
}

/** The same column in another place. Written out, because objects made by spreading are slow to freeze and to read. */
function columnAt(column: ColumnDraft, origin: Element): ColumnDraft {
  return {
    name: column.name,
    renamedFrom: column.renamedFrom,
    memberName: column.memberName,
    memberNameSingular: column.memberNameSingular,
    type: column.type,
    family: column.family,
    size: column.size,
    scale: column.scale,
    sqlType: column.sqlType,
    nativeType: column.nativeType,
    elementType: column.elementType,
    notNull: column.notNull,
    primaryKey: column.primaryKey,
    autoIncrement: column.autoIncrement,
    default: column.default,
    generated: column.generated,
    valueSet: column.valueSet,
    enumStorage: column.enumStorage,
    description: column.description,
    primaryString: column.primaryString,
    lazyLoad: column.lazyLoad,
    php: column.php,
    typescript: column.typescript,
    vendor: column.vendor,
    origin,
  };
}

function makeColumn(context: Context, element: Element, around: ColumnSurroundings): ColumnDraft | undefined {
  const name = element.attributes['name'] ?? '';
  const isNamed = checkIdentifier(context, element, 'name', 'column');
  checkLength(context, element, 'name', name, 'column');
  checkVerbatim(context, element);
  const domain = findDomain(context, element, around.defaults);
  if (domain === 'unknown') return undefined;
  const native = nativeTypeOf(context, element, around.defaults);
  if (native === 'unknown') return undefined;
  const type = native === undefined ? columnType(context, element, domain) : typeOfNative(context, element, native);
  if (type === undefined) return undefined;
  const elementType = arrayElement(context, element, type, native);
  // A domain says its own size.
  const own = native?.kind === 'domain' ? native : undefined;
  const attribute = (key: string): string | undefined => value(element, key) ?? (domain && value(domain, key));
  const given = (key: string): number | undefined => number(element, key) ?? (domain && number(domain, key));
  const sized =
    own ??
    checkSize(context, element, elementType ?? type, given('size'), given('scale'), attribute('sqlType') !== undefined);
  const primaryKey = flag(element, 'primaryKey');
  const code = columnCodeName(element, around);
  const column: ColumnDraft = {
    name,
    renamedFrom: oldName(context, element, 'column'),
    memberName: code,
    memberNameSingular:
      value(element, 'phpSingularName') ?? (type === 'ARRAY' || type === 'SET' ? singular(code) : code),
    type,
    family: COLUMN_TYPES[type].family,
    size: sized.size,
    scale: sized.scale,
    sqlType: native === undefined ? attribute('sqlType') : undefined,
    nativeType: native,
    elementType,
    notNull: primaryKey || flag(element, 'required') || (type !== 'ARRAY' && isRequiredType(own)),
    primaryKey,
    autoIncrement: flag(element, 'autoIncrement'),
    default: undefined,
    generated: generatedValue(context, element),
    valueSet: native?.valueSet ?? labels(context, element, domain, type),
    enumStorage: native?.valueSet.length ? 'native' : enumStorage(context, element, around, type),
    description: attribute('description'),
    primaryString: flag(element, 'primaryString'),
    lazyLoad: flag(element, 'lazyLoad'),
    php: {
      phpType: value(element, 'phpType'),
      typeHint: value(element, 'typeHint'),
      tableMapName: value(element, 'tableMapName') ?? name,
      accessorVisibility: (value(element, 'accessorVisibility') as Visibility | undefined) ?? around.accessorVisibility,
      mutatorVisibility: (value(element, 'mutatorVisibility') as Visibility | undefined) ?? around.mutatorVisibility,
    },
    typescript: { tsType: value(element, 'tsType') },
    vendor: vendorOf(element, domain ? vendorOf(domain) : undefined),
    origin: element,
  };
  column.default = columnDefault(context, element, domain, column) ?? (own?.type === type ? own.default : undefined);
  checkAutoIncrement(context, element, column);
  checkGenerated(context, element, column);
  return isNamed ? column : undefined;
}

/** The name in code, which does not depend on what else is known of the column. */
export function columnCodeName(element: Element, around: ColumnSurroundings): string {
  const name = element.attributes['name'] ?? '';
  const prefix = value(element, 'prefix') ?? value(around.table, 'columnPrefix') ?? '';
  const naming = (value(element, 'phpNamingMethod') as NamingMethod | undefined) ?? around.naming;
  const bare = prefix !== '' && name.startsWith(prefix) && name !== prefix ? name.slice(prefix.length) : name;
  return value(element, 'phpName') ?? codeName(bare, naming);
}

const singulars = new Map<string, string>();

/** The pluralizer goes through a hundred rules; column names repeat from table to table. */
function singular(word: string): string {
  let known = singulars.get(word);
  if (known === undefined) {
    // To the pluralizer `S` is the plural of nothing.
    known = pluralize.singular(word) || word;
    singulars.set(word, known);
  }
  return known;
}

function findDomain(context: Context, element: Element, defaults: DatabaseDefaults): Element | undefined | 'unknown' {
  const name = value(element, 'domain');
  if (name === undefined) return undefined;
  const domain = defaults.domains.get(name);
  if (domain) return context.flaws.has(domain) ? 'unknown' : domain;
  const strangers = context.flaws
    .strangers(defaults.element)
    .filter(({ kind }) => kind === undefined || kind === 'domain');
  if (strangers.some((stranger) => [name, undefined].includes(strangerName(stranger)))) return 'unknown';
  fail(
    context,
    element,
    'domain',
    'schema/unknown-domain',
    `there is no domain ${quoted(name)}`,
    context.reporter.suggestions.of(name, [...defaults.domains.keys()]) ??
      'add <domain name="…" type="…"/> to <database>',
  );
  return 'unknown';
}

function columnType(context: Context, element: Element, domain: Element | undefined): ColumnTypeName | undefined {
  const given = value(domain ?? element, 'type');
  if (domain && value(element, 'type') !== undefined) {
    fail(
      context,
      element,
      'type',
      'schema/type-and-domain',
      'a column takes its type from "type" or from "domain", not from both',
      'remove one of them',
    );
  }
  if (given === undefined) {
    if (context.flaws.isUnknown(element, 'type', 'domain')) return undefined;
    fail(
      context,
      element,
      undefined,
      'schema/missing-type',
      `column ${quoted(element.attributes['name'] ?? '')} has no type`,
      'add type="…": Propel takes VARCHAR there, so write type="VARCHAR" to keep that',
    );
    return undefined;
  }
  const upper = given.toUpperCase();
  if (!isColumnType(upper)) return undefined;
  return TYPE_ALIASES[upper] ?? upper;
}

function enumStorage(
  context: Context,
  element: Element,
  around: ColumnSurroundings,
  type: ColumnTypeName,
): 'label' | 'index' | 'native' {
  const own = value(element, 'enumStorage');
  if (type !== 'ENUM') {
    if (own !== undefined) {
      fail(context, element, 'enumStorage', 'schema/enum-storage', 'enumStorage belongs to ENUM columns', 'remove it');
    }
    return 'label';
  }
  const storage = own ?? value(around.table, 'enumStorage') ?? around.defaults.enumStorage;
  if (storage === undefined && !context.reporter.hasErrors) {
    context.once.add(
      'schema/enum-storage',
      () => attributeSpan(element, 'type'),
      (count) => `ENUM ${count === 1 ? 'is' : `columns (${count}) are`} stored as labels; Propel stores positions`,
      'for tables that Propel made, set enumStorage="index" on <database>, <table> or <column>; enumStorage="label" silences this',
    );
  }
  return storage === 'index' || storage === 'native' ? storage : 'label';
}

function columnDefault(
  context: Context,
  element: Element,
  domain: Element | undefined,
  column: ColumnDraft,
): ColumnDefault | undefined {
  const from = ['defaultValue', 'default', 'defaultExpr'].some((name) => element.attributes[name] !== undefined)
    ? element
    : domain;
  if (!from) return undefined;
  const given = ['defaultValue', 'default', 'defaultExpr'].filter((name) => from.attributes[name] !== undefined);
  const [attribute, second] = given;
  if (attribute === undefined) return undefined;
  // Whether it fits is known only when the size and the labels are.
  if (from === element && context.flaws.isUnknown(element, ...DECISIVE)) return undefined;
  // A domain is judged at its first use: what is wrong there is wrong once.
  if (from === domain && context.reported.has(from)) return undefined;
  const before = context.reporter.errorCount;
  const result = readDefault(context, element, from, attribute, second, column);
  if (from === domain && context.reporter.errorCount > before) context.reported.add(from);
  return result;
}

function readDefault(
  context: Context,
  element: Element,
  from: Element,
  attribute: string,
  second: string | undefined,
  column: ColumnDraft,
): ColumnDefault | undefined {
  if (second !== undefined) {
    fail(
      context,
      from,
      second,
      'schema/two-defaults',
      `a column has one default: "${attribute}" and "${second}" are both given`,
      'remove one of them',
    );
    return undefined;
  }
  const text = from.attributes[attribute] ?? '';
  if (attribute === 'defaultExpr') {
    if (text.trim() !== '') return { kind: 'expression', sql: text.trim() };
    fail(context, from, attribute, 'schema/default', 'defaultExpr is empty', 'write an SQL expression, or remove it');
    return undefined;
  }
  // Propel reads the literal word as "no default".
  if (text.toLowerCase() === 'null') return undefined;
  if (column.sqlType !== undefined && text === '') return { kind: 'value', value: text };
  const checked = checkDefault(column, text);
  if (typeof checked === 'string') return { kind: 'value', value: checked };
  context.reporter.error({
    code: 'schema/default',
    message: `column "${column.name}": ${checked.message}`,
    span: attributeSpan(from, attribute),
    help: checked.help,
    related: from === element ? undefined : { message: 'the column that uses it', span: elementSpan(element) },
  });
  return undefined;
}

function checkAutoIncrement(context: Context, element: Element, column: ColumnDraft): void {
  if (!column.autoIncrement) return;
  const report = (message: string, help: string): void =>
    fail(context, element, 'autoIncrement', 'schema/auto-increment', message, help);
  if (column.family !== 'integer') {
    report(`a column of type ${column.type} cannot be an auto-increment column`, 'use INTEGER or BIGINT');
  }
  if (column.default) report('an autoIncrement column cannot have a default', 'remove the default');
}
