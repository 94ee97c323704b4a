import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Reporter } from '../../../src/diagnostics/diagnostic.js';
import { renderDiagnostics } from '../../../src/diagnostics/render.js';
import { reportTo } from '../../../src/schema/model-diagnostics.js';
import { checkPhp } from '../../../src/targets/php/check/check.js';
import { caseNames, matchGolden, runCase } from '../../schema/support/golden.js';
import { everythingFixture } from '../../support/fixture-model.js';

const FOLDER = join(import.meta.dirname, 'golden/wrong');
const SOURCE = join(import.meta.dirname, '../../../src/targets/php');
const NAMING = { mapNamespace: 'Map', classPrefix: '', keyType: 'phpName' };

const seen = new Set<string>();

describe('schemas that cannot become PHP', () => {
  const names = caseNames(FOLDER);

  it.each(names)('%s', async (name) => {
    const { diagnostics } = await runCase(join(FOLDER, name));
    for (const { code } of diagnostics) seen.add(code);
    expect(diagnostics.map(({ code }) => code.slice(0, 4))).toContain('php/');
    matchGolden(join(FOLDER, name, 'expected.txt'), renderDiagnostics(diagnostics));
  });

  it('bring out every diagnostic there is', () => {
    const codes = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => [...readFileSync(join(SOURCE, file), 'utf8').matchAll(/code: '(php\/[a-z-]+)'/g)])
      .map(([, code]) => code);
    expect(codes.length).toBeGreaterThan(4);
    expect(codes.filter((code) => code === undefined || !seen.has(code))).toEqual([]);
  });
});

describe('the schema with everything', () => {
  it.each(['pgsql', 'mysql', 'sqlite', 'mssql', 'oracle'] as const)('can become PHP for %s', async (adapter) => {
    const reporter = new Reporter();
    checkPhp([await everythingFixture(adapter)], NAMING, reportTo(reporter));
    expect(renderDiagnostics(reporter.diagnostics)).toBe('');
  });
});
