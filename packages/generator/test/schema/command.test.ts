import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { orm } from '../cli/support/orm.js';

const GOLDEN = join(import.meta.dirname, 'golden');

/** What the golden cases show is what a person sees: a few of them by the command itself. */
describe('orm schema:check', () => {
  it.each(['mysql-parameter-unknown', 'oracle-foreign-key-action', 'mssql-decimal-size', 'file-too-large'])(
    'says of %s what its golden case says',
    async (name) => {
      const folder = join(GOLDEN, 'wrong', name);
      const { code, stdout, stderr } = await orm(['schema:check'], { cwd: folder });
      expect(stderr).toContain(readFileSync(join(folder, 'expected.txt'), 'utf8').trimEnd());
      expect(stdout).toBe('');
      expect(code).toBe(1);
    },
  );

  it('has only notes on a whole schema in the style of Propel', async () => {
    const cwd = join(GOLDEN, 'propel/bookstore-mysql');
    const { code, stdout, stderr } = await orm(['schema:check'], { cwd });
    expect(stderr).toContain(readFileSync(join(cwd, 'expected.txt'), 'utf8').trim());
    expect(stderr).not.toMatch(/^(error|warning):/m);
    expect(stdout).toContain('default (mysql): 10 tables');
    expect(code).toBe(0);
  });
});
