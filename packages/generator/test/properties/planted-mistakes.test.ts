import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Reporter } from '../../src/diagnostics/diagnostic.js';
import { positionAt } from '../../src/diagnostics/source.js';
import { DEFAULT_PLATFORM_OPTIONS, type Platform } from '../../src/platforms/platform.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import { buildText } from '../../src/schema/text.js';
import { checkClasses } from '../../src/targets/php/check/classes.js';
import { PHP_NAMES } from '../../src/targets/php/check/name-rules.js';
import { type BaseTable, baseSchema, baseTables, random } from './planted/base.js';
import { DOCUMENTED, hides, type Mistake, mistakesOf, type Vendor } from './planted/mistakes.js';
import { byId, written } from './planted/tree.js';

const RUNS = Number(process.env['ORM_PLANTED_RUNS'] ?? 40);
const MINUTES = Number(process.env['ORM_PLANTED_MINUTES'] ?? 0);
const SEED = Number(process.env['ORM_PLANTED_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const REPORT = process.env['ORM_PLANTED_REPORT'];
const VENDORS: readonly Vendor[] = ['mysql', 'pgsql', 'sqlite'];

/** What is said of a schema with these mistakes in it: the code and the line of each error. */
function errorsOf(text: string, platform: Platform): string[] {
  const reporter = new Reporter();
  const source = { path: 'schema.xml', text };
  const naming = { mapNamespace: 'Map', classPrefix: '', keyType: 'phpName' } as const;
  buildText(
    {
      source,
      connection: 'default',
      platform,
      platformOptions: DEFAULT_PLATFORM_OPTIONS,
      tablePrefix: '',
      names: [PHP_NAMES],
      checkTargets: (models, report) => checkClasses(models, naming, report),
    },
    reporter,
  );
  return reporter.diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ code, span }) => `${code} in line ${span ? positionAt(source, span.start).line : '?'}`);
}

interface Planted {
  readonly text: string;
  /** The error that each mistake should have. */
  readonly expected: ReadonlyMap<Mistake, string>;
}

function planted(tables: readonly BaseTable[], mistakes: readonly Mistake[]): Planted {
  const schema = baseSchema(tables);
  for (const { plant } of mistakes) plant(byId(schema));
  const { text, lines } = written(schema);
  return {
    text,
    expected: new Map(mistakes.map((each) => [each, `${each.code} in line ${lines.get(each.at) ?? '?'}`])),
  };
}

function chosen(all: readonly Mistake[], count: number, next: () => number): readonly Mistake[] {
  const taken = new Map<string, Mistake>();
  for (let tries = 0; taken.size < count && tries < 100; tries++) {
    const mistake = all[Math.floor(next() * all.length)];
    if (mistake && !taken.has(mistake.changes)) taken.set(mistake.changes, mistake);
  }
  return [...taken.values()];
}

const kinds = new Set<string>();
const pairs = new Map<string, number>();
let plantedCount = 0;
let laterCount = 0;

/** Plants mistakes, and corrects what is reported, round by round. */
function play(seed: number, platforms: ReadonlyMap<Vendor, Platform>): void {
  const next = random(seed);
  const vendor = VENDORS[Math.floor(next() * VENDORS.length)] ?? 'sqlite';
  const platform = platforms.get(vendor);
  if (!platform) throw new Error(`no ${vendor}`);
  const tables = baseTables(next);
  const all = tables.flatMap((table) => mistakesOf(table, vendor));
  let left = chosen(all, 2 + Math.floor(next() * 9), next);
  plantedCount += left.length;
  for (let round = 1; left.length > 0; round++) {
    const { text, expected } = planted(tables, left);
    const said = errorsOf(text, platform);
    const where = `seed ${seed}, ${vendor}, round ${round}:\n${left.map(({ kind, at }) => `  ${kind} at ${at}`).join('\n')}\n${text}`;
    // Two mistakes may have the same error in one tag: each is counted.
    const unclaimed = [...said];
    const seen = left.filter((mistake) => {
      const at = unclaimed.indexOf(expected.get(mistake) ?? '');
      if (at >= 0) unclaimed.splice(at, 1);
      return at >= 0;
    });
    const hidden = left.filter((mistake) => !seen.includes(mistake));
    expect(unclaimed, `errors that nobody planted; ${where}`).toEqual([]);
    expect(seen.length, `nothing is reported; ${where}`).toBeGreaterThan(0);
    for (const { needs, destroys } of left) {
      for (const fact of [...needs, ...destroys]) expect(Object.keys(DOCUMENTED)).toContain(fact.split(' ')[0]);
    }
    for (const mistake of hidden) {
      // What hides it may be hidden itself, by one that is seen.
      const hiders = left.filter((other) => other !== mistake && hides(other, mistake));
      expect(hiders.length, `${mistake.kind} at ${mistake.at} is not reported; ${where}`).toBeGreaterThan(0);
      const pair = `${hiders[0]?.kind ?? ''} hides ${mistake.kind}`;
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    }
    for (const { kind } of seen) kinds.add(kind);
    laterCount += hidden.length;
    left = hidden;
  }
}

const PAGE = join(import.meta.dirname, '../../../../docs/schema-errors.md');

describe(`mistakes that are planted into random schemas (seed ${SEED})`, () => {
  it('are all reported in the first run, or only after one that made them impossible to see', async () => {
    const platforms = new Map<Vendor, Platform>();
    for (const vendor of VENDORS) platforms.set(vendor, await loadPlatform(vendor));
    for (const vendor of VENDORS) {
      const platform = platforms.get(vendor);
      if (platform) expect(errorsOf(written(baseSchema(baseTables(random(SEED)))).text, platform)).toEqual([]);
    }
    const page = readFileSync(PAGE, 'utf8');
    for (const row of Object.values(DOCUMENTED)) expect(page).toContain(`\n| ${row} | `);
    const until = Date.now() + MINUTES * 60_000;
    let schemas = 0;
    while (schemas < RUNS || Date.now() < until) play(SEED + schemas++, platforms);
    if (REPORT === undefined) return;
    const facts = {
      seed: SEED,
      schemas,
      planted: plantedCount,
      later: laterCount,
      kinds: [...kinds].sort(),
      pairs: [...pairs].sort(),
    };
    writeFileSync(REPORT, JSON.stringify(facts));
  });
}, 3_600_000);
