import type { Tape } from './tape.js';

/** Names that need nothing special. No two have the same PHP name. */
const PLAIN = [
  'book',
  'author',
  'publisher',
  'item_tag',
  'order_line',
  'customer',
  'address',
  'review',
  'shelf',
  'loan',
  'Branch',
  'EVENT',
  'stock_level',
  'payment',
];

/** True for a name that SQL takes without quotes, on every vendor that folds names to small letters or to none. */
export const isPlain = (name: string): boolean =>
  PLAIN.some((word) => word === word.toLowerCase() && name.replace(/_n\d+$/, '') === word);

/** Words of SQL and PHP, valid in quotes. */
const WORDS = ['select', 'table', 'group', 'user', 'index', 'references', 'key', 'desc', 'null', 'default', 'check'];

/** Names that break whatever forgets to quote or to escape; they need a phpName. */
const NASTY = [
  'a b',
  'we"ird',
  "it's",
  'semi;colon',
  'back\\slash',
  'tick`tick',
  'bra[c]ket',
  '*/ x /*',
  '-- x',
  '--config-dir=/',
  '../../up',
  'a.b',
  '$x$',
  '$$',
  '%s',
  '{0}',
  '@v',
  '#t',
  ':p',
  '?',
  'ünïcödé',
  '日本語',
  'straße',
  'İstanbul',
  'e\u0301',
  '😀',
  "'; DROP TABLE x; --",
  '1st',
  '&amp;',
  '<x>',
  'GO',
  '/',
  'delimiter',
  'x'.repeat(57),
  'long_'.repeat(12),
  'ö'.repeat(31),
];

/** Texts for descriptions, labels and defaults. */
export const NASTY_TEXTS = [
  'plain',
  "it's",
  'say "hi"',
  'C:\\dir\\',
  '*/ end',
  '-- not a comment',
  '; DROP TABLE x; --',
  'two\nlines',
  'tab\there',
  '$$ body $$',
  '$tag$',
  'é😀日本',
  '\u202eright to left',
  '\u200bzero width',
  '\u0085next line',
  "N'x'",
  '`tick`',
  '[x]]',
  '{{x}}',
  '%d %s',
  '\nGO\n',
  '\n/\n',
  '\nDELIMITER //\n',
  '&name',
  '?',
  ':param',
  "\\'",
  "'",
  '\\',
  ' ',
];

/** Hands out names of which no two are equal in any case. */
export class Names {
  readonly #taken = new Set<string>();

  constructor(
    private readonly tape: Tape,
    private readonly nasty: number,
  ) {}

  /** A name and the PHP name that it needs, if it cannot do without. */
  next(fixed?: string): { name: string; phpName: string | undefined } {
    const { tape } = this;
    const nasty = fixed === undefined && tape.chance(this.nasty);
    const word = fixed ?? (nasty ? tape.pick(tape.chance(30) ? WORDS : NASTY) : tape.pick(PLAIN));
    let name = word;
    // The suffix has letters, so that no PHP name meets another: `a_1` and `a1` are both `A1`.
    for (let n = 1; this.#taken.has(name.toLowerCase()); n++) name = `${word}_n${n}`;
    this.#taken.add(name.toLowerCase());
    return { name, phpName: nasty ? `Php${this.#taken.size}` : undefined };
  }
}
