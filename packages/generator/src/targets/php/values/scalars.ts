import { phpLiteral, phpString } from '../../../languages/php/literal.js';
import type { Column } from '../../../model/model.js';
import { canonicalDecimal } from '../../../model/stored-text.js';
import { columnName, emptyIsNull, type Form, isPhpString, runtime, withDefault } from './source.js';
import type { PhpValue, ValueContext } from './value.js';

export function textValue(column: Column, form: Form<'text'>, context: ValueContext): PhpValue {
  // Blanks at the end of a CHAR are no part of the value: some databases add them, some remove them.
  const bare = (value: string): string => (form.fixed ? `\\rtrim(${value}, ' ')` : value);
  const accept = (value: string): string =>
    context.pdo.textEndsAtZero
      ? `(\\str_contains(${value}, "\\0") ? throw ${runtime(context, 'Text')}::zeroByte(${value}, ${columnName(context)}) : ${bare(value)})`
      : bare(value);
  return {
    stored: 'string',
    returns: 'string',
    accepts: 'string',
    fromRow: (value) => (form.padded ? bare(`(string) ${value}`) : `(string) ${value}`),
    ...(form.fixed || context.pdo.textEndsAtZero ? { accept } : {}),
    pdoType: 'STR',
    ...withDefault(column, (text) => phpString(form.fixed ? text.replace(/ +$/, '') : text)),
  };
}

export function integerValue(column: Column, form: Form<'integer'>, context: ValueContext): PhpValue {
  if (!isPhpString(column)) {
    return {
      stored: 'int',
      returns: 'int',
      accepts: 'int',
      fromRow: (value) => `(int) ${value}`,
      pdoType: 'INT',
      ...withDefault(column, (text) => phpLiteral(BigInt(text))),
    };
  }
  return {
    stored: 'string',
    returns: 'string',
    accepts: 'int|string',
    fromRow: (value) => `(string) ${value}`,
    accept: emptyIsNull(
      column,
      (value) =>
        `${runtime(context, 'WholeNumber')}::of(${value}, ${phpString(form.range ?? '')}, ${columnName(context)})`,
    ),
    pdoType: 'STR',
    ...withDefault(column, phpString),
  };
}

export function floatValue(column: Column, form: Form<'float'>, context: ValueContext): PhpValue {
  return {
    stored: 'float',
    returns: 'float',
    accepts: 'float',
    // Words such as "Infinity" are zero to a cast, so a zero is looked at again.
    fromRow: (value) =>
      form.special ? `((float) ${value} ?: ${runtime(context, 'Real')}::word(${value}))` : `(float) ${value}`,
    ...(form.special
      ? {}
      : {
          accept: (value) =>
            `(\\is_finite(${value}) ? ${value} : throw ${runtime(context, 'Real')}::notFinite(${value}, ${columnName(context)}))`,
        }),
    bind: (stored) => `${runtime(context, 'Real')}::${form.single ? 'singleText' : 'text'}(${stored})`,
    pdoType: 'STR',
    ...withDefault(column, floatLiteral),
  };
}

function floatLiteral(text: string): string {
  const source = phpLiteral(Number(text));
  return /^-?\d+$/.test(source) ? `${source}.0` : source;
}

export function decimalValue(column: Column, form: Form<'decimal'>, context: ValueContext): PhpValue {
  const { size, scale } = form;
  return {
    stored: 'string',
    returns: 'string',
    accepts: 'string|int|float',
    fromRow: (value) => {
      if (form.kept === 'text') return `(string) ${value}`;
      return scale === undefined
        ? `${runtime(context, 'Decimal')}::ofNumber(${value})`
        : `\\sprintf('%.${scale}F', (float) ${value})`;
    },
    accept: emptyIsNull(
      column,
      (value) =>
        `${runtime(context, 'Decimal')}::of(${value}, ${size ?? 'null'}, ${scale ?? 'null'}, ${columnName(context)})`,
    ),
    pdoType: 'STR',
    ...withDefault(column, (text) => phpString(canonicalDecimal(text, scale))),
  };
}

/** Texts are taken for the words they are: PHP would make true of "false" before a setter of `bool` could see it. */
export function booleanValue(column: Column, form: Form<'boolean'>, context: ValueContext): PhpValue {
  return {
    stored: 'bool',
    returns: 'bool',
    accepts: 'bool|int|float|string',
    accept: (value) =>
      `(\\is_bool(${value}) ? ${value} : ${runtime(context, 'Boolean')}::of(${value}, ${columnName(context)}))`,
    fromRow: (value) => `(bool) ${value}`,
    ...(form.kept === 'integer'
      ? { bind: (stored: string) => `(int) ${stored}`, pdoType: 'INT' as const }
      : { pdoType: 'BOOL' as const }),
    ...withDefault(column, (text) => text),
  };
}
