import type { Adapter } from '../../src/model/adapter.js';

/** A value that PHP has bound: `['text', …]`, `['int', …]`, `['bytes', hexadecimal digits]`, or null. */
export type BoundValue = readonly [kind: 'text' | 'int' | 'bytes', value: string | number] | null;

/** A statement that generated classes have sent, as `recording.php` writes it down. */
export interface SentStatement {
  /** What the script was doing. */
  readonly name: string;
  readonly sql: string;
  readonly params: readonly BoundValue[];
}

const TOKENS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\[(?:[^\]]|\]\])*\]|\/\*[\s\S]*?\*\/|\?/g;

/** The statement with its values in the text. Throws when there are not as many as placeholders. */
export function withValues({ sql, params, name }: SentStatement, adapter: Adapter): string {
  let used = 0;
  const text = sql.replace(TOKENS, (token) => {
    if (token !== '?') return token;
    const value = params[used];
    used += 1;
    return value === undefined ? token : literal(value, adapter);
  });
  if (used !== params.length) throw new Error(`${name}: ${used} placeholders and ${params.length} values in ${sql}`);
  return text;
}

function literal(value: BoundValue, adapter: Adapter): string {
  if (value === null) return 'NULL';
  const [kind, content] = value;
  if (kind === 'int') return String(content);
  const text = String(content);
  if (kind === 'text') {
    const quoted = `'${text.replaceAll("'", "''")}'`;
    return adapter === 'mssql' ? `N${quoted}` : quoted;
  }
  switch (adapter) {
    case 'mssql':
      return `0x${text}`;
    case 'oracle':
      return `HEXTORAW('${text}')`;
    case 'pgsql':
      return `'\\x${text}'::bytea`;
    default:
      return `X'${text}'`;
  }
}

const VALUE = /N?'(?:[^']|'')*'|\d+/.source;
const VALUES = new RegExp(`(?<= IN )\\(((?:${VALUE})(?:, (?:${VALUE}))*)\\)`, 'g');
const COLUMN = /(?:"[^"]+"\."[^"]+"|\[[^\]]+\]\.\[[^\]]+\])(?: AS \w+)?, /.source;
const COLUMNS = new RegExp(`((?:${COLUMN}){2})(?:${COLUMN})+`, 'g');

/** A statement whose long lists are cut to three items, which a grammar parses in the same way and much faster. */
export function withShortLists(sql: string): string {
  return sql.replace(COLUMNS, '$1').replace(VALUES, (_, list: string) => {
    const items = list.match(new RegExp(VALUE, 'g')) ?? [];
    return `(${items.slice(0, 3).join(', ')})`;
  });
}
