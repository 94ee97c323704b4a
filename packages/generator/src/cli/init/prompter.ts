/** How a person is asked. The dialogue knows only this; who asks is decided at the edge. */
export interface Prompter {
  select(question: SelectQuestion): Promise<string>;
  text(question: TextQuestion): Promise<string>;
  password(question: PasswordQuestion): Promise<string>;
  confirm(question: ConfirmQuestion): Promise<boolean>;
  /** A remark between two questions. */
  say(kind: 'info' | 'success' | 'warning' | 'error', lines: readonly string[]): void;
  /** Rows of two columns under a title. */
  table(title: string, rows: readonly (readonly [string, string])[]): void;
  /** The first line, and the last. */
  open(title: string): void;
  close(line: string): void;
  /** The last line of a dialogue that was cancelled. */
  cancel(line: string): void;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** Shown beside the choice that the cursor is on. */
  readonly hint?: string | undefined;
}

/** The diagnostic about an answer, or nothing when it is good. */
type Check = (answer: string) => string | undefined;

export interface SelectQuestion {
  readonly message: string;
  readonly choices: readonly Choice[];
  readonly initial?: string | undefined;
}

export interface TextQuestion {
  readonly message: string;
  /** What an empty answer means. */
  readonly fallback?: string | undefined;
  /** What stands in the empty field; the fallback, where nothing else is given. */
  readonly placeholder?: string | undefined;
  /** What is already typed. */
  readonly initial?: string | undefined;
  readonly check: Check;
}

export interface PasswordQuestion {
  readonly message: string;
  readonly check: Check;
}

export interface ConfirmQuestion {
  readonly message: string;
  readonly initial: boolean;
}

/** The person ended the dialogue: Ctrl-C, Ctrl-D, Esc, or the end of the input. */
export class Cancelled extends Error {
  constructor() {
    super('cancelled');
    this.name = 'Cancelled';
  }
}
