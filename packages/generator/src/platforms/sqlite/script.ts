import type { ScriptDialect } from '../sql-tokens.js';

/** SQL files as the sqlite3 shell reads them. */
export const dialect: ScriptDialect = {
  hashComments: false,
  dashNeedsSpace: false,
  nestedComments: false,
  executableComments: false,
  backslashEscapes: false,
  dollarQuotes: false,
  alternativeQuotes: false,
  backticks: true,
  brackets: 'plain',
  blocks: 'sqlite',
};
