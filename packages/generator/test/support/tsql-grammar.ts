import sql from 'antlr4ts-sql';

const { CaseChangingStream, CharStreams, CommonTokenStream, TSQLGrammar, TSqlLexer } = sql;

/** A default as the printers write it: in parentheses at the end of a column's line, or whatever a column is given later. */
const DEFAULT_EXPRESSION = /(?<= DEFAULT )(?:\((.*)\)(?= (?:NOT )?NULL[,;]?$)|(.*)(?= FOR \[(?:[^\]]|\]\])*\];$))/gm;

/**
 * What the T-SQL grammar has against a script, as `line:column message`; empty when it accepts it. The grammar knows no
 * arithmetic in the default of a column, which the server does: such an expression is parsed by itself.
 */
export function tsqlErrors(script: string): string[] {
  const expressions = [...script.matchAll(DEFAULT_EXPRESSION)].map(
    ([, inside, whole]) => `SELECT (${inside ?? whole ?? ''});`,
  );
  const rest = script.replace(DEFAULT_EXPRESSION, '0');
  return [rest, ...expressions].flatMap(parse);
}

/** Rows of token types that were accepted. The parser sees nothing else, and it is slow: each row is parsed once. */
const accepted = new Set<string>();

function parse(script: string): string[] {
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
  const tokens = new CommonTokenStream(lexer);
  tokens.fill();
  const row = tokens
    .getTokens()
    .map(({ type }) => type)
    .join(' ');
  if (errors.length === 0 && accepted.has(row)) return errors;
  const parser = new TSQLGrammar.TSqlParser(tokens);
  parser.removeErrorListeners();
  parser.addErrorListener(listener);
  parser.tsql_file();
  if (errors.length === 0) accepted.add(row);
  return errors;
}
