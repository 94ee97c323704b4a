import { PLACE } from '../query/condition.js';
import type { Dialect } from './dialect.js';

/** Values in the order of their places. */
export const questionMarks: Pick<Dialect, 'placeholder' | 'placed' | 'numbered'> = {
  placeholder: () => '?',
  placed: (sql) => sql.replaceAll(PLACE, '?'),
  numbered: (sql) => sql,
};
