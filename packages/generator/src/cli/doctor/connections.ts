import type { Check } from './subject.js';

/** Each connection, tried: which server answers, or why none does. */
export const connectionsCheck: Check = {
  title: 'Connections',
  find: async (subject) => (await subject.tried()).map(({ finding }) => finding),
};
