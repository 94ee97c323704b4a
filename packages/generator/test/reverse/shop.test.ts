import { describe, expect, it } from 'vitest';
import { adapterOf, ENGINES, missingEngine } from '../support/engines.js';
import { shopSql } from '../support/shop/shop.js';
import { roundTrip } from './round-trip.js';

describe.each(ENGINES)('the shop on %s', (engine) => {
  it.skipIf(missingEngine(engine) !== undefined)('is read as it is, but for its view', async () => {
    const { first, second } = await roundTrip(engine, shopSql(adapterOf(engine)));
    expect(first.reversed.database.tables).toHaveLength(17);
    expect(second.xml).toBe(first.xml);
  });
});
