import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/reverse/finding.js';
import { matchGolden } from '../../schema/support/golden.js';
import { type Engine, missingEngine } from '../../support/engines.js';
import { inNewDatabase, readTurn, runScript, type Turn } from '../round-trip.js';
import { type RawFact, rawCatalog, rawDifferences } from './raw-catalog.js';
import { SAMPLES, scriptOf } from './samples.js';

const SERVERS = { mysql9: 'mysql', mariadb: 'mariadb', mariadb11: 'mariadb' } as const satisfies Partial<
  Record<Engine, string>
>;

interface RawTurn extends Turn {
  readonly raw: readonly RawFact[];
}

const made = (engine: Engine, sql: string): Promise<RawTurn> =>
  inNewDatabase(engine, async (database) => {
    await runScript(database, sql);
    return { ...(await readTurn(database)), raw: await rawCatalog(database) };
  });

/** Whether a finding says why a fact is in one of two databases only. */
function explains({ lost, table, kind, name, detail = '' }: Finding, fact: RawFact): boolean {
  if (!lost) return false;
  if (table === undefined) return name === fact.name || name === fact.table;
  if (table !== fact.table) return false;
  // With other columns first, other foreign keys need an index of their own.
  if (kind === 'order of a primary key') return fact.fact.startsWith('index ');
  // MariaDB puts the end of a row's time into every key.
  if (/ROW END$/.test(detail) && fact.fact.startsWith('index ')) return fact.fact.includes(` ${name} `);
  return name === fact.name || (kind === 'partitioning' && detail.includes(fact.name));
}

const lines = (findings: readonly Finding[]): string =>
  findings
    .map(({ lost, kind, table, name, detail }) =>
      [lost ? 'lost' : 'note', kind, table ?? '-', name, detail ?? '-'].join(' | '),
    )
    .join('\n');

describe.concurrent.each(Object.keys(SERVERS) as (keyof typeof SERVERS)[])('databases of others on %s', (engine) => {
  it.skipIf(missingEngine(engine) !== undefined).each(SAMPLES)('%s', async (sample) => {
    const server = SERVERS[engine];
    const first = await made(engine, scriptOf(sample, server));
    const { findings } = first.reversed;
    const golden = join(import.meta.dirname, 'golden', `${sample}-${server}`);
    matchGolden(`${golden}.xml`, first.xml);
    matchGolden(`${golden}.txt`, `${lines(findings)}\n`);

    const second = await made(engine, first.sql);
    expect(second.xml).toBe(first.xml);
    expect(lines(second.reversed.findings.filter(({ lost }) => lost))).toBe('');

    const differences = rawDifferences(first.raw, second.raw);
    expect(differences.filter((fact) => !findings.some((finding) => explains(finding, fact)))).toEqual([]);
    const idle = findings.filter((finding) => finding.lost && !differences.some((fact) => explains(finding, fact)));
    expect(idle).toEqual([]);
  });
});
