import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { loadModule } from 'libpg-query';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Adapter } from '../../src/model/adapter.js';
import type { Platform } from '../../src/platforms/platform.js';
import { ADAPTERS, compileSchema, loadPlatforms } from '../support/compile-schema.js';
import { numberOfRuns, randomSeed } from './random-runs.js';
import { randomSchemas } from './random-schema.js';
import { checkSchema } from './schema-checks.js';

let platforms: ReadonlyMap<Adapter, Platform>;

beforeAll(async () => {
  await loadModule();
  platforms = await loadPlatforms();
});

describe('random schemas', () => {
  it('give positioned errors or SQL that the vendor accepts', () => {
    const seed = randomSeed();
    const runs = numberOfRuns(300);
    const started = performance.now();
    const valid = new Map<Adapter, number>();
    const codes = new Set<string>();
    let anywhere = 0;
    let lists = 0;
    let count = 0;
    const property = fc.property(randomSchemas, (schema) => {
      count++;
      let accepted = false;
      for (const [adapter, platform] of platforms) {
        // SQLite runs it: what a mutation took away is missed there.
        const check = adapter === 'sqlite' && !schema.canRun ? compileSchema : checkSchema;
        const { sql, diagnostics, database } = check(schema.text, platform);
        for (const { code } of diagnostics) codes.add(code);
        if (sql === undefined) continue;
        accepted = true;
        if (database?.tables.some(({ behaviors }) => behaviors.length > 0)) lists++;
        valid.set(adapter, (valid.get(adapter) ?? 0) + 1);
      }
      if (accepted) anywhere++;
    });
    console.log(`random schemas: ${runs} with seed ${seed}`);
    fc.assert(property, { seed, numRuns: runs });
    const result = {
      seed,
      schemas: count,
      acceptedSomewhere: anywhere,
      refusedEverywhere: count - anywhere,
      valid: Object.fromEntries(ADAPTERS.map((adapter) => [adapter, valid.get(adapter) ?? 0])),
      lists,
      codes: [...codes].sort(),
      seconds: Math.round((performance.now() - started) / 1000),
    };
    console.log(`random schemas: ${JSON.stringify(result)}`);
    const report = process.env['ORM_RANDOM_REPORT'];
    if (report !== undefined) writeFileSync(report, JSON.stringify(result));
    // Else the property says little: the arbitrary must make schemas that are valid, and schemas that are not.
    for (const adapter of ADAPTERS) expect(valid.get(adapter) ?? 0).toBeGreaterThan(count / 10);
    expect(count - anywhere).toBeGreaterThan(count / 10);
    expect(lists).toBeGreaterThan(count / 10);
  }, 3_600_000);
});
