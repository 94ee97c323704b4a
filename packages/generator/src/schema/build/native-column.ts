import { quoted } from '../../diagnostics/printable.js';
import {
  COLUMN_TYPES,
  type ColumnTypeName,
  isColumnType,
  isElementFamily,
  TYPE_ALIASES,
} from '../../model/column-type.js';
import type { NativeType } from '../../model/model.js';
import type { Element } from '../element.js';
import { strangerName } from '../flaws.js';
import { type Context, fail, value } from './context.js';
import type { DatabaseDefaults } from './defaults.js';

/** The enum type or domain that a column has. */
export function nativeTypeOf(
  context: Context,
  element: Element,
  defaults: DatabaseDefaults,
): NativeType | undefined | 'unknown' {
  const name = value(element, 'nativeType');
  if (name === undefined) return context.flaws.isUnknown(element, 'nativeType') ? 'unknown' : undefined;
  const { types } = context;
  const whole = ({ name: bare, schema }: NativeType): string => (schema === undefined ? bare : `${schema}.${bare}`);
  const alike = types.filter((type) => type.name === name);
  const found =
    types.find((type) => whole(type) === name) ??
    alike.find(({ schema }) => schema === defaults.schema) ??
    (alike.length === 1 ? alike[0] : undefined);
  if (found !== undefined) return found;
  const strangers = context.flaws
    .strangers(defaults.element)
    .filter(({ kind }) => kind === undefined || kind === 'enum-type' || kind === 'domain-type');
  // One that was refused was reported where it stands.
  const isRefused = defaults.element.children.some(
    (child) => (child.name === 'enum-type' || child.name === 'domain-type') && child.attributes['name'] === name,
  );
  if (isRefused || strangers.some((stranger) => [name, undefined].includes(strangerName(stranger)))) return 'unknown';
  fail(
    context,
    element,
    'nativeType',
    'schema/unknown-type',
    `there is no enum-type or domain-type ${quoted(name)}`,
    context.reporter.suggestions.of(name, types.map(whole)) ??
      'add <enum-type name="…" valueSet="…"/> or <domain-type name="…" type="…"/> to <database>',
  );
  return 'unknown';
}

/** Attributes that the type of the database says. */
const SAID = ['domain', 'size', 'scale', 'sqlType', 'valueSet'];

/** The column type of a column whose type is one of the database; the element says it or leaves it out. */
export function typeOfNative(context: Context, element: Element, native: NativeType): ColumnTypeName | undefined {
  if (context.flaws.isUnknown(element, 'type')) return undefined;
  const report = (attribute: string, message: string, help: string): void =>
    fail(context, element, attribute, 'schema/native-type', message, help);
  for (const attribute of SAID) {
    if (value(element, attribute) === undefined) continue;
    report(attribute, `${attribute} is said by the type ${quoted(native.name)}`, 'remove it from the column');
  }
  const storage = value(element, 'enumStorage');
  if (storage !== undefined && storage !== 'native') {
    report('enumStorage', `a column of a native type is not stored as ${storage}`, 'write enumStorage="native"');
  }
  const own = native.kind === 'enum' ? 'ENUM' : native.type;
  const given = value(element, 'type')?.toUpperCase();
  if (given === undefined || !isColumnType(given)) return own;
  const type = TYPE_ALIASES[given] ?? given;
  if (type === own || type === 'ARRAY') return type;
  report('type', `the type ${quoted(native.name)} is ${own}, not ${type}`, `write type="${own}", or remove it`);
  return undefined;
}

/** What the elements of an ARRAY are, where it is an array of the database and not a text. */
export function arrayElement(
  context: Context,
  element: Element,
  type: ColumnTypeName,
  native: NativeType | undefined,
): ColumnTypeName | undefined {
  const report = (message: string, help: string): ColumnTypeName | undefined => {
    fail(context, element, 'elementType', 'schema/element-type', message, help);
    return undefined;
  };
  const given = value(element, 'elementType')?.toUpperCase();
  const whole = native?.kind === 'domain' && native.type === 'ARRAY' ? native.elementType : undefined;
  const implied = native === undefined ? undefined : native.kind === 'enum' ? 'ENUM' : (whole ?? native.type);
  if (type !== 'ARRAY') {
    return given === undefined
      ? undefined
      : report(`${type} has no elements`, 'remove elementType, or write type="ARRAY"');
  }
  if (given === undefined || !isColumnType(given)) return implied;
  const elementType = TYPE_ALIASES[given] ?? given;
  if (implied !== undefined && elementType !== implied) {
    return report(`the elements are ${implied}, not ${elementType}`, `write elementType="${implied}", or remove it`);
  }
  if (elementType === 'ENUM' && implied === undefined) {
    return report('an array of labels needs an enum-type', 'add nativeType="…" with the name of one');
  }
  if (isElementFamily(COLUMN_TYPES[elementType].family)) return elementType;
  return report(`an array cannot hold elements of type ${elementType}`, 'use a table of its own for them');
}
