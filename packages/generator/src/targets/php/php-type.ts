import { isPhpClassName, isReservedClassName } from '../../languages/php/names.js';
import type { TypeFamily } from '../../model/column-type.js';
import type { Column } from '../../model/model.js';

const TEMPORAL = ['datetimeimmutable', 'datetimeinterface'];

/** What `phpType` may say of a column, in lower case: the type it has anyway, or another one that it can have. */
const PHP_TYPES: Readonly<Record<Exclude<TypeFamily, 'object'>, readonly string[]>> = {
  text: ['string'],
  integer: ['int', 'integer', 'string'],
  decimal: ['string'],
  float: ['float', 'double'],
  boolean: ['bool', 'boolean'],
  binary: ['string'],
  date: TEMPORAL,
  time: TEMPORAL,
  datetime: TEMPORAL,
  enum: ['string'],
  set: ['string', 'array'],
  json: ['array'],
  array: ['array'],
  uuid: ['string'],
  geometry: ['string'],
};

const HELP: Readonly<Record<Exclude<TypeFamily, 'object'>, string>> = {
  text: 'it is a string: remove phpType',
  integer: 'it is an int; phpType="string" is for numbers beyond 64 bits',
  decimal: 'it is a string, which keeps every digit: remove phpType',
  float: 'it is a float: remove phpType',
  boolean: 'it is a bool: remove phpType',
  binary: 'it is a string of bytes; a BLOB is read as a stream, or as a string with phpType="string"',
  date: 'it is a DateTimeImmutable: remove phpType',
  time: 'it is a DateTimeImmutable: remove phpType',
  datetime: 'it is a DateTimeImmutable: remove phpType',
  enum: 'it is a generated enum, or the label itself with phpType="string"',
  set: 'it is a list of a generated enum, or a list of labels with phpType="string"',
  json: 'it is an array: remove phpType',
  array: 'it is a list of strings: remove phpType',
  uuid: 'it is a string: remove phpType',
  geometry: 'it is a string: remove phpType',
};

/** How to fix a `phpType` that the column cannot have, or undefined when it can. */
export function phpTypeProblem(column: Column, phpType: string): string | undefined {
  const bare = phpType.replace(/^\\/, '');
  if (column.family === 'object') {
    const isClass = (name: string): boolean =>
      isPhpClassName(name) && !isReservedClassName(name.slice(name.lastIndexOf('\\') + 1));
    return bare.toLowerCase() === 'mixed' || phpType.split('|').every((name) => isClass(name.replace(/^\\/, '')))
      ? undefined
      : 'write the name of a class with its namespace, several with | between them, or remove phpType';
  }
  if (column.type === 'BLOB' && bare.toLowerCase() === 'resource') return undefined;
  return PHP_TYPES[column.family].includes(bare.toLowerCase()) ? undefined : HELP[column.family];
}
