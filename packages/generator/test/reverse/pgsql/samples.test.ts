import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/reverse/finding.js';
import { matchGolden } from '../../schema/support/golden.js';
import { type Engine, missingEngine } from '../../support/engines.js';
import { findingLines, type RawFact, rawDifferences } from '../raw-facts.js';
import { inNewDatabase, readTurn, runScript, type Turn } from '../round-trip.js';
import { rawCatalog } from './raw-catalog.js';
import { SAMPLES } from './samples.js';

const ENGINES = { pgsql15: Object.keys(SAMPLES), pgsql18: [...Object.keys(SAMPLES), 'newest'] } as const;

interface RawTurn extends Turn {
  readonly raw: readonly RawFact[];
}

const made = (engine: Engine, sql: string, schemas: readonly string[]): Promise<RawTurn> =>
  inNewDatabase(engine, async (database) => {
    await runScript(database, sql);
    return { ...(await readTurn(database, { schemas })), raw: await rawCatalog(database) };
  });

/** Whether a finding says why a fact is in one of two databases only. */
function explains({ lost, table = '', kind, name, detail = '' }: Finding, fact: RawFact): boolean {
  // Its column is in the schema, and a text with a check in the second database.
  if (kind === 'enum type of a column' && table === fact.table && name === fact.name) return true;
  if (!lost || table !== fact.table) return false;
  if (kind === 'table') return true;
  if (fact.name === 'primary key') return /primary key/.test(kind);
  return name === fact.name || (kind === 'name of a check' && detail === `labels of ${fact.name}`);
}

/** How a view is printed depends on the version, and says nothing about us. */
const withoutViews = (lines: string): string => lines.replaceAll(/^(.*\bview \| .* \| )SELECT .*$/gm, '$1SELECT …');

describe.each(Object.entries(ENGINES))('databases of others on %s', (name, samples) => {
  const engine = name as keyof typeof ENGINES;
  it.skipIf(missingEngine(engine) !== undefined).each(samples)('%s', async (sample) => {
    const schemas = SAMPLES[sample] ?? [];
    const script = readFileSync(join(import.meta.dirname, `${sample}.sql`), 'utf8');
    const first = await made(engine, script, schemas);
    const { findings } = first.reversed;
    const golden = join(import.meta.dirname, 'golden', sample);
    matchGolden(`${golden}.xml`, first.xml);
    matchGolden(`${golden}.txt`, `${withoutViews(findingLines(findings))}\n`);

    const second = await made(engine, first.sql, schemas);
    expect(second.xml).toBe(first.xml);
    expect(findingLines(second.reversed.findings.filter(({ lost }) => lost))).toBe('');

    const differences = rawDifferences(first.raw, second.raw);
    expect(differences.filter((fact) => !findings.some((finding) => explains(finding, fact)))).toEqual([]);
    const idle = findings.filter((finding) => finding.lost && !differences.some((fact) => explains(finding, fact)));
    expect(idle).toEqual([]);
  });
});
