import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ADAPTERS, type Adapter } from '../../src/model/adapter.js';
import { DEFAULT_PLATFORM_OPTIONS } from '../../src/platforms/platform.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import { everythingFiles, makeProject } from '../support/everything.js';

/** The SQL of the schema with everything, from files as they are given. */
async function everythingSql(adapter: Adapter, files = everythingFiles(adapter)): Promise<string> {
  const project = makeProject(files, { adapter });
  try {
    const platform = await loadPlatform(adapter);
    return platform.ddl(await project.model(), DEFAULT_PLATFORM_OPTIONS);
  } finally {
    project.remove();
  }
}

/** The files with their tables in another order: the same one for the same seed. */
function shuffled(files: Readonly<Record<string, string>>, seed: number): Record<string, string> {
  let state = seed;
  const random = (below: number): number => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state % below;
  };
  const entries = Object.entries(files).map(([name, text]): [string, string] => {
    const tables = text.match(/ {2}<table [\s\S]*?<\/table>\n/g) ?? [];
    const order = [...tables];
    for (let i = order.length - 1; i > 0; i--) {
      const j = random(i + 1);
      [order[i], order[j]] = [order[j] ?? '', order[i] ?? ''];
    }
    let next = 0;
    return [name, text.replace(/ {2}<table [\s\S]*?<\/table>\n/g, () => order[next++] ?? '')];
  });
  return Object.fromEntries(entries);
}

/** Tables that a CREATE TABLE refers to before they exist. */
function earlyReferences(sql: string): string[] {
  const name = '((?:(?:"[^"]+"|\\[(?:[^\\]]|\\]\\])+\\])\\.?)+)';
  const events = sql.matchAll(new RegExp(`^CREATE TABLE ${name}|^    REFERENCES ${name}`, 'gm'));
  const made = new Set<string>();
  const early: string[] = [];
  for (const [, created, referred] of events) {
    if (created !== undefined) made.add(created);
    else if (referred !== undefined && !made.has(referred)) early.push(referred);
  }
  if (made.size === 0) throw new Error('no table was found');
  return early;
}

/** Names of the tables, constraints, indexes and sequences that a file makes. */
function things(sql: string): string[] {
  return (sql.match(/CONSTRAINT [^(\n]+|CREATE (UNIQUE )?(TABLE|INDEX|SEQUENCE) [^(\n]+|INDEX `[^(]+/g) ?? []).sort();
}

describe.each(ADAPTERS)('the SQL of the schema with everything for %s', (adapter) => {
  it('is the golden file, byte for byte', async () => {
    const path = fileURLToPath(new URL(`../golden/sql/${adapter}/everything.sql`, import.meta.url));
    const sql = await everythingSql(adapter);
    if (process.env['UPDATE_GOLDEN'] === '1') {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, sql);
    }
    expect(sql).toBe(readFileSync(path, 'utf8'));
  });

  it('is the same in two builds', async () => {
    expect(await everythingSql(adapter)).toBe(await everythingSql(adapter));
  });

  it('makes the same things whatever the order of the tables in the schema', async () => {
    const files = everythingFiles(adapter);
    const expected = things(await everythingSql(adapter));
    expect(expected.length).toBeGreaterThan(100);
    for (let seed = 1; seed <= 5; seed++) {
      expect(things(await everythingSql(adapter, shuffled(files, seed)))).toEqual(expected);
    }
  });
});

/** MySQL and SQLite let a foreign key name a table that comes later. */
describe.each(['pgsql', 'mssql', 'oracle'] as const)('the order of tables for %s', (adapter) => {
  it('puts what a table refers to before it, whatever the order in the schema', async () => {
    const files = everythingFiles(adapter);
    expect(earlyReferences(await everythingSql(adapter, files))).toEqual([]);
    for (let seed = 1; seed <= 20; seed++) {
      expect(earlyReferences(await everythingSql(adapter, shuffled(files, seed)))).toEqual([]);
    }
  });
});
