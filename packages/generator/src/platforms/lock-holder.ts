import { printable, quoted } from '../diagnostics/printable.js';
import { type ScriptDialect, significantTokens } from './sql-tokens.js';

/** A session of the server that others wait for. */
export interface LockHolder {
  readonly id: string;
  readonly user: string;
  /** What it does, in the words of the server: `idle in transaction`, `Sleep`. */
  readonly state: string;
  /** For how long it has had its transaction open, or else has done what it does. */
  readonly seconds: number;
  /** Its last statement, as `shortSql` gives it; nothing where the server does not tell. */
  readonly statement: string;
  /** False for one that may be it: the server tells only that it has a transaction open. */
  readonly isCertain: boolean;
}

/** A value of a catalog as a text; nothing for NULL. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';

const LONGEST = 80;

/** A statement in a line, without any value: one of them may be a password. */
export function shortSql(sql: string, dialect: ScriptDialect): string {
  const texts = significantTokens(sql, dialect).map(({ kind, start, end }) => {
    const text = sql.slice(start, end);
    const isValue = kind === 'string' || (dialect.backslashEscapes && text.startsWith('"'));
    return { start, end, text: isValue ? "'…'" : text };
  });
  const line = texts
    .map(({ text, start }, at) => (at > 0 && texts[at - 1]?.end !== start ? ` ${text}` : text))
    .join('');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

/** For people: `session 4711 of "shop" (idle in transaction) for 12 s: SELECT …`. */
export function shownHolder({ id, user, state, seconds, statement, isCertain }: LockHolder): string {
  const doing = state === '' ? '' : ` (${printable(state)})`;
  const said = statement === '' ? '' : `: ${printable(statement)}`;
  const maybe = isCertain ? '' : ' has a transaction open, and may be in the way,';
  return `session ${printable(id)} of ${quoted(user)}${doing}${maybe} for ${String(Math.max(0, Math.round(seconds)))} s${said}`;
}
