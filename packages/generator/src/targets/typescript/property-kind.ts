import type { Column } from '../../model/model.js';
import type { TsValueSettings } from './value.js';

/** What a value may be where there is a choice. */
export type PropertyKind = 'number' | 'bigint' | 'string' | 'Date';

/** What can be chosen by `tsType`, for each family that leaves a choice; any type for documents. */
export const TS_TYPES: Readonly<Record<string, readonly string[]>> = {
  integer: ['number', 'bigint', 'string'],
  datetime: ['Date', 'string'],
};

/** What a whole number or a day and time is in TypeScript: by `tsType`, or else by the configuration. */
export function kindOf({ type, elementType, typescript }: Column, settings: TsValueSettings): PropertyKind {
  const chosen = typescript.tsType;
  if (chosen === 'number' || chosen === 'bigint' || chosen === 'string' || chosen === 'Date') return chosen;
  switch (elementType ?? type) {
    case 'BIGINT':
      return settings.bigint;
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
      return 'number';
    default:
      return settings.dateTime === 'date' ? 'Date' : 'string';
  }
}
