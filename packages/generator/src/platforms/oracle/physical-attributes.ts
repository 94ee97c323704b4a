import type { VendorParameters } from '../../model/model.js';
import { vendorValue } from '../../model/vendor-parameter.js';
import { type Options, said } from '../shape.js';
import { identifier } from './quoting.js';

/** Propel's vendor parameters for Oracle; with the prefix `PK` they are about the index of the primary key. */
const NUMBERS = [
  ['PCTFree', 'PCTFREE'],
  ['InitTrans', 'INITRANS'],
] as const;

const STORAGE = [
  ['MinExtents', 'MINEXTENTS'],
  ['MaxExtents', 'MAXEXTENTS'],
  ['PCTIncrease', 'PCTINCREASE'],
] as const;

export const ATTRIBUTE_NAMES = [...[...NUMBERS, ...STORAGE].map(([name]) => name), 'Tablespace'];

export type Prefix = '' | 'PK';

/** The clauses for a table or an index, in the order of the manual ("physical_attributes_clause"); empty for none. */
export function physicalAttributes(parameters: VendorParameters, prefix: Prefix): Options {
  const clause = ([name, keyword]: readonly [string, string]): [string, string][] => {
    const value = vendorValue(parameters, 'oracle', prefix + name);
    return value === undefined || !isValid(name, value) ? [] : [[keyword, value.toUpperCase()]];
  };
  const storage = STORAGE.flatMap(clause).map((words) => words.join(' '));
  const tablespace = vendorValue(parameters, 'oracle', `${prefix}Tablespace`);
  return {
    ...Object.fromEntries(NUMBERS.flatMap(clause)),
    ...said({
      STORAGE: storage.length > 0 ? `(${storage.join(' ')})` : undefined,
      TABLESPACE: tablespace === undefined ? undefined : identifier(tablespace),
    }),
  };
}

/** Names of parameters whose value is not a number (or, for the extents, UNLIMITED), with the prefix. */
export function invalidAttributes(parameters: VendorParameters, prefix: Prefix): string[] {
  return [...NUMBERS, ...STORAGE]
    .filter(([name]) => {
      const value = vendorValue(parameters, 'oracle', prefix + name);
      return value !== undefined && !isValid(name, value);
    })
    .map(([name]) => prefix + name);
}

function isValid(name: string, value: string): boolean {
  return /^\d{1,9}$/.test(value) || (name === 'MaxExtents' && /^unlimited$/i.test(value));
}
