import sql from 'antlr4ts-sql';

const { CaseChangingStream, CharStreams, CommonTokenStream, TSQLGrammar, TSqlLexer } = sql;

/** What the T-SQL grammar has against a script, as `line:column message`; empty when it accepts it. */
export function tsqlErrors(script: string): string[] {
  const errors: string[] = [];
  const listener = {
    syntaxError: (_recognizer: unknown, _symbol: unknown, line: number, column: number, message: string): void => {
      errors.push(`${line}:${column} ${message}`);
    },
  };
  // The grammar knows keywords in upper case only; the stream changes what the lexer sees, not the text.
  const lexer = new TSqlLexer(new CaseChangingStream(CharStreams.fromString(script), true));
  lexer.removeErrorListeners();
  lexer.addErrorListener(listener);
  const parser = new TSQLGrammar.TSqlParser(new CommonTokenStream(lexer));
  parser.removeErrorListeners();
  parser.addErrorListener(listener);
  parser.tsql_file();
  return errors;
}
