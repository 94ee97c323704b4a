import { failure } from '../../diagnostics/diagnostic.js';
import type { Introspection } from '../introspection.js';

const notYet = (): never => {
  throw failure({ code: 'reverse/vendor', message: 'reading a database of this vendor back is not there yet' });
};

/** How a database is read back into a schema. */
export const introspection: Introspection = { read: notYet, recover: notYet, sameType: notYet };
