import { quoted } from '../../diagnostics/printable.js';
import { type ColumnTypeName, isColumnType, TYPE_ALIASES } from '../../model/column-type.js';
import type { ColumnDefault, DomainCheck, DomainType, EnumType, NativeType } from '../../model/model.js';
import type { Element } from '../element.js';
import { checkExpression } from './checks.js';
import { type Context, childrenNamed, fail, flag, number, value } from './context.js';
import type { DatabaseDefaults } from './defaults.js';
import type { Draft } from './draft.js';
import { checkIdentifier, checkLength } from './identifiers.js';
import { labels } from './labels.js';
import { arrayElement } from './native-column.js';
import { checkSize } from './size.js';
import { checkVerbatim } from './verbatim-sql.js';

type DomainDraft = Draft<DomainType>;

/** The types that a database has besides its tables, in an order in which they can be made. */
export function buildNativeTypes(context: Context, documents: readonly DatabaseDefaults[]): readonly NativeType[] {
  const types: (EnumType | DomainDraft)[] = [];
  const seen = new Map<string, Element>();
  for (const defaults of documents) {
    for (const element of defaults.element.children) {
      const build = element.name === 'enum-type' ? enumType : element.name === 'domain-type' ? domainType : undefined;
      if (build === undefined) continue;
      const type = build(context, element, defaults);
      if (type === undefined) continue;
      const key = JSON.stringify([type.schema ?? null, type.name]);
      const first = seen.get(key);
      if (first === undefined) {
        seen.set(key, element);
        types.push(type);
        continue;
      }
      fail(
        context,
        element,
        'name',
        'schema/type-twice',
        `there is a type ${quoted(type.name)} already`,
        'remove one, or rename it',
        { message: 'it is here', origin: first, attribute: 'name' },
      );
    }
  }
  return ordered(context, types);
}

/** What both kinds have. */
function common(
  context: Context,
  element: Element,
  defaults: DatabaseDefaults,
): Pick<NativeType, 'name' | 'schema' | 'description' | 'skipSql' | 'origin'> | undefined {
  const name = element.attributes['name'] ?? '';
  checkLength(context, element, 'name', name, 'type');
  const isNamed = checkIdentifier(context, element, 'name', 'type');
  const isPlaced = value(element, 'schema') === undefined || checkIdentifier(context, element, 'schema', 'schema');
  if (!isNamed || !isPlaced) return undefined;
  return {
    name,
    schema: value(element, 'schema') ?? defaults.schema,
    description: value(element, 'description'),
    skipSql: defaults.referenceOnly,
    origin: element,
  };
}

function enumType(context: Context, element: Element, defaults: DatabaseDefaults): EnumType | undefined {
  const shared = common(context, element, defaults);
  const valueSet = labels(context, element, undefined, 'ENUM');
  return shared && { kind: 'enum', ...shared, valueSet };
}

function domainType(context: Context, element: Element, defaults: DatabaseDefaults): DomainDraft | undefined {
  const shared = common(context, element, defaults);
  checkVerbatim(context, element);
  const sqlType = value(element, 'sqlType');
  const type = domainBase(context, element, sqlType);
  const checks = childrenNamed(element, 'check').flatMap((child) => domainCheck(context, child) ?? []);
  if (shared === undefined || type === undefined) return undefined;
  const elementType = arrayElement(context, element, type, undefined);
  const [size, scale] = [number(element, 'size'), number(element, 'scale')];
  const sized = checkSize(context, element, elementType ?? type, size, scale, sqlType !== undefined);
  return {
    kind: 'domain',
    ...shared,
    type,
    size: sized.size,
    scale: sized.scale,
    sqlType,
    valueSet: [],
    base: undefined,
    elementType,
    notNull: flag(element, 'required'),
    default: domainDefault(context, element),
    checks,
  };
}

function domainBase(context: Context, element: Element, sqlType: string | undefined): ColumnTypeName | undefined {
  const given = value(element, 'type')?.toUpperCase();
  if (given !== undefined) return isColumnType(given) ? (TYPE_ALIASES[given] ?? given) : undefined;
  if (sqlType !== undefined) return 'LONGVARCHAR';
  if (context.flaws.isUnknown(element, 'type', 'sqlType')) return undefined;
  const message = `domain-type ${quoted(element.attributes['name'] ?? '')} has no type`;
  fail(context, element, undefined, 'schema/missing-type', message, 'add type="…" or sqlType="…"');
  return undefined;
}

function domainDefault(context: Context, element: Element): ColumnDefault | undefined {
  const given = element.attributes['defaultExpr'];
  if (given === undefined) return undefined;
  if (given.trim() !== '') return { kind: 'expression', sql: given.trim() };
  const help = 'write an SQL expression, or remove it';
  fail(context, element, 'defaultExpr', 'schema/default', 'defaultExpr is empty', help);
  return undefined;
}

function domainCheck(context: Context, element: Element): DomainCheck | undefined {
  const expression = checkExpression(context, element);
  if (expression === undefined) return undefined;
  const name = value(element, 'name');
  if (name !== undefined) {
    checkLength(context, element, 'name', name, 'check');
    if (!checkIdentifier(context, element, 'name', 'check')) return undefined;
  }
  return { name, expression, origin: element };
}

const SQL_NAME = /^("(?:[^"]|"")+"|[\w$]+)(?:\s*\.\s*("(?:[^"]|"")+"|[\w$]+))?$/;

const named = (part: string): string =>
  part.startsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : part.toLowerCase();

/** The type of the schema that an SQL type is, if it is one. */
export function typeOfSql<T extends NativeType>(sqlType: string, types: readonly T[]): T | undefined {
  const [, first = '', second] = SQL_NAME.exec(sqlType.trim()) ?? [];
  if (first === '') return undefined;
  const [schema, name] = second === undefined ? [undefined, named(first)] : [named(first), named(second)];
  return types.find((type) => type.name === name && type.schema === schema);
}

/** Each type behind those that it is made of. A domain over an enum type has its labels. */
function ordered(context: Context, types: readonly (EnumType | DomainDraft)[]): readonly NativeType[] {
  const done = new Set<NativeType>();
  const open = new Set<NativeType>();
  const visit = (type: EnumType | DomainDraft): void => {
    if (done.has(type)) return;
    if (type.kind === 'domain' && type.sqlType !== undefined) {
      const base = typeOfSql(type.sqlType, types);
      open.add(type);
      if (base !== undefined && open.has(base)) {
        const element = type.origin as Element;
        const message = `domain-type ${quoted(type.name)} is made of itself`;
        fail(context, element, 'sqlType', 'schema/type-cycle', message, 'name a type of the vendor at the end');
      } else if (base !== undefined) {
        visit(base);
        type.base = base;
        type.valueSet = base.valueSet;
        // So does the server, when the domain is made.
        if (base.kind === 'domain') type.default ??= base.default;
        if (base.valueSet.length > 0) type.type = 'ENUM';
      }
      open.delete(type);
    }
    if (type.kind === 'domain' && type.type === 'ENUM' && type.valueSet.length === 0) {
      const element = type.origin as Element;
      const message = `domain-type ${quoted(type.name)} has no labels`;
      if (!context.flaws.isUnknown(element, 'sqlType')) {
        fail(context, element, 'type', 'schema/native-type', message, 'name an enum-type with sqlType="…"');
      }
    }
    done.add(type);
  };
  types.filter(({ kind }) => kind === 'enum').forEach(visit);
  types.forEach(visit);
  return [...done];
}
