import type { ScriptDialect } from '../sql-tokens.js';

/** SQL files as psql reads them. */
export const dialect: ScriptDialect = {
  hashComments: false,
  dashNeedsSpace: false,
  nestedComments: true,
  executableComments: false,
  backslashEscapes: false,
  dollarQuotes: true,
  alternativeQuotes: false,
  backticks: false,
  brackets: 'none',
  blocks: 'pgsql',
};
