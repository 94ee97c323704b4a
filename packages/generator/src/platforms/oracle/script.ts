import type { ScriptDialect } from '../sql-tokens.js';

/** SQL files as SQL*Plus reads them. */
export const dialect: ScriptDialect = {
  hashComments: false,
  dashNeedsSpace: false,
  nestedComments: false,
  executableComments: false,
  backslashEscapes: false,
  dollarQuotes: false,
  alternativeQuotes: true,
  backticks: false,
  brackets: 'none',
  blocks: 'oracle',
};
