import { plainExpression } from './printed-sql.js';

const STRING = "'(?:[^']|'')*'";
const ELEMENT = `${STRING}::character varying`;
const CAST_ARRAY = new RegExp(`\\(ARRAY\\[(${ELEMENT}(?:, ${ELEMENT})*)\\]\\)::text\\[\\]`, 'g');

/**
 * An expression of an index in one spelling. The server itself has two for a list of texts: a cast of the whole list becomes
 * one of each element when the expression is read once more.
 */
export function indexExpression(sql: string): string {
  return plainExpression(sql).replaceAll(CAST_ARRAY, (_, list: string) => {
    const elements = [...list.matchAll(new RegExp(ELEMENT, 'g'))].map(([element]) => `(${element})::text`);
    return `ARRAY[${elements.join(', ')}]`;
  });
}
