import { tsString } from '../../languages/typescript/literal.js';
import type { Adapter } from '../../model/adapter.js';
import type { Column, Table } from '../../model/model.js';
import { arrayText, canonicalDecimal, canonicalFraction, listText } from '../../model/stored-text.js';
import { splitList } from '../../model/value-list.js';
import type { StorageForm } from '../../plan/storage.js';
import type { PlannedColumn } from '../../plan/table.js';
import type { TsFile } from './file.js';
import { labelConstant, labelType } from './names.js';
import { kindOf } from './property-kind.js';

/** The module of the runtime that knows what a vendor's driver hands over. */
export const vendorModule = (adapter: Adapter): string => `@ormgen/runtime/${adapter}`;

/** How the values of a column look in generated TypeScript, null apart. Every string is source. */
export interface TsValue {
  /** Of the property. */
  readonly type: string;
  /** Of what the driver hands over. */
  readonly cell: string;
  /** The `Value` of the runtime. */
  readonly value: string;
  /** True when the driver hands over the value itself. */
  readonly isPlain: boolean;
  /** What a row has that was inserted without a value, from the default of the schema. */
  readonly initial: string | undefined;
}

/** What is chosen for all columns. */
export interface TsValueSettings {
  readonly bigint: 'number' | 'bigint' | 'string';
  readonly dateTime: 'date' | 'string';
}

/** What the value of a column needs of its surroundings. */
interface Context {
  readonly table: Table;
  readonly column: Column;
  readonly adapter: Adapter;
  readonly settings: TsValueSettings;
  readonly use: (name: string) => string;
  readonly file: TsFile;
}

/** Nothing for what classes in TypeScript cannot have. */
export function tsValue(
  table: Table,
  { column, storage }: PlannedColumn,
  adapter: Adapter,
  file: TsFile,
  settings: TsValueSettings,
): TsValue | undefined {
  const use = (name: string): string => file.use(vendorModule(adapter), name);
  const context: Context = { table, column, adapter, settings, use, file };
  const shape = shapeOf(storage.form, context);
  if (shape === undefined) return undefined;
  const given = column.default?.kind === 'value' ? column.default.value : undefined;
  return { ...shape, initial: given === undefined ? undefined : initialCell(storage.form, given, context) };
}

type Shape = Omit<TsValue, 'initial'>;

const NUMBER_CELL = 'string | number | bigint';

function shapeOf(form: StorageForm, context: Context): Shape | undefined {
  const { adapter, use } = context;
  const isText = adapter === 'pgsql';
  const number = isText ? 'string' : NUMBER_CELL;
  const bytes = isText ? 'string' : 'Uint8Array';
  const plain = (value: string): Shape => ({ type: 'string', cell: 'string', value, isPlain: true });
  const made = (type: string, cell: string, value: string): Shape => ({ type, cell, value, isPlain: false });
  switch (form.kind) {
    case 'text':
      if (!form.fixed) return plain(use('text'));
      return form.padded ? made('string', 'string', use('char')) : plain(use('char'));
    case 'date':
      return plain(use('date'));
    case 'time':
      return { ...plain(`${use('time')}(${fractionOf(form)})`), isPlain: form.fraction.trimmed };
    case 'datetime':
      return dateTime(form, context);
    case 'decimal': {
      const digits = [form.size ?? 'undefined', form.scale].filter((each) => each !== undefined).join(', ');
      const limits = digits === 'undefined' ? '' : digits;
      if (form.kept === 'text') return plain(`${use('decimal')}(${limits})`);
      return made('string', NUMBER_CELL, `${use('decimalNumber')}(${limits})`);
    }
    case 'integer': {
      const kind = kindOf(context.column, context.settings);
      if (kind === 'number') return made('number', number, use('integer'));
      const range = tsString(form.range ?? 'signed');
      return made(kind, number, `${use(kind === 'bigint' ? 'bigInteger' : 'integerText')}(${range})`);
    }
    case 'float':
      if (form.single) return made('number', 'number', use('singleFloat'));
      return { type: 'number', cell: isText ? 'string' : 'number', value: use('float'), isPlain: !isText };
    case 'boolean':
      if (!isText) return made('boolean', 'number', use('boolean'));
      return made('boolean', 'string', use(form.kept === 'boolean' ? 'boolean' : 'flag'));
    case 'label': {
      const type = labelType(context.table, context.column);
      return { type, cell: type, value: `${use('label')}(${labelsOf(context)})`, isPlain: true };
    }
    case 'index':
      return made(
        labelType(context.table, context.column),
        isText ? 'string' : NUMBER_CELL,
        `${use('labelIndex')}(${labelsOf(context)})`,
      );
    case 'mask':
      return made(
        `${labelType(context.table, context.column)}[]`,
        isText ? 'string' : NUMBER_CELL,
        `${use('labelSet')}(${labelsOf(context)})`,
      );
    case 'bytes':
      return made(
        'Uint8Array',
        bytes,
        form.filled === undefined ? use('bytes') : `${use('filledBytes')}(${form.filled})`,
      );
    case 'uuid':
      if (form.form === 'text') return plain(use('uuid'));
      return made('string', bytes, use(form.form === 'swapped' ? 'swappedUuidBytes' : 'uuidBytes'));
    case 'json': {
      const type = context.column.typescript.tsType ?? context.file.type('@ormgen/runtime', 'JsonDocument');
      return made(type, 'string', `${use('json')}<${type}>()`);
    }
    case 'list':
      return made('string[]', 'string', use('textList'));
    case 'array': {
      const element = shapeOf(form.element.form, context);
      if (element === undefined) return undefined;
      const documents = form.element.form.kind === 'json' ? ', true' : '';
      return made(`(${element.type} | null)[]`, 'string', `${use('array')}(${element.value}${documents})`);
    }
    case 'geometry':
      // The same bytes or text in every language.
      return form.kept === 'text' ? plain(use('text')) : made('Uint8Array', bytes, use('bytes'));
    case 'object':
      return undefined;
  }
}

type Form<Kind extends StorageForm['kind']> = Extract<StorageForm, { kind: Kind }>;

const fractionOf = ({ fraction: { digits, trimmed } }: Form<'time'> | Form<'datetime'>): string =>
  `${digits}, ${trimmed}`;

function dateTime(form: Form<'datetime'>, { column, settings, use }: Context): Shape {
  const isDate = kindOf(column, settings) === 'Date';
  const common = { type: isDate ? 'Date' : 'string', cell: 'string' };
  if (isDate) {
    const name = form.zone ? 'zonedDateTime' : 'dateTime';
    return { ...common, value: `${use(name)}(${fractionOf(form)})`, isPlain: false };
  }
  if (form.zone) return { ...common, value: use('zonedDateTimeText'), isPlain: true };
  return { ...common, value: `${use('dateTimeText')}(${fractionOf(form)})`, isPlain: form.fraction.trimmed };
}

const labelsOf = ({ table, column }: Context): string => labelConstant(table, column);

/** A default of the schema as the driver would hand it over. */
function initialCell(form: StorageForm, given: string, { column, adapter }: Context): string {
  const isText = adapter === 'pgsql';
  const number = (value: number | bigint): string => (isText ? tsString(String(value)) : String(value));
  const { valueSet } = column;
  switch (form.kind) {
    case 'text':
      return tsString(form.fixed ? given.replace(/ +$/, '') : given);
    case 'decimal':
      return tsString(canonicalDecimal(given, form.scale));
    case 'integer':
      return tsString(String(BigInt(given)));
    case 'float':
      return number(Number(given));
    case 'boolean':
      if (!isText) return given === 'true' ? '1' : '0';
      return tsString(given === 'true' ? (form.kept === 'boolean' ? 't' : '1') : form.kept === 'boolean' ? 'f' : '0');
    case 'time':
    case 'datetime':
      return tsString(canonicalFraction(given, form.fraction));
    case 'index':
      return number(valueSet.indexOf(given));
    case 'mask':
      return tsString(
        String(splitList(given).reduce((sum, label) => sum | (1n << BigInt(valueSet.indexOf(label))), 0n)),
      );
    case 'list':
      return tsString(listText(splitList(given)));
    case 'array':
      return tsString(arrayText(splitList(given)));
    case 'bytes':
      return bytesCell(Buffer.from(given), isText, form.filled ?? 0);
    case 'uuid': {
      if (form.form === 'text') return tsString(given.toLowerCase());
      const [low = '', middle = '', high = '', ...rest] = given.split('-');
      const parts = form.form === 'swapped' ? [high, middle, low, ...rest] : [low, middle, high, ...rest];
      return bytesCell(Buffer.from(parts.join(''), 'hex'), isText, 0);
    }
    default:
      return tsString(given);
  }
}

function bytesCell(bytes: Buffer, isText: boolean, filled: number): string {
  if (isText) return tsString(`\\x${bytes.toString('hex')}`);
  return `Uint8Array.of(${[...bytes, ...Array<number>(Math.max(filled - bytes.length, 0)).fill(0)].join(', ')})`;
}
