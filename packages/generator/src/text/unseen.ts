/**
 * Characters that nobody sees, or that change the place of others on a screen: controls, line separators, halves of a pair,
 * everything Unicode lets a program leave out (zero-width characters, bidirectional controls, Hangul fillers, variation
 * selectors, tags), the blank of Braille and the marks of annotations.
 */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u;
const EVERY_UNSEEN = new RegExp(UNSEEN.source, 'gu');
const ASCII = /^[ -~]*$/;

export function hasUnseen(text: string): boolean {
  return !ASCII.test(text) && UNSEEN.test(text);
}

/** The text with each of them written in another way. */
export function replaceUnseen(text: string, write: (character: string) => string): string {
  return ASCII.test(text) ? text : text.replace(EVERY_UNSEEN, write);
}
