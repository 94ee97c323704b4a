import { phpString } from '../../../languages/php/literal.js';
import type { Column } from '../../../model/model.js';
import { listText } from '../../../model/stored-text.js';
import { splitList } from '../../../model/value-list.js';
import { wireBytes } from './bytes.js';
import { columnName, runtime, withDefault } from './source.js';
import type { PhpValue, ValueContext } from './value.js';

/**
 * A JSON document, kept as its text and made an array on each reading: an array is not all of a document (`{}` and `[]`
 * are one array at the top), and what is saved must not depend on whether somebody looked at it.
 */
export function jsonValue(column: Column, context: ValueContext): PhpValue {
  const json = (): string => runtime(context, 'JsonValue');
  const array = 'array<array-key, mixed>';
  return {
    stored: 'string',
    returns: 'array',
    returnsDoc: array,
    accepts: 'array|string',
    acceptsDoc: `${array}|string`,
    fromRow: (value) => `(string) ${value}`,
    read: (stored) => `${json()}::read(${stored}, ${columnName(context)})`,
    accept: (value) => `${json()}::of(${value}, ${columnName(context)})`,
    differs: (current, next) => `${json()}::differs(${current}, ${next})`,
    // Whoever sets what the getter gave has not made a list of an empty object.
    keeps: (given, stored) => `${given} === [] && ${json()}::isEmptyObject(${stored})`,
    pdoType: 'STR',
    ...withDefault(column, phpString),
  };
}

/** A list of strings: the database's text until it is read. */
export function listValue(column: Column, context: ValueContext): PhpValue {
  const made = (value: string): string => `${runtime(context, 'TextList')}::of(${value}, ${columnName(context)})`;
  return {
    stored: 'array|string',
    storedDoc: 'list<string>|string',
    returns: 'array',
    returnsDoc: 'list<string>',
    accepts: 'array',
    acceptsDoc: 'array<array-key, string>',
    fromRow: (value) => `(string) ${value}`,
    read: (stored) => `${runtime(context, 'TextList')}::read(${stored})`,
    memoize: true,
    accept: made,
    differs: (current, next) => `(\\is_array(${current}) ? ${made(current)} : ${current}) !== ${next}`,
    bind: (stored) => `(\\is_string(${stored}) ? ${stored} : ${made(stored)})`,
    pdoType: 'STR',
    ...withDefault(column, (text) => phpString(listText(splitList(text)))),
  };
}

/** The classes that `phpType` names for an OBJECT: `App\\Address`, `\\App\\Point|App\\Area`; none for `mixed`. */
export function objectClasses(phpType: string | undefined): readonly string[] {
  const names = (phpType ?? 'mixed').split('|').map((name) => name.replace(/^\\/, ''));
  return names.filter((name) => name.toLowerCase() !== 'mixed');
}

/** An object, kept in its serialized form: what a caller does to the object it got does not change the row unseen. */
export function objectValue(column: Column, context: ValueContext): PhpValue {
  const named = objectClasses(column.php.phpType);
  const isMixed = named.length === 0;
  const functions = (): string => runtime(context, 'SerializedObject');
  const type = (): string => (isMixed ? 'mixed' : named.map((name) => context.use(name)).join('|'));
  const classes = (): string => `[${named.map((name) => `${context.use(name)}::class`).join(', ')}]`;
  return {
    stored: 'string',
    get returns() {
      return type();
    },
    get accepts() {
      return type();
    },
    ...wireBytes(context),
    read: (stored) => `${functions()}::${isMixed ? 'read' : 'readAs'}(${stored}, ${classes()}, ${columnName(context)})`,
    accept: (value) => `${functions()}::of(${value}, ${classes()}, ${columnName(context)})`,
  };
}
