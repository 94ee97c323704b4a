import { PlSqlLexer, PlSqlParser } from '@griffithswaite/ts-plsql-parser';
import { CharStream, CommonTokenStream } from 'antlr4';

const nothing = (): void => undefined;

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
  const parser = new PlSqlParser(new CommonTokenStream(lexer));
  parser.removeErrorListeners();
  parser.addErrorListener(listener);
  parser.sql_script();
  return errors;
}
