import type { Adapter } from '../../src/model/adapter.js';
import { dialect as mssql } from '../../src/platforms/mssql/script.js';
import { dialect as mysql } from '../../src/platforms/mysql/script.js';
import { dialect as oracle } from '../../src/platforms/oracle/script.js';
import { dialect as pgsql } from '../../src/platforms/pgsql/script.js';
import { type ScriptDialect, tokenAt } from '../../src/platforms/sql-tokens.js';
import { dialect as sqlite } from '../../src/platforms/sqlite/script.js';

export const DIALECTS: Readonly<Record<Adapter, ScriptDialect>> = { pgsql, mysql, sqlite, mssql, oracle };

interface Word {
  readonly kind: string;
  readonly text: string;
}

/** A name that a script gives to something, with where the name must be the only one. */
export interface DeclaredName {
  readonly kind: 'table' | 'index' | 'sequence' | 'primary' | 'unique' | 'check' | 'foreign' | 'default';
  readonly schema: string;
  readonly table: string;
  readonly name: string;
}

/** The tokens of a script that mean something. */
function words(sql: string, dialect: ScriptDialect): Word[] {
  const found: Word[] = [];
  for (let at = 0; at < sql.length; ) {
    const token = tokenAt(sql, at, dialect);
    at = Math.max(token.end, at + 1);
    if (token.kind === 'space' || token.kind === 'comment') continue;
    found.push({ kind: token.kind, text: sql.slice(token.start, token.end) });
  }
  return found;
}

function unquote(name: string): string {
  const close = name.at(-1) ?? '';
  return name.slice(1, -1).replaceAll(close + close, close);
}

export function quotedNames(sql: string, dialect: ScriptDialect): string[] {
  return words(sql, dialect)
    .filter((word) => word.kind === 'name')
    .map((word) => unquote(word.text));
}

/** Everything that CREATE and CONSTRAINT name in a script of ours. */
export function declaredNames(sql: string, dialect: ScriptDialect): DeclaredName[] {
  const list = words(sql, dialect);
  const found: DeclaredName[] = [];
  let table = '';
  let schema = '';
  let creating = false;
  const nameAt = (at: number): { schema: string; name: string } => {
    const first = unquote(list[at]?.text ?? '');
    const dotted = list[at + 1]?.text === '.' && list[at + 2]?.kind === 'name';
    return dotted ? { schema: first, name: unquote(list[at + 2]?.text ?? '') } : { schema: '', name: first };
  };
  for (const [at, { kind, text }] of list.entries()) {
    if (text === ';') creating = false;
    if (kind !== 'word') continue;
    const next = list[at + 1];
    const isName = next?.kind === 'name';
    switch (text) {
      case 'CREATE':
        creating = true;
        break;
      case 'DROP':
      case 'ALTER':
        creating = false;
        if (list[at + 1]?.text === 'TABLE' && list[at + 2]?.kind === 'name') ({ schema, name: table } = nameAt(at + 2));
        break;
      case 'TABLE':
        if (!creating || !isName) break;
        ({ schema, name: table } = nameAt(at + 1));
        found.push({ kind: 'table', schema, table, name: table });
        break;
      case 'SEQUENCE':
        if (creating && isName) found.push({ kind: 'sequence', table: '', ...nameAt(at + 1) });
        break;
      case 'INDEX':
        if (creating && isName) found.push({ kind: 'index', schema, table, name: unquote(next.text) });
        break;
      case 'CONSTRAINT': {
        const what = (list[at + 2]?.text ?? '').toLowerCase();
        if (isName) found.push({ kind: what as DeclaredName['kind'], schema, table, name: unquote(next.text) });
      }
    }
  }
  return found;
}

/** The spaces in which a vendor wants names to differ: for a name, the keys under which it must be alone. */
const NAMESPACES: Readonly<Record<Adapter, (name: DeclaredName) => string[]>> = {
  pgsql: ({ kind, schema, table, name }) => [
    ...(['table', 'index', 'sequence', 'primary', 'unique'].includes(kind) ? [`relation ${schema}.${name}`] : []),
    ...(['primary', 'unique', 'check', 'foreign'].includes(kind) ? [`constraint ${schema}.${table} ${name}`] : []),
  ],
  sqlite: ({ kind, name }) => (kind === 'table' || kind === 'index' ? [name.toLowerCase()] : []),
  mysql: ({ kind, schema, table, name }) => {
    if (kind === 'table' || kind === 'foreign' || kind === 'check') return [`${kind} ${schema}.${name.toLowerCase()}`];
    return kind === 'index' ? [`index ${schema}.${table} ${name.toLowerCase()}`] : [];
  },
  mssql: ({ kind, schema, table, name }) =>
    kind === 'index' ? [`index ${schema}.${table} ${name}`] : [`object ${schema}.${name}`],
  oracle: ({ kind, name }) => {
    if (kind === 'table' || kind === 'sequence') return [`object ${name}`];
    if (kind === 'index') return [`index ${name}`];
    return [`constraint ${name}`, ...(kind === 'primary' || kind === 'unique' ? [`index ${name}`] : [])];
  },
};

/** Names that a script gives twice where the vendor allows it once. */
export function nameClashes(sql: string, adapter: Adapter): string[] {
  const seen = new Set<string>();
  const clashes: string[] = [];
  for (const declared of declaredNames(sql, DIALECTS[adapter])) {
    for (const key of NAMESPACES[adapter](declared)) {
      if (seen.has(key)) clashes.push(key);
      seen.add(key);
    }
  }
  return clashes;
}
