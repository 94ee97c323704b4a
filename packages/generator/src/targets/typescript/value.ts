import { tsString } from '../../languages/typescript/literal.js';
import type { Adapter } from '../../model/adapter.js';
import type { Table } from '../../model/model.js';
import { canonicalDecimal } from '../../model/stored-text.js';
import type { PlannedColumn } from '../../plan/table.js';
import type { TsFile } from './file.js';
import { labelType } from './names.js';

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

/** Nothing for what classes in TypeScript cannot have yet. */
export function tsValue(table: Table, planned: PlannedColumn, adapter: Adapter, file: TsFile): TsValue | undefined {
  const { column, storage } = planned;
  const { form } = storage;
  const isText = adapter === 'pgsql';
  const use = (name: string): string => file.use(vendorModule(adapter), name);
  const given = column.default?.kind === 'value' ? column.default.value : undefined;
  const initial = (print: (text: string) => string): string | undefined =>
    given === undefined ? undefined : print(given);
  const text = (print: (text: string) => string = tsString): TsValue => ({
    type: 'string',
    cell: 'string',
    value: use('text'),
    isPlain: true,
    initial: initial(print),
  });
  switch (form.kind) {
    case 'text':
      return form.padded || form.fixed ? undefined : text();
    case 'date':
      return text();
    case 'decimal':
      return form.kept === 'text' ? text((value) => tsString(canonicalDecimal(value, form.scale))) : undefined;
    case 'integer':
      return {
        type: 'number',
        cell: isText ? 'string' : 'string | number | bigint',
        value: use('integer'),
        isPlain: false,
        initial: initial((value) => tsString(String(BigInt(value)))),
      };
    case 'float':
      return {
        type: 'number',
        cell: isText ? 'string' : 'number',
        value: use('float'),
        isPlain: !isText,
        initial: initial((value) => (isText ? tsString(value) : String(Number(value)))),
      };
    case 'boolean':
      return {
        type: 'boolean',
        cell: isText ? 'string' : 'number',
        value: use('boolean'),
        isPlain: false,
        initial: initial((value) => (isText ? tsString(value === 'true' ? 't' : 'f') : value === 'true' ? '1' : '0')),
      };
    case 'label': {
      const type = labelType(table, column);
      return {
        type,
        cell: type,
        value: `${use('label')}(${column.valueSet.map(tsString).join(', ')})`,
        isPlain: true,
        initial: initial(tsString),
      };
    }
    default:
      return undefined;
  }
}
