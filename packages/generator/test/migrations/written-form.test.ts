import { describe, expect, it } from 'vitest';
import { plannedOperations } from '../../src/migrations/forms.js';
import { readAnnotated } from '../../src/migrations/rules/annotated.js';
import { writtenForm } from '../../src/migrations/rules/form.js';
import type { Adapter } from '../../src/model/adapter.js';
import { loadDialect } from '../../src/platforms/access.js';
import { CannotAlter, type Operation } from '../../src/platforms/operation.js';
import { caseNames } from '../schema/support/golden.js';
import { GOLDEN, type GoldenCase, goldenCase } from './golden-cases.js';

const NAMES = caseNames(GOLDEN);

async function opened(name: string, adapter: Adapter): Promise<GoldenCase> {
  const found = await goldenCase(name, adapter);
  if (typeof found === 'string') throw new Error(found);
  return found;
}

const upOf = (files: GoldenCase['files']): string => files.find(({ name }) => name === 'up.sql')?.content ?? '';

async function formOf(found: GoldenCase, adapter: Adapter, sql: string): Promise<'online' | 'plain'> {
  const dialect = await loadDialect(adapter);
  const up = readAnnotated(sql, dialect);
  const { operations } = writtenForm(found.from, found, found.alteration, up, dialect);
  return JSON.stringify(operations) === JSON.stringify(planned(found, false)) ? 'plain' : 'online';
}

const planned = ({ from, changes, alteration, fills }: GoldenCase, online: boolean): readonly Operation[] =>
  plannedOperations(from, changes, alteration, 'up', { fills, online });

describe.each(['pgsql', 'mysql'] as const)('on %s', (adapter) => {
  it('the form of every change is that of its file', async () => {
    const wrong: string[] = [];
    let differing = 0;
    for (const name of NAMES) {
      const found = await goldenCase(name, adapter);
      if (typeof found === 'string') continue;
      const [online, plain] = [upOf(found.files), upOf(found.offline)];
      if (online === plain) continue;
      differing++;
      if ((await formOf(found, adapter, online)) !== 'online') wrong.push(`${name} online`);
      if ((await formOf(found, adapter, plain)) !== 'plain') wrong.push(`${name} plain`);
    }
    expect(wrong).toEqual([]);
    expect(differing).toBeGreaterThan(15);
  });
});

type Edit = (sql: string) => string;

/** Edits that no statement survives. */
const EDITS: readonly (readonly [string, Edit])[] = [
  ['with CRLF', (sql) => sql.replaceAll('\n', '\r\n')],
  ['in lower case', (sql) => sql.replaceAll(/^(CREATE|ALTER|UPDATE)\b/gm, (verb) => verb.toLowerCase())],
  ['with comments in it', (sql) => sql.replaceAll(/^(CREATE|ALTER|UPDATE)\b/gm, '$1 /* mine */')],
  ['with SQL of somebody', (sql) => `${sql}\nUPDATE book SET pages = 1 WHERE pages IS NULL;\nSELECT 'LOCK=NONE';\n`],
  ['with other names', (sql) => sql.replaceAll(/(["`])(\w+)\1/g, '$1x_$2$1')],
  ['without the lines of orm', (sql) => sql.replaceAll(/^-- orm: (?!alone).*\n/gm, '')],
];

describe.each(EDITS)('a file %s', (_, edit) => {
  it.each([
    ['pgsql', 'set-not-null'],
    ['pgsql', 'add-unique'],
    ['pgsql', 'add-foreign-key'],
    ['mysql', 'add-column'],
    ['mysql', 'set-not-null'],
  ] as const)('on %s: %s', async (adapter, name) => {
    const found = await opened(name, adapter);
    for (const [form, files] of [
      ['online', found.files],
      ['plain', found.offline],
    ] as const) {
      const sql = edit(upOf(files));
      expect(sql).not.toBe(upOf(files));
      expect(await formOf(found, adapter, sql)).toBe(form);
    }
  });
});

it.each(['', '-- orm: alone\n', 'CREATE (((;', "'", '-- orm: add index book.x\n$$', '/*'])(
  'a file that is %j has some form',
  async (sql) => {
    for (const adapter of ['pgsql', 'mysql', 'sqlite', 'mssql', 'oracle'] as const) {
      const found = await opened('add-index', adapter);
      const dialect = await loadDialect(adapter);
      const form = writtenForm(found.from, found, found.alteration, readAnnotated(sql, dialect), dialect);
      expect(form.operations.length).toBeGreaterThan(0);
    }
  },
);

it('a migration without changes, and one that the vendor refuses by now, have none', async () => {
  const found = await opened('add-index', 'mysql');
  const dialect = await loadDialect('mysql');
  const up = readAnnotated('SELECT 1;', dialect);
  expect(writtenForm(found.from, { changes: [] }, found.alteration, up, dialect).operations).toEqual([]);
  const refusing = {
    ...found.alteration,
    alter: () => {
      throw new CannotAlter('no way');
    },
  };
  expect(writtenForm(found.from, found, refusing, up, dialect).operations).toEqual([]);
});
