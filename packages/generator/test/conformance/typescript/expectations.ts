import assert from 'node:assert/strict';
import { Model } from '@ormgen/runtime';
import { call, methodOf, requiredOf } from './calls.js';
import type { Sent } from './connections.js';
import { hooks } from './hooks.js';
import { isOfKind } from './kinds.js';
import { type Action, type ExpectedError, isDescription, propertyOf, type Returned, type Step } from './scenario.js';
import { isRowObject, type Stage } from './stage.js';
import { read } from './tables.js';
import { DoesNotCompile } from './unsaved.js';

export function expectError({ kind, says = [] }: ExpectedError, error: unknown, wouldCompile: boolean): void {
  assert.ok(error !== undefined, `${kind} was expected, and nothing was raised`);
  // What the compiler refuses is refused by the runtime as well, but it may say so in its own way.
  if (error instanceof DoesNotCompile || (!wouldCompile && isOfKind('TypeError', error))) return;
  assert.ok(isOfKind(kind, error), `${kind} was expected, not ${describe(error)}`);
  for (const fragment of says) {
    const message = error instanceof Error ? error.message : '';
    // A column is named by its property here: userId for UserId.
    assert.ok(
      message.toLowerCase().includes(fragment.toLowerCase()),
      `"${fragment}" is not in the message "${message}"`,
    );
  }
}

/** A save gives the object. That it was to write so many rows is seen by what was sent. */
export function expectSaved(expected: Returned, sent: readonly Sent[]): void {
  const written = sent.filter(({ sql }) => /^\s*(?:insert|update)\b/i.test(sql));
  const found = written.map(({ sql }) => sql).join('; ');
  assert.equal(
    written.length > 0,
    expected !== 0,
    `a save that was to write ${JSON.stringify(expected)} rows sent ${found}`,
  );
}

export async function expectResult(stage: Stage, expected: Returned, result: unknown): Promise<void> {
  if (!isDescription(expected)) assert.deepEqual(result ?? null, expected, 'the result');
  else if (expected.same !== undefined) {
    assert.ok(result === stage.objects.get(expected.same), `not the object ${expected.same}`);
  } else if (expected.object !== undefined) {
    assert.equal(nameOf(stage, result), expected.object, 'the name of the result');
    const found = result?.constructor.name;
    assert.equal(found, expected.class ?? found, 'the class of the result');
  } else if (expected.oneOf !== undefined) {
    assert.ok(expected.oneOf.includes(nameOf(stage, result)), `the result is ${nameOf(stage, result)}`);
  } else if (expected.key !== undefined) {
    const [key] = await stage.tables.key(stage.con, expected.key);
    assert.equal(result, key, 'the result');
  } else if (expected.query !== undefined) {
    assert.ok(result instanceof Object && methodOf(result, 'find') !== undefined, 'the result is no query');
  } else if (expected.report !== undefined) {
    assert.ok(result instanceof Object, 'the result is no report');
    const report = { right: await call(result, 'isRight', []), count: Reflect.get(result, 'rows') as unknown };
    assert.deepEqual(report, expected.report, 'the report');
  } else {
    assert.ok(Array.isArray(result), 'the result is no array');
    const names = result.map((object: unknown) => nameOf(stage, object));
    if (expected.sorted === true) names.sort();
    assert.deepEqual(names, expected.collection ?? expected.array, 'the names of the result');
  }
}

/** What the database has, seen by the first connection, and what objects say. */
export async function expectState(stage: Stage, step: Step): Promise<void> {
  const { tables, con, table } = stage;
  for (const [scope, rows] of Object.entries(step.lists ?? {})) {
    const expected = rows.map((row, index) => [row, index + 1]);
    assert.deepEqual(await tables.rows(con, table, scope), expected, `the list ${scope}`);
  }
  for (const [scope, rows] of Object.entries(step.unranked ?? {})) {
    const found = await tables.rows(con, table, scope, false);
    assert.deepEqual(
      found.map(([name]) => name),
      rows,
      `unranked rows of the scope ${scope}`,
    );
  }
  for (const [parent, rows] of Object.entries(step.links ?? {})) {
    const sql =
      'SELECT t.name, l.sortable_rank FROM playlist_track l JOIN track t ON t.id = l.track_id ' +
      'WHERE l.playlist_id = ? ORDER BY l.sortable_rank';
    const found = await read(con, sql, await tables.key(con, parent));
    assert.deepEqual(
      found.map(([name]) => name),
      rows,
      `the tracks of ${parent}`,
    );
  }
  for (const [each, rows] of Object.entries(step.rows ?? {})) {
    assert.deepEqual(await tables.names(con, each), rows, `rows of ${each}`);
  }
  for (const [name, rank] of Object.entries(step.ranks ?? {})) {
    const found = await stage.ask(name, 'getRank');
    assert.equal(found, rank, `the rank that the object ${name} has`);
  }
  for (const [row, rank] of Object.entries(step.stored ?? {})) {
    const { rank: column = '' } = tables.of(tables.tableOf(row));
    assert.equal(await tables.value(con, row, column), String(rank), `the stored rank of ${row}`);
  }
  for (const [row, values] of Object.entries(step.columns ?? {})) {
    for (const [column, value] of Object.entries(values)) {
      const expected = value === null ? null : String(value);
      assert.equal(await tables.value(con, row, column), expected, `${column} of ${row}`);
    }
  }
  if (step.headers !== undefined) {
    assert.equal(await tables.headers(con, table), step.headers, 'rows of the header table');
  }
  if (step.changes !== undefined) {
    const texts = (changes: readonly unknown[]): string[] => changes.map((change) => JSON.stringify(change)).sort();
    assert.deepEqual(texts(hooks.changes), texts(step.changes), 'what the hook was told');
  }
}

/** After every step: the ranks of every list are 1 to n, and objects without unsaved changes are as their rows. */
export async function expectTruth(stage: Stage, areListsRight: boolean): Promise<void> {
  const { tables, con } = stage;
  for (const table of areListsRight ? tables.used().filter((each) => tables.isSortable(each)) : []) {
    assert.deepEqual(await tables.wrongLists(con, table), [], `wrong lists of ${table}`);
  }
  for (const [name, object] of stage.isStale ? [] : stage.objects) {
    const table = tables.tableOf(name);
    const { rank } = tables.of(table);
    if (rank === undefined || !isRowObject(object)) continue;
    if (object instanceof Model && isUnsettled(object)) continue;
    const stored = await tables.value(con, nameOf(stage, object), rank);
    if (stored === undefined) continue;
    const found = await call(object, 'getRank', []);
    assert.equal(found, stored === null ? null : Number(stored), `the rank of the object ${name}, and that of its row`);
  }
}

const isUnsettled = (object: Model): boolean => object.isNew() || object.isDeleted() || object.isModified();

export function expectMethods({ tables, classes }: Stage, action: Action): void {
  const { class: name } = tables.of(action.methods ?? '');
  const targets = { object: classes.model(name).prototype, query: classes.query(name) };
  const found = (side: 'object' | 'query', method: string): ReturnType<typeof methodOf> =>
    methodOf(targets[side], method) ?? (side === 'query' ? methodOf(classes.query(name).prototype, method) : undefined);
  for (const side of ['object', 'query'] as const) {
    for (const method of action.present?.[side] ?? []) assert.ok(found(side, method), `${side} has no ${method}`);
    for (const method of action.absent?.[side] ?? []) assert.ok(!found(side, method), `${side} has ${method}`);
    for (const [method, count] of Object.entries(action.required?.[side] ?? {})) {
      const there = found(side, method);
      assert.ok(there, `${side} has no ${method}`);
      assert.equal(requiredOf(there), count, `required parameters of ${method}`);
    }
  }
}

function nameOf({ tables }: Stage, object: unknown): string {
  assert.ok(isRowObject(object), 'the result is no object of a row');
  const { name } = tables.of(tables.ofObject(object));
  return String(Reflect.get(object, propertyOf(name)));
}

export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof assert.AssertionError) return error.message;
  const [, where = ''] = /\n\s+at (.*)/.exec(error.stack ?? '') ?? [];
  return `${error.name}: ${error.message} (${where})`;
}
