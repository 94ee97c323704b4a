import { describe, expect, it } from 'vitest';
import { type Engine, missingEngine } from '../../support/engines.js';
import { roundTrip } from '../round-trip.js';

const TABLE = `
  CREATE TABLE t (
    id INT PRIMARY KEY, d INT CHECK (d > 4), c INT CHECK (c > 3), b INT, a INT,
    CHECK (b > 2), CHECK (a > 1), CONSTRAINT z CHECK (a < 9), CONSTRAINT y CHECK (b < 9), CHECK (a < b), CHECK (b < c)
  );`;

describe.each(['mariadb', 'mariadb11'] as const satisfies readonly Engine[])('%s', (engine) => {
  it.skipIf(missingEngine(engine) !== undefined)('gives checks without a name in one order', async () => {
    const { first, second, differences } = await roundTrip(engine, TABLE);
    const checks = [...first.xml.matchAll(/<check (.*)\/>/g)].map(([, words]) => words);
    expect(checks).toEqual([
      'name="y" expression="`b` &lt; 9"',
      'name="z" expression="`a` &lt; 9"',
      'expression="`a` &lt; `b`"',
      'expression="`a` > 1"',
      'expression="`b` &lt; `c`"',
      'expression="`b` > 2"',
      'expression="`c` > 3"',
      'expression="`d` > 4"',
    ]);
    expect(second.xml).toBe(first.xml);
    expect(differences).toEqual([]);
  });
});
