import { type ScriptDialect, type Token, tokenAt } from './sql-tokens.js';

/** A part of a name as it was written. An unquoted one is folded by the vendor's rules. */
export interface NamePart {
  readonly text: string;
  readonly quoted: boolean;
}

/** A name of a table or another object, schema first where one is given. */
export type TableName = readonly NamePart[];

/** The significant tokens of a statement with their texts, read as far as somebody asks. */
export class Words {
  readonly #tokens: Token[] = [];
  #end = 0;
  private readonly sql: string;

  constructor(
    text: string,
    readonly dialect: ScriptDialect,
  ) {
    this.sql = dialect.executableComments ? withExecutableComments(text, dialect) : text;
  }

  get tokens(): readonly Token[] {
    this.#read(Number.POSITIVE_INFINITY);
    return this.#tokens;
  }

  #token(i: number): Token | undefined {
    this.#read(i + 1);
    return this.#tokens[i];
  }

  #read(count: number): void {
    while (this.#tokens.length < count && this.#end < this.sql.length) {
      const token = tokenAt(this.sql, this.#end, this.dialect);
      if (token.kind !== 'space' && token.kind !== 'comment') this.#tokens.push(token);
      this.#end = token.end;
    }
  }

  text(i: number): string {
    const token = this.#token(i);
    return token === undefined ? '' : this.sql.slice(token.start, token.end);
  }

  /** The upper-cased text of a word or symbol; nothing for a quoted name or a string. Only ASCII: `ſum` is not SUM. */
  upper(i: number): string {
    const kind = this.#token(i)?.kind;
    if (kind !== 'word' && kind !== 'symbol') return '';
    return this.text(i).replace(/[a-z]+/g, (letters) => letters.toUpperCase());
  }

  is(i: number, ...words: readonly string[]): boolean {
    return words.every((word, n) => this.upper(i + n) === word);
  }

  /** What is written from one position up to another one. */
  between(from: number, to: number): string {
    const [first, last] = [this.#token(from), this.#token(to - 1)];
    return first === undefined || last === undefined || to <= from ? '' : this.sql.slice(first.start, last.end);
  }

  /** The words before a position, as a statement of its own. */
  until(i: number): Words {
    return new Words(this.sql.slice(0, this.#token(i)?.start ?? this.sql.length), this.dialect);
  }

  /** One name, and where the words go on behind it. */
  name(from: number): { readonly name: TableName; readonly end: number } {
    const name: NamePart[] = [];
    let i = from;
    while (true) {
      const part = this.#part(i);
      if (part === undefined) break;
      name.push(part);
      i++;
      if (!this.is(i, '.')) break;
      i++;
    }
    return { name, end: i };
  }

  /** Names with commas between them, behind `IF EXISTS` where it is there. */
  names(from: number): { readonly names: readonly TableName[]; readonly end: number } {
    const names: TableName[] = [];
    let i = this.is(from, 'IF', 'EXISTS') ? from + 2 : from;
    while (true) {
      const { name, end } = this.name(i);
      if (name.length === 0) return { names, end };
      names.push(name);
      i = end;
      if (!this.is(i, ',')) return { names, end: i };
      i++;
    }
  }

  #part(i: number): NamePart | undefined {
    const token = this.#token(i);
    const text = this.text(i);
    if (token?.kind === 'word') return { text, quoted: false };
    // SQLite takes a string for a name wherever only a name can stand.
    if (token?.kind === 'string' && this.dialect.blocks === 'sqlite') return { text: stringValue(text), quoted: true };
    if (token?.kind !== 'name' || token.open) return undefined;
    const closing = text.at(-1) ?? '';
    return { text: text.slice(1, -1).replaceAll(closing + closing, closing), quoted: true };
  }
}

/** The text with what MySQL runs of its comments as ordinary SQL, whatever version it is for. */
function withExecutableComments(text: string, dialect: ScriptDialect): string {
  if (!/\/\*M?!/.test(text)) return text;
  let result = '';
  for (let at = 0; at < text.length; ) {
    const token = tokenAt(text, at, dialect);
    const part = text.slice(at, token.end);
    const inner = /^\/\*M?!\d*([\s\S]*?)(?:\*\/)?$/.exec(part)?.[1];
    result += token.kind === 'symbol' && inner !== undefined ? ` ${inner} ` : part;
    at = token.end;
  }
  return result;
}

/** The text of a string literal of any vendor: `'…'`, `N'…'`, `$tag$…$tag$`, `q'[…]'`. */
export function stringValue(literal: string): string {
  const dollar = /^\$[^$]*\$/u.exec(literal)?.[0];
  if (dollar !== undefined) return literal.slice(dollar.length, -dollar.length);
  if (/^n?q'/i.test(literal)) return literal.slice(literal.indexOf("'") + 2, -2);
  return literal.slice(literal.indexOf("'") + 1, -1).replaceAll("''", "'");
}
