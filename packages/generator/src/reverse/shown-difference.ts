import { printable } from '../diagnostics/printable.js';
import type { SchemaDifference } from './differences.js';

/** A table or a type, which belongs to nothing else. */
const isWhole = ({ kind }: Pick<SchemaDifference, 'kind'>): boolean =>
  kind === 'table' || kind === 'enum type' || kind === 'domain';

/** Whether somebody else has put it there. */
export const isOther = (difference: SchemaDifference): boolean => isWhole(difference) && difference.status === 'extra';

/** A difference in a line, for people. */
export const shownDifference = ({ kind, table, name, what }: SchemaDifference): string =>
  printable(isWhole({ kind }) ? `${kind} ${table}: ${what}` : `${kind} ${name} of ${table}: ${what}`);
