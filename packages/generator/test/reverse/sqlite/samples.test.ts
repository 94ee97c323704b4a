import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Finding } from '../../../src/reverse/finding.js';
import { ORM } from '../../cli/support/orm.js';
import { nodeBinary } from '../../package/packed.js';
import { matchGolden } from '../../schema/support/golden.js';
import { findingLines, type RawFact, rawDifferences } from '../raw-facts.js';
import { inNewDatabase, readTurn, runScript, type Turn } from '../round-trip.js';
import { plainCheck, rawCatalog } from './raw-catalog.js';

const SAMPLES = ['film-rental', 'bookshop', 'issue-tracker', 'blog', 'erp', 'community'] as const;

interface RawTurn extends Turn {
  readonly raw: readonly RawFact[];
}

const made = (sql: string): Promise<RawTurn> =>
  inNewDatabase('sqlite', async (database) => {
    await runScript(database, sql);
    return { ...(await readTurn(database)), raw: await rawCatalog(database) };
  });

/** Whether a finding says why a fact is in one of two databases only. */
function explains({ lost, table = '', kind, name, detail = '' }: Finding, fact: RawFact): boolean {
  if (!lost || table !== fact.table) return false;
  if (fact.name === 'primary key') return /primary key/.test(kind);
  if (fact.name === 'check') return kind === 'check' && plainCheck(detail) === fact.fact;
  // Columns behind one that is left out move up.
  if (fact.fact.startsWith('column ') && kind === 'generated column') return true;
  if (/^foreign key/.test(kind)) return detail.startsWith(fact.name) || detail.includes(`: ${fact.name}`);
  return name === fact.name || (kind === 'conflict clause' && detail.endsWith(fact.name));
}

/** What does not depend on how the database was named. */
const tablesOf = (xml: string): string => xml.slice(xml.indexOf('<table'));

describe('the driver that comes with Node', () => {
  it.each(['22.23.3', '24.9.0'])('of version %s gives the same', (version) => {
    const folder = mkdtempSync(join(tmpdir(), 'orm-reverse-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const sample of SAMPLES) {
      const database = new Database(join(folder, `${sample}.sqlite`));
      database.exec(readFileSync(join(import.meta.dirname, `${sample}.sql`), 'utf8'));
      database.close();
      const args = ['database:reverse', `sqlite:${sample}.sqlite`, '--schema-name', sample, '--quiet'];
      execFileSync(nodeBinary(version), [ORM, ...args], { cwd: folder, stdio: 'pipe' });
      const written = readFileSync(join(folder, `${sample}_schema.xml`), 'utf8');
      const golden = readFileSync(join(import.meta.dirname, 'golden', `${sample}.xml`), 'utf8');
      expect(tablesOf(written)).toBe(tablesOf(golden));
    }
  });
});

describe('databases of others on SQLite', () => {
  it.each(SAMPLES)('%s', async (sample) => {
    const first = await made(readFileSync(join(import.meta.dirname, `${sample}.sql`), 'utf8'));
    const { findings } = first.reversed;
    const golden = join(import.meta.dirname, 'golden', sample);
    matchGolden(`${golden}.xml`, first.xml);
    matchGolden(`${golden}.txt`, `${findingLines(findings)}\n`);

    const second = await made(first.sql);
    expect(second.xml).toBe(first.xml);
    expect(findingLines(second.reversed.findings.filter(({ lost }) => lost))).toBe('');

    const differences = rawDifferences(first.raw, second.raw);
    expect(differences.filter((fact) => !findings.some((finding) => explains(finding, fact)))).toEqual([]);
    const idle = findings.filter((finding) => finding.lost && !differences.some((fact) => explains(finding, fact)));
    expect(idle).toEqual([]);
  });
});
