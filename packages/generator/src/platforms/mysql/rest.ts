import type { ItemScript } from '../introspection.js';

/** What the statements of a routine end with in a file: it holds semicolons. */
const DELIMITER = ';;';

export const script: ItemScript = {
  prologue: [],
  epilogue: [],
  terminate: (statement) =>
    statement.includes(';') ? `DELIMITER ${DELIMITER}\n${statement}${DELIMITER}\nDELIMITER ;` : `${statement};`,
  client: 'mysql <database> < …',
};
