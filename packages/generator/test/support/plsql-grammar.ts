import { PlSqlLexer, PlSqlParser } from '@griffithswaite/ts-plsql-parser';
import { CharStream, CommonTokenStream } from 'antlr4';

const nothing = (): void => undefined;

/** Rows of token types that were accepted. The parser sees nothing else, and it is slow: each row is parsed once. */
const accepted = new Set<string>();

/** What the PL/SQL grammar has against a script, as `line:column message`; empty when it accepts it. */
export function plsqlErrors(script: string): string[] {
  const errors: string[] = [];
  const listener = {
    syntaxError: (_recognizer: unknown, _symbol: unknown, line: number, column: number, message: string): void => {
      errors.push(`${line}:${column} ${message.slice(0, 200)}`);
    },
    reportAmbiguity: nothing,
    reportAttemptingFullContext: nothing,
    reportContextSensitivity: nothing,
  };
  // The grammar knows keywords in upper case only, and what is in quotes does not matter to it.
  const lexer = new PlSqlLexer(new CharStream(script.toUpperCase()));
  lexer.removeErrorListeners();
  lexer.addErrorListener(listener);
  const tokens = new CommonTokenStream(lexer);
  tokens.fill();
  const row = tokens.tokens.map(({ type }) => type).join(' ');
  if (errors.length === 0 && accepted.has(row)) return errors;
  const parser = new PlSqlParser(tokens);
  parser.removeErrorListeners();
  parser.addErrorListener(listener);
  parser.sql_script();
  if (errors.length === 0) accepted.add(row);
  return errors;
}
