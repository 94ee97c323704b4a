import { phpLiteral, phpString } from '../../../languages/php/literal.js';
import type { Column } from '../../../model/model.js';
import { splitList } from '../../../model/value-list.js';
import { columnName, phpStrings, runtime, withDefault } from './source.js';
import type { PhpValue, ValueContext } from './value.js';

/** One label. It is kept as it is stored: making the enum's case of it is as cheap as looking at an array. */
export function enumValue(column: Column, form: 'label' | 'index', context: ValueContext): PhpValue {
  const common = {
    stored: form === 'label' ? 'string' : 'int',
    fromRow: (value: string) => (form === 'label' ? `(string) ${value}` : `(int) ${value}`),
    pdoType: form === 'label' ? ('STR' as const) : ('INT' as const),
    ...withDefault(column, (label) => (form === 'label' ? phpString(label) : String(column.valueSet.indexOf(label)))),
  };
  return context.enumClass === undefined
    ? plainLabel(common, column, form, context)
    : enumCase(common, form, context, context.enumClass);
}

type Common = Omit<PhpValue, 'returns' | 'accepts'>;

function plainLabel(common: Common, column: Column, form: 'label' | 'index', context: ValueContext): PhpValue {
  const call = (name: string, value: string): string =>
    `${runtime(context, 'Label')}::${name}(${value}, ${phpStrings(column.valueSet)}, ${columnName(context)})`;
  return {
    ...common,
    returns: 'string',
    accepts: 'string',
    accept: (value) => call(form === 'label' ? 'of' : 'position', value),
    ...(form === 'index' ? { read: (stored: string) => call('at', stored) } : {}),
  };
}

function enumCase(common: Common, form: 'label' | 'index', context: ValueContext, enumClass: string): PhpValue {
  const name = (): string => context.use(enumClass);
  const label = (): string => runtime(context, 'Label');
  const thrown = (how: string, value: string): string =>
    `throw ${label()}::${how}(${value}, ${name()}::class, ${columnName(context)})`;
  const found = (value: string): string =>
    `(${value} instanceof ${name()} ? ${value} : ${name()}::tryFrom(${value}) ?? ${thrown('unknown', value)})`;
  return {
    ...common,
    get returns() {
      return name();
    },
    get accepts() {
      return `${name()}|string`;
    },
    accept: (value) => (form === 'label' ? `${found(value)}->value` : `${label()}::index(${found(value)})`),
    read: (stored) =>
      form === 'label'
        ? `(${name()}::tryFrom(${stored}) ?? ${thrown('unknownInRow', stored)})`
        : `(${name()}::cases()[${stored}] ?? ${thrown('unknownInRow', stored)})`,
    exported: (value) => `${value}->value`,
  };
}

/** A set of labels, kept as its mask. */
export function setValue(column: Column, context: ValueContext): PhpValue {
  const { enumClass } = context;
  const set = (): string => runtime(context, 'LabelSet');
  const labels = phpStrings(column.valueSet);
  const common = {
    stored: 'int',
    returns: 'array',
    accepts: 'array',
    fromRow: (value: string) => `(int) ${value}`,
    pdoType: 'INT' as const,
    ...withDefault(column, (text) => phpLiteral(mask(column.valueSet, text))),
  };
  if (enumClass === undefined) {
    return {
      ...common,
      returnsDoc: 'list<string>',
      acceptsDoc: 'array<array-key, string>',
      accept: (value) => `${set()}::of(${value}, ${labels}, ${columnName(context)})`,
      read: (stored) => `${set()}::labels(${stored}, ${labels})`,
    };
  }
  const name = (): string => context.use(enumClass);
  return {
    ...common,
    get returnsDoc() {
      return `list<${name()}>`;
    },
    get acceptsDoc() {
      return `array<array-key, ${name()}|string>`;
    },
    accept: (value) => `${set()}::ofEnum(${value}, ${name()}::class, ${columnName(context)})`,
    read: (stored) => `${set()}::cases(${stored}, ${name()}::class)`,
    exported: (value) => `\\array_column(${value}, 'value')`,
  };
}

function mask(valueSet: readonly string[], text: string): bigint {
  return splitList(text).reduce((sum, label) => sum | (1n << BigInt(valueSet.indexOf(label))), 0n);
}
