/** The few things of the `antlr4` runtime that the tests use: its own declarations are not found by module resolution. */
declare module 'antlr4' {
  export interface ErrorListener {
    syntaxError(recognizer: unknown, symbol: unknown, line: number, column: number, message: string): void;
    reportAmbiguity(): void;
    reportAttemptingFullContext(): void;
    reportContextSensitivity(): void;
  }

  export class Recognizer {
    removeErrorListeners(): void;
    addErrorListener(listener: ErrorListener): void;
  }

  export class CharStream {
    constructor(text: string);
    readonly size: number;
  }

  export class Lexer extends Recognizer {
    constructor(input: CharStream);
  }

  export class CommonTokenStream {
    constructor(lexer: Lexer);
    readonly tokens: readonly { readonly type: number; readonly channel: number; readonly text: string }[];
    fill(): void;
  }

  export class Parser extends Recognizer {
    constructor(input: CommonTokenStream);
  }
}
