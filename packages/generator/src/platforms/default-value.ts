import type { Column } from '../model/model.js';
import { arrayText, listText } from '../model/stored-text.js';
import { splitList } from '../model/value-list.js';
import { setMask } from './value-set.js';

/** A default value in the form it is stored: what a vendor has to write as a literal. */
export type StoredValue =
  | { readonly kind: 'number'; readonly value: string }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'bytes'; readonly value: Buffer }
  | { readonly kind: 'uuid'; readonly value: string }
  | { readonly kind: 'date' | 'time' | 'datetime'; readonly value: string };

/** What a schema's default value is once it lies in the row. The schema check has made sure that it is valid. */
export function storedDefault(column: Column, value: string): StoredValue {
  switch (column.family) {
    case 'integer':
    case 'decimal':
    case 'float':
      return { kind: 'number', value };
    case 'boolean':
      return { kind: 'boolean', value: value === 'true' };
    case 'binary':
      return { kind: 'bytes', value: Buffer.from(value) };
    case 'uuid':
      return { kind: 'uuid', value: value.toLowerCase() };
    case 'date':
    case 'time':
    case 'datetime':
      return { kind: column.family, value };
    case 'enum':
      return column.enumStorage === 'index'
        ? { kind: 'number', value: String(column.valueSet.indexOf(value)) }
        : { kind: 'text', value };
    case 'set':
      return { kind: 'number', value: String(setMask(column.valueSet, value)) };
    case 'array':
      return {
        kind: 'text',
        value: (column.elementType === undefined ? listText : arrayText)(splitList(value)),
      };
    case 'text':
    case 'json':
    case 'object':
    case 'geometry':
      return { kind: 'text', value };
  }
}

/** The 16 bytes of a UUID; with `swap` in MySQL's order, whose high time bits come first so that indexes grow at the end. */
export function uuidBytes(uuid: string, swap: boolean): Buffer {
  const plain = Buffer.from(uuid.replaceAll('-', ''), 'hex');
  if (!swap) return plain;
  return Buffer.concat([plain.subarray(6, 8), plain.subarray(4, 6), plain.subarray(0, 4), plain.subarray(8)]);
}
