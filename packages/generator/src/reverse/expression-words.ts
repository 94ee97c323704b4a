import { stringValue } from '../platforms/sql-strings.js';
import type { ScriptDialect, Token } from '../platforms/sql-tokens.js';

/** One name of several that a vendor may print for another. */
export const SAME: ReadonlyMap<string, string> = new Map([
  ['true', '1'],
  ['false', '0'],
  ['!=', '<>'],
  ['^=', '<>'],
  ['==', '='],
  ['&&', 'and'],
  ['!', 'not'],
  ['character_length', 'char_length'],
  ['octet_length', 'length'],
  ['substring', 'substr'],
  ['mid', 'substr'],
  ['lcase', 'lower'],
  ['ucase', 'upper'],
  ['ceiling', 'ceil'],
  ['pow', 'power'],
  ['mod', '%'],
  ['date_part', 'extract'],
  ['btrim', 'trim'],
  ['strpos', 'position'],
  ['locate', 'position'],
  ['instr', 'position'],
  ['current_timestamp', 'now'],
  ['localtimestamp', 'now'],
  ['statement_timestamp', 'now'],
  ['transaction_timestamp', 'now'],
  ['curdate', 'current_date'],
  ['curtime', 'current_time'],
  ['rlike', 'regexp_like'],
  ['regexp', 'regexp_like'],
  ['isnull', 'is'],
  ['notnull', 'is'],
]);

/** Characters that make an operator out of a sign at their end: to PostgreSQL `*-` is two operators and `@-` is one. */
const BINDING = /[~!@#%^&|`?]/;

/** Signs that touch each other, as the operators that they are. */
export function operatorsIn(signs: string, { blocks }: ScriptDialect): string[] {
  const [, first = '', last] = /^(.+)([-+~!])$/s.exec(signs) ?? [];
  const isOne =
    last === undefined || signs === '!' || (blocks === 'pgsql' && (BINDING.test(signs) || /[~!]/.test(last)));
  return isOne ? [signs] : [...operatorsIn(first, { blocks } as ScriptDialect), last];
}

/** MySQL takes `"…"` for a string, where it is a name elsewhere. */
export const isString = ({ kind }: Token, text: string, { blocks, ansiQuotes }: ScriptDialect): boolean =>
  kind === 'string' || (blocks === 'mysql' && text.startsWith('"') && ansiQuotes !== true);

/** A token as one spelling of it: names in lower case without quotes, strings as `'…`. */
export function wordOf(token: Token, text: string, dialect: ScriptDialect): string {
  if (isString(token, text, dialect)) return stringWord(stringValue(text, dialect));
  if (token.kind === 'name') return text.slice(1, -1).toLowerCase();
  return text.toLowerCase().replace(/^0+(?=\d)/, '');
}

/** A string by what it says: numbers, days and JSON are printed in a spelling of the vendor's. */
function stringWord(value: string): string {
  if (/^\d+$/.test(value)) return value.replace(/^0+(?=\d)/, '');
  if (/^\d{4}-\d{1,2}-\d{1,2}/.test(value)) {
    return `'${value.replaceAll(/\b(\d)\b/g, '0$1').replace(/[ T]00:00:00(\.0+)?([+-]00)?$/, '')}`;
  }
  if (/^\s*[[{]/.test(value)) return `'${value.replaceAll(/\s+/g, '')}`;
  // Intervals: `1 month` is `1 mon`, and `24 hours` is `24:00:00`.
  if (/^[-+]?\d+ ?(year|mon|week|day|hour|min|sec)|^\d+:\d+/i.test(value)) return "'…";
  return `'${value}`;
}

const SCIENTIFIC = /(\d+(?:\.\d*)?|\.\d+)e([-+]?\d{1,3})(?![\w$])/iy;

/** A number such as `1e3` at an offset, written out: PostgreSQL prints it as '1000'. */
export function writtenOut(sql: string, at: number): { readonly text: string; readonly end: number } | undefined {
  if (!/[\d.]/.test(sql[at] ?? '')) return undefined;
  SCIENTIFIC.lastIndex = at;
  const [all, digits = '', exponent = '0'] = SCIENTIFIC.exec(sql) ?? [];
  if (all === undefined) return undefined;
  const [whole = '', fraction = ''] = digits.split('.');
  const point = whole.length + Number(exponent);
  const both = whole + fraction;
  const filled = both.padEnd(point, '0').padStart(both.length - Math.min(point, 0), '0');
  const place = Math.max(point, 0);
  const rest = filled.slice(place).replace(/0+$/, '');
  const text = `${filled.slice(0, place).replace(/^0+(?=\d)/, '') || '0'}${rest === '' ? '' : `.${rest}`}`;
  return { text, end: at + all.length };
}
