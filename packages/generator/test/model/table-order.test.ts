import { describe, expect, it } from 'vitest';
import { orderTables } from '../../src/model/table-order.js';
import { buildDatabase, type TableSpec } from '../support/model-builder.js';

const table = (name: string, ...to: string[]): TableSpec => ({
  name,
  columns: [
    { name: 'id', type: 'INTEGER', primaryKey: true },
    ...to.map((target) => ({ name: `${target}_id`, type: 'INTEGER' as const })),
  ],
  keys: to.map((target) => ({ to: target, on: { [`${target}_id`]: 'id' } })),
});

function order(...specs: TableSpec[]): { names: string[]; deferred: string[] } {
  const { tables, deferred } = orderTables(buildDatabase(specs).tables);
  return {
    names: tables.map(({ name }) => name),
    deferred: [...deferred].map((key) => `${key.table.name}→${key.foreignTable.name}`),
  };
}

describe('the order of tables', () => {
  it('is that of the schema where nothing speaks against it', () => {
    expect(order(table('c'), table('a'), table('b', 'a')).names).toEqual(['c', 'a', 'b']);
  });

  it('puts what a table refers to before it', () => {
    expect(order(table('a', 'b'), table('b', 'c'), table('c'))).toEqual({ names: ['c', 'b', 'a'], deferred: [] });
  });

  it('leaves a self reference in its table', () => {
    expect(order(table('a', 'a'))).toEqual({ names: ['a'], deferred: [] });
  });

  it('defers one key of each cycle', () => {
    expect(order(table('hen', 'egg'), table('egg', 'hen')).deferred).toEqual(['egg→hen']);
    expect(order(table('a', 'b'), table('b', 'c'), table('c', 'a')).deferred).toEqual(['c→a']);
  });

  it('passes over a relation without a constraint', () => {
    const view = { ...table('a', 'b'), keys: [{ to: 'b', on: { b_id: 'id' }, constraint: false }] };
    expect(order(view, table('b'))).toEqual({ names: ['a', 'b'], deferred: [] });
  });

  it('passes over a table that is not among them', () => {
    const [first] = buildDatabase([table('a', 'b'), table('b')]).tables;
    expect(orderTables(first ? [first] : []).tables.map(({ name }) => name)).toEqual(['a']);
  });

  it('carries a chain of 3,000 tables', () => {
    const last = 2_999;
    const chain = Array.from({ length: last + 1 }, (_, n) => table(`t${n}`, ...(n < last ? [`t${n + 1}`] : [])));
    expect(order(...chain).names[0]).toBe(`t${last}`);
  });
});
