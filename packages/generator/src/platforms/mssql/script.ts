import type { ScriptDialect } from '../sql-tokens.js';

/** SQL files as sqlcmd reads them. */
export const dialect: ScriptDialect = {
  hashComments: false,
  dashNeedsSpace: false,
  nestedComments: true,
  executableComments: false,
  backslashEscapes: false,
  dollarQuotes: false,
  alternativeQuotes: false,
  backticks: false,
  brackets: 'doubled',
  blocks: 'mssql',
};
