import type { ScriptDialect } from '../sql-tokens.js';

/** SQL files as the mysql client reads them. */
export const dialect: ScriptDialect = {
  hashComments: true,
  dashNeedsSpace: true,
  nestedComments: false,
  executableComments: true,
  backslashEscapes: true,
  dollarQuotes: false,
  alternativeQuotes: false,
  backticks: true,
  brackets: 'none',
  blocks: 'mysql',
};
