import { phpString } from '../../../languages/php/literal.js';
import type { Column } from '../../../model/model.js';
import type { StorageForm } from '../../../plan/storage.js';
import type { PhpValue, ValueContext } from './value.js';

/** The storage form of one kind. */
export type Form<Kind extends StorageForm['kind']> = Extract<StorageForm, { kind: Kind }>;

/** A class of the runtime that handles values, as the file names it. */
export function runtime(context: ValueContext, className: string): string {
  return context.use(`Orm\\Runtime\\Value\\${className}`);
}

/** The column's name as the last argument of the runtime's functions: only their messages need it. */
export function columnName(context: ValueContext): string {
  return phpString(context.name);
}

/** The `default` of a value, where the schema gives one that PHP can know. */
export function withDefault(column: Column, source: (value: string) => string): Pick<PhpValue, 'default'> {
  return column.default?.kind === 'value' ? { default: source(column.default.value) } : {};
}

/** `accept` of a value that no empty text can be: an empty field of a form is null where the column may be null. */
export function emptyIsNull(column: Column, made: (value: string) => string): (value: string) => string {
  return (value) => (column.notNull ? made(value) : `(${value} === '' ? null : ${made(value)})`);
}

/** True for a column with `phpType="string"`. */
export function isPhpString(column: Column): boolean {
  return column.php.phpType?.toLowerCase() === 'string';
}

/** `['a', 'b']` */
export function phpStrings(texts: readonly string[]): string {
  return `[${texts.map(phpString).join(', ')}]`;
}
