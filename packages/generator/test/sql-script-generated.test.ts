import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ADAPTERS } from '../src/model/adapter.js';
import { loadDialect } from '../src/platforms/access.js';
import { statementPurpose } from '../src/platforms/sql-drops.js';
import { splitScript } from '../src/platforms/sql-script.js';

const DROPPED: Readonly<Partial<Record<string, readonly string[]>>> = {
  oracle: ['TABLE', 'VIEW', 'SEQUENCE'],
  pgsql: ['TABLE', 'VIEW', 'SEQUENCE', 'TYPE'],
};

describe.each(ADAPTERS)('generated SQL of %s', (adapter) => {
  test('every CREATE TABLE is a statement, and every table that is created is seen to be dropped', async () => {
    const sql = readFileSync(new URL(`golden/sql/${adapter}/everything.sql`, import.meta.url), 'utf8');
    const dialect = await loadDialect(adapter);
    const { statements, problems } = splitScript(sql, dialect);
    expect(problems).toEqual([]);
    const created = statements.filter(({ text }) => text.startsWith('CREATE TABLE ')).length;
    const dropped = statements.flatMap(({ text }) => statementPurpose(text, dialect).drops);
    expect(created).toBe(sql.match(/^CREATE TABLE /gm)?.length);
    expect(dropped.filter(({ kind }) => kind === 'TABLE')).toHaveLength(created);
  });

  test('is harmless but for the tables, views, sequences and types it drops', async () => {
    const sql = readFileSync(new URL(`golden/sql/${adapter}/everything.sql`, import.meta.url), 'utf8');
    const dialect = await loadDialect(adapter);
    const purposes = splitScript(sql, dialect).statements.map(({ text }) => statementPurpose(text, dialect));
    expect(purposes.flatMap(({ danger }) => danger ?? [])).toEqual([]);
    expect(new Set(purposes.flatMap(({ drops }) => drops.map(({ kind }) => kind)))).toEqual(
      new Set(DROPPED[adapter] ?? ['TABLE', 'VIEW']),
    );
  });
});
