import { type ScriptDialect, tokenAt } from '../platforms/sql-tokens.js';
import { isString, operatorsIn, wordOf, writtenOut } from './expression-words.js';

/** A word of an expression, a quoted name, a string or number, or an operator. */
export interface Part {
  readonly kind: 'name' | 'word' | 'value' | 'sign';
  readonly text: string;
}

/** Thrown where an expression has something that is not understood here. */
export class Unknown extends Error {}

export function partsOf(sql: string, dialect: ScriptDialect): Part[] {
  const parts: Part[] = [];
  let signs = '';
  const endSigns = (): void => {
    if (signs !== '') for (const text of operatorsIn(signs, dialect)) parts.push({ kind: 'sign', text });
    signs = '';
  };
  for (let at = 0; at < sql.length; ) {
    const number = writtenOut(sql, at);
    if (number !== undefined) {
      endSigns();
      parts.push({ kind: 'value', text: number.text });
      at = number.end;
      continue;
    }
    const token = tokenAt(sql, at, dialect);
    const text = sql.slice(token.start, token.end);
    at = token.end;
    if (token.kind === 'symbol' && !/[()[\]{},.]/.test(text)) {
      signs += text;
      continue;
    }
    endSigns();
    if (token.kind === 'space' || token.kind === 'comment') continue;
    const word = wordOf(token, text, dialect);
    if (token.kind === 'symbol') parts.push({ kind: 'sign', text });
    else if (isString(token, text, dialect))
      parts.push({ kind: 'value', text: /^'[-+]?\d+(\.\d+)?$/.test(word) ? decimal(word.slice(1)) : word });
    else if (token.kind === 'name') parts.push({ kind: 'name', text: word });
    // MySQL says which characters a string has.
    else if (/^_\w+$/.test(word) && /^\s*'/.test(sql.slice(at))) continue;
    else parts.push({ kind: /^\d/.test(word) ? 'value' : 'word', text: word });
  }
  endSigns();
  return joined(parts);
}

/** Numbers with a point are one value, and what a name belongs to says nothing. */
function joined(parts: readonly Part[]): Part[] {
  const result: Part[] = [];
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at];
    const next = parts[at + 1];
    if (part === undefined) continue;
    if (part.kind !== 'sign' || part.text !== '.') {
      result.push(part);
      continue;
    }
    const before = result.at(-1);
    const isNumber = next?.kind === 'value' && before?.kind !== 'name' && before?.kind !== 'word';
    if (isNumber) {
      const whole = before?.kind === 'value' ? (result.pop()?.text ?? '') : '0';
      result.push({ kind: 'value', text: decimal(`${whole}.${next.text}`) });
      at++;
    } else if (before !== undefined && before.kind !== 'sign' && next !== undefined && next.kind !== 'sign') {
      result.pop();
      result.push({ kind: 'name', text: next.text });
      at++;
    } else throw new Unknown();
  }
  return result;
}

const decimal = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
