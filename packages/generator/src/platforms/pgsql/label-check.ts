import { isXmlText } from '../../text/xml-text.js';
import { literalOf } from './default-text.js';

const TOKEN = /E'(?:[^'\\]|''|\\[\s\S])*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|[\w$]+|::|\S/gsu;
const CASTS = /^(text|character|bpchar|varchar)$/;

/** The column as the server prints it: in quotes only where it must. */
const unquoted = (token: string): string => (token.startsWith('"') ? token.slice(1, -1).replaceAll('""', '"') : token);

/**
 * The labels of `CHECK (((style)::text = ANY ((ARRAY['a'::character varying, 'b'::character varying])::text[])))`, which is
 * how PostgreSQL keeps `CHECK (style IN ('a', 'b'))`; undefined for any other check. Brackets and casts between texts say
 * nothing here: what is left must be the column, a comparison and texts.
 */
export function checkedLabels(definition: string, column: string): readonly string[] | undefined {
  const tokens = [...definition.matchAll(TOKEN)].map(([token]) => token);
  const bare: string[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? '';
    if (token === '(' || token === ')') continue;
    if (token !== '::') {
      bare.push(token);
      continue;
    }
    if (!CASTS.test(tokens[++at] ?? '')) return undefined;
    if (tokens[at] === 'character' && tokens[at + 1] === 'varying') at++;
    if (tokens[at + 1] === '[' && tokens[at + 2] === ']') at += 2;
    // A cast to a size could cut a label.
    if (tokens[at + 1] === '(') return undefined;
  }
  const [check, name = '', equals, ...rest] = bare;
  if (check !== 'CHECK' || unquoted(name) !== column || equals !== '=') return undefined;
  const listed = rest[0] === 'ANY' && rest[1] === 'ARRAY' && rest[2] === '[' && rest.at(-1) === ']';
  const items = listed ? rest.slice(3, -1) : rest;
  const labels: string[] = [];
  for (const [position, item] of items.entries()) {
    if (position % 2 === 1) {
      if (item !== ',') return undefined;
      continue;
    }
    const label = literalOf(item)?.value;
    if (label === undefined) return undefined;
    labels.push(label);
  }
  return items.length % 2 === 1 && (listed || labels.length === 1) && isValueSet(labels) ? labels : undefined;
}

const MOST = 255;

/** True for labels that `valueSet` can hold: it has commas between them, blanks around them do not count, and XML lacks some characters. */
export function isValueSet(labels: readonly string[]): boolean {
  const different = new Set(labels.map((label) => label.toLowerCase()));
  const writable = labels.every(
    (label) => label !== '' && label.trim() === label && !label.includes(',') && isXmlText(label),
  );
  return writable && different.size === labels.length && labels.length > 0 && labels.length <= MOST;
}
