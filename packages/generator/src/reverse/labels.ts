import { stringValue } from '../platforms/sql-strings.js';
import { type ScriptDialect, tokenAt } from '../platforms/sql-tokens.js';

/** The labels of a condition that keeps a column to some: `state IN ('new', 'sold')`; undefined for any other one. */
export function labelsIn(
  expression: string,
  dialect: ScriptDialect,
): { readonly column: string; readonly labels: readonly string[] } | undefined {
  const tokens: string[] = [];
  const labels: string[] = [];
  for (let at = 0; at < expression.length; ) {
    const { kind, start, end } = tokenAt(expression, at, dialect);
    const text = expression.slice(start, end);
    if (kind === 'string' && tokens.length > 1) labels.push(stringValue(text, dialect));
    if (kind !== 'space' && kind !== 'comment') tokens.push(kind === 'string' && tokens.length > 1 ? 'label' : text);
    at = end;
  }
  const [column = '', word, ...list] = tokens;
  if (!/^in$/i.test(word ?? '') || !/^\(label(,label)*\)$/.test(list.join(''))) return undefined;
  return {
    column: column
      .replace(/^(["`])(.*)\1$/s, '$2')
      .replaceAll('""', '"')
      .replaceAll('``', '`'),
    labels,
  };
}
