import type { Cell } from '../session.js';

const TOKENS = /"((?:[^"\\]|\\.)*)"|-?\d[\d.eE+-]*/gs;

/**
 * A text that equal documents have in common: keys in order, numbers and characters written in one way. What is no document is
 * left as it is.
 */
export function jsonForm(document: Cell): string | null {
  if (document === null || document instanceof Uint8Array) return null;
  const given = String(document);
  // Numbers as texts, so that none is rounded, and texts marked, so that none is taken for a number.
  const marked = given.replaceAll(TOKENS, (token, text: string | undefined) =>
    text === undefined ? `"#${numberForm(token)}"` : `"_${text}"`,
  );
  try {
    return JSON.stringify(sorted(JSON.parse(marked)));
  } catch {
    return given;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  // Pairs: an object would put keys that look like numbers first.
  return { entries: entries.map(([key, each]) => [key, sorted(each)]) };
}

/** Digits without zeros around them, and the power of ten they are multiplied by. */
function numberForm(token: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return whole === '' ? token : '0';
  return `${sign}${significant}e${String(Number(exponent) - fraction.length + digits.length - significant.length)}`;
}
