import { replaceUnseen } from '../../text/unseen.js';

/** Nearly every text, and quick to find out: large schemas have a hundred thousand of them. */
const PLAIN = /^[ !"$-&(-.0-[\]-~]*$/;

/** A string literal. The one place where text becomes TypeScript source. */
export function tsString(text: string): string {
  if (PLAIN.test(text)) return `'${text}'`;
  // Tools look for the address of a source map in whatever stands behind these two, in a literal as well.
  const quoted = text.replace(/[\\']/g, '\\$&').replace(/(?<=\/[*/])[#@]/g, byCode);
  return `'${replaceUnseen(quoted, escaped)}'`;
}

/** An unseen character. Names such as `\n` are not needed to be exact, but they are what people read. */
function escaped(char: string): string {
  switch (char) {
    case '\n':
      return '\\n';
    case '\r':
      return '\\r';
    case '\t':
      return '\\t';
  }
  return byCode(char);
}

function byCode(char: string): string {
  const code = (char.codePointAt(0) ?? 0).toString(16);
  if (code.length <= 2) return `\\x${code.padStart(2, '0')}`;
  return code.length <= 4 ? `\\u${code.padStart(4, '0')}` : `\\u{${code}}`;
}

/** The key of a member in an object, quoted where it has to be. `__proto__` would be the prototype, in quotes too. */
export function tsKey(name: string): string {
  if (name === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : tsString(name);
}

/**
 * Text for a `/** … *\/` comment: nothing in it can end the comment, begin a tag or give the compiler an order. What is
 * unseen goes first: it may stand between the two characters that end a comment.
 */
export function tsDocText(text: string): string {
  return replaceUnseen(text.replaceAll(/[\r\n\u2028\u2029]+/g, ' '), () => '')
    .replaceAll('*/', '* /')
    .replaceAll('/*', '/ *')
    .replaceAll('//#', '// #')
    .replaceAll('@', '(at)')
    .trim();
}
