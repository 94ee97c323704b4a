import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caseNames, matchGolden } from '../schema/support/golden.js';
import { ADAPTERS } from '../support/compile-schema.js';
import { plsqlErrors } from '../support/plsql-grammar.js';
import { tsqlErrors } from '../support/tsql-grammar.js';
import { GOLDEN, goldenCase } from './golden-cases.js';

const CASES = caseNames(GOLDEN);

describe.each(ADAPTERS)('changes on %s', (adapter) => {
  it.each(CASES)('%s', async (name) => {
    const folder = join(GOLDEN, name, adapter);
    const found = await goldenCase(name, adapter);
    const files = typeof found === 'string' ? [{ name: 'refused.txt', content: `${found}\n` }] : found.files;
    if (process.env['UPDATE_GOLDEN'] === '1') {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
    }
    for (const { name: file, content } of files) matchGolden(join(folder, file), content);
    expect(existsSync(folder) ? readdirSync(folder).sort() : []).toEqual(files.map((file) => file.name).sort());
  });
});

describe('SQL that no server of ours runs', () => {
  it.each(CASES)('%s passes the grammars', async (name) => {
    for (const [adapter, errors] of [
      ['mssql', tsqlErrors],
      ['oracle', plsqlErrors],
    ] as const) {
      const found = await goldenCase(name, adapter);
      if (typeof found === 'string') continue;
      const { alter, terminate = (sql: string) => `${sql};` } = found.alteration;
      for (const { operation } of [...found.up, ...found.down]) {
        for (const sql of alter(operation))
          expect({ sql, errors: errors(terminate(sql)) }).toEqual({ sql, errors: [] });
      }
    }
  });
});
