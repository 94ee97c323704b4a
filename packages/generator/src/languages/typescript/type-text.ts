import { isReservedTsName, isTsIdentifier } from './names.js';

/** Words that are types of the language and say what a value is. */
const KEYWORDS = new Set(['bigint', 'boolean', 'false', 'null', 'number', 'object', 'string', 'true', 'unknown']);

/** A module or a literal. Tools look for the address of a source map behind two strokes, in a text as well. */
const QUOTED = /'(?:(?!\/[*/])[\w @.:~+/-])*'/.source;

// One line: a bracket on the next one would begin a statement.
const TOKEN = new RegExp(
  `[ \\t]*(import\\(${QUOTED}\\)|${QUOTED}|-?\\d{1,15}|[$_\\p{L}][$_\\p{L}\\p{N}]*|\\[\\]|[.<>,|&()])[ \\t]*`,
  'uy',
);

/**
 * Whether a text is a type and nothing else: names, also of other modules (`import('../types.js').Meta`), with arguments,
 * arrays, unions and intersections of them, and literals. What needs more has a name of its own in a file of the user's.
 */
export function isTsType(text: string): boolean {
  const tokens = tokensOf(text.replace(/^[ \t]+|[ \t]+$/g, ''));
  return tokens !== undefined && new TypeParser(tokens).isWhole();
}

function tokensOf(text: string): readonly string[] | undefined {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let end = 0; end < text.length; end = TOKEN.lastIndex) {
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined) return undefined;
    tokens.push(token);
  }
  return tokens;
}

class TypeParser {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  isWhole(): boolean {
    return this.#type() && this.#at === this.#tokens.length;
  }

  #type(): boolean {
    do if (!this.#part()) return false;
    while (this.#takes('|') || this.#takes('&'));
    return true;
  }

  #part(): boolean {
    if (!this.#primary()) return false;
    while (this.#takes('[]'));
    return true;
  }

  #primary(): boolean {
    if (this.#takes('(')) return this.#type() && this.#takes(')');
    const token = this.#next();
    this.#at++;
    if (/^(?:'|-?\d+$)/.test(token) || KEYWORDS.has(token)) return true;
    if (token.startsWith('import(')) {
      if (this.#next() !== '.') return false;
    } else if (!isTsIdentifier(token) || isReservedTsName(token)) return false;
    while (this.#takes('.')) {
      if (!isTsIdentifier(this.#next())) return false;
      this.#at++;
    }
    return this.#arguments();
  }

  #arguments(): boolean {
    if (!this.#takes('<')) return true;
    do if (!this.#type()) return false;
    while (this.#takes(','));
    return this.#takes('>');
  }

  #next(): string {
    return this.#tokens[this.#at] ?? '';
  }

  #takes(token: string): boolean {
    if (this.#next() !== token) return false;
    this.#at++;
    return true;
  }
}
