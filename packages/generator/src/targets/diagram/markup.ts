import { escapeText } from './escape.js';

/**
 * HTML or SVG. The only way to it is a template with the tag `markup`, which escapes every text that is put into it: what
 * stands in our own source is markup, and what was read is text. The page and the pictures are made of nothing else.
 */
export class Markup {
  readonly #source: string;

  private constructor(source: string) {
    this.#source = source;
  }

  /** A template and its parts, joined. */
  static of(texts: TemplateStringsArray, parts: readonly Part[]): Markup {
    let source = texts[0] ?? '';
    for (const [index, part] of parts.entries()) source += written(part) + (texts[index + 1] ?? '');
    return new Markup(source);
  }

  get source(): string {
    return this.#source;
  }

  /** Without the spaces at both ends. */
  trim(): Markup {
    return new Markup(this.#source.trim());
  }

  /** Pieces below each other. */
  static lines(pieces: readonly Markup[]): Markup {
    return new Markup(pieces.map(({ source }) => source).join('\n'));
  }
}

type Part = Markup | string | number | readonly Markup[];

const written = (part: Part): string => {
  if (typeof part === 'string') return escapeText(part);
  if (typeof part === 'number') return String(part);
  return part instanceof Markup ? part.source : part.map(({ source }) => source).join('');
};

export function markup(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return Markup.of(texts, parts);
}

export const NOTHING: Markup = markup``;

export const lines = (pieces: readonly Markup[]): Markup => Markup.lines(pieces);

/** `a, b and c`. */
export function sentence(pieces: readonly Markup[]): Markup {
  const [last, ...before] = pieces.toReversed();
  if (last === undefined) return NOTHING;
  return before.reduce((rest, piece, index) => markup`${piece}${index === 0 ? ' and ' : ', '}${rest}`, last);
}
