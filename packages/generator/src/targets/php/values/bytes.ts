import { phpString } from '../../../languages/php/literal.js';
import type { Column } from '../../../model/model.js';
import { columnName, type Form, isPhpString, runtime, withDefault } from './source.js';
import type { PhpValue, ValueContext } from './value.js';

/** Bytes of a row as a string. */
function storedBytes(context: ValueContext): (value: string) => string {
  switch (context.pdo.bytes) {
    case 'string':
      return (value) => `(string) ${value}`;
    case 'stream':
      return (value) => `${runtime(context, 'Bytes')}::ofRow(${value})`;
    case 'hex':
      return (value) => `(string) \\hex2bin((string) ${value})`;
  }
}

/** How bytes arrive and are bound. */
export function wireBytes(context: ValueContext): Pick<PhpValue, 'arrives' | 'fromRow' | 'bind' | 'pdoType'> {
  const { bytes: arrives } = context.pdo;
  const fromRow = storedBytes(context);
  if (arrives !== 'hex') return { arrives, fromRow, pdoType: 'LOB' };
  return { arrives, fromRow, bind: (stored) => `\\bin2hex(${stored})`, pdoType: 'STR' };
}

/** Bytes; those of a BLOB are read as a stream. */
export function bytesValue(column: Column, form: Form<'bytes'>, context: ValueContext): PhpValue {
  const common = {
    stored: 'string',
    ...wireBytes(context),
    toText: (exported: string) => `\\base64_encode(${exported})`,
    fromText: (text: string) => `${runtime(context, 'Bytes')}::ofBase64(${text}, ${columnName(context)})`,
    ...withDefault(column, phpString),
  };
  if (column.type !== 'BLOB') {
    const { filled } = form;
    return {
      ...common,
      returns: 'string',
      accepts: 'string',
      ...(filled === undefined ? {} : { accept: (value: string) => `\\str_pad(${value}, ${filled}, "\\0")` }),
    };
  }
  const blob = {
    ...common,
    accepts: undefined,
    acceptsDoc: 'string|resource',
    accept: (value: string) => `${runtime(context, 'Bytes')}::of(${value}, ${columnName(context)})`,
  };
  if (isPhpString(column)) return { ...blob, returns: 'string' };
  return {
    ...blob,
    returns: undefined,
    returnsDoc: 'resource',
    read: (stored) => `${runtime(context, 'Bytes')}::stream(${stored})`,
    exported: (value) => `${runtime(context, 'Bytes')}::ofRow(${value})`,
  };
}

/** A UUID: always its 36 characters in PHP. */
export function uuidValue(column: Column, form: Form<'uuid'>, context: ValueContext): PhpValue {
  const uuid = (): string => runtime(context, 'Uuid');
  const common = {
    stored: 'string',
    returns: 'string',
    accepts: 'string|\\Stringable',
    accept: (value: string) => `${uuid()}::of(${value}, ${columnName(context)})`,
    ...withDefault(column, (text) => phpString(text.toLowerCase())),
  };
  switch (form.form) {
    case 'text':
      return { ...common, fromRow: (value) => `(string) ${value}`, pdoType: 'STR' };
    case 'capital':
      return { ...common, fromRow: (value) => `\\strtolower((string) ${value})`, pdoType: 'STR' };
    default: {
      const { bytes: arrives } = context.pdo;
      if (arrives === 'hex') {
        return {
          ...common,
          arrives,
          fromRow: (value) => `${uuid()}::ofHex((string) ${value})`,
          bind: (stored) => `\\str_replace('-', '', ${stored})`,
          pdoType: 'STR',
        };
      }
      const [of, bytes] = form.form === 'swapped' ? ['ofSwappedBytes', 'swappedBytes'] : ['ofBytes', 'bytes'];
      return {
        ...common,
        arrives,
        fromRow: (value) => `${uuid()}::${of}(${storedBytes(context)(value)})`,
        bind: (stored) => `${uuid()}::${bytes}(${stored})`,
        pdoType: 'LOB',
      };
    }
  }
}

/** A geometry as the driver gives and takes it. */
export function geometryValue(form: Form<'geometry'>): PhpValue {
  return {
    stored: 'string',
    returns: 'string',
    accepts: 'string',
    fromRow: (value) => `(string) ${value}`,
    pdoType: form.kept === 'bytes' ? 'LOB' : 'STR',
  };
}
