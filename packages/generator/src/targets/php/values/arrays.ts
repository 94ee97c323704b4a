import { phpString } from '../../../languages/php/literal.js';
import { COLUMN_TYPES } from '../../../model/column-type.js';
import type { Column } from '../../../model/model.js';
import { arrayText } from '../../../model/stored-text.js';
import { splitList } from '../../../model/value-list.js';
import type { Storage } from '../../../plan/storage.js';
import { columnName, type Form, runtime, withDefault } from './source.js';
import type { PhpValue, ValueContext } from './value.js';

/** How the values of one element are made: as those of a column of its type. */
type ElementValue = (column: Column, storage: Pick<Storage, 'form'>, context: ValueContext) => PhpValue;

/** A column of what the elements of an array are. An element may always be NULL, and has no default. */
export function elementColumn(column: Column): Column {
  const type = column.elementType ?? 'LONGVARCHAR';
  return {
    ...column,
    type,
    family: COLUMN_TYPES[type].family,
    elementType: undefined,
    notNull: true,
    default: undefined,
  };
}

/** An array of the database: its text, of which each reading makes an array. Elements go through the PHP of their type. */
export function arrayValue(
  column: Column,
  form: Form<'array'>,
  context: ValueContext,
  elementValue: ElementValue,
): PhpValue {
  const array = (): string => runtime(context, 'NativeArray');
  const one = elementColumn(column);
  const element = elementValue(one, form.element, context);
  const { form: inner } = form.element;
  const { kind } = inner;
  const read = (): string => {
    const stored = kind === 'boolean' ? "($v === 't' || $v === 'true')" : element.fromRow('$v');
    return `static fn (string $v) => ${element.read?.(stored) ?? stored}`;
  };
  const write = (): string => {
    const accepted = element.accept?.('$v') ?? '$v';
    const bound =
      kind === 'boolean'
        ? `(${accepted} ? 't' : 'f')`
        : kind === 'float'
          ? `${array()}::number(${accepted})`
          : `(string) ${accepted}`;
    return `static fn (${element.accepts ?? 'mixed'} $v) => ${bound}`;
  };
  const returned = (): string => element.returnsDoc ?? element.returns ?? 'mixed';
  const made = (value: string): string => `${array()}::of(${value}, ${write()}, ${columnName(context)})`;
  return {
    stored: 'string',
    returns: 'array',
    get returnsDoc() {
      return `list<${returned()}|null>`;
    },
    accepts: 'array',
    get acceptsDoc() {
      return `array<array-key, ${element.acceptsDoc ?? element.accepts ?? 'mixed'}|null>`;
    },
    fromRow: (value) => `(string) ${value}`,
    read: (stored) => `${array()}::read(${stored}, ${read()}, ${columnName(context)})`,
    accept: made,
    // A number has several spellings, and an instant as many as there are time zones.
    ...(kind === 'float' || (inner.kind === 'datetime' && inner.zone)
      ? { differs: (current: string, next: string) => `${array()}::differs(${current}, ${next}, ${read()})` }
      : {}),
    pdoType: 'STR',
    ...withDefault(column, (text) => phpString(arrayText(splitList(text)))),
  };
}
