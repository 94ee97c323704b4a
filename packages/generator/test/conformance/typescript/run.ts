import assert from 'node:assert/strict';
import { type Connection, Draft, Model, VetoedError } from '@ormgen/runtime';
import { accessorOf, call, methodOf, NoSuchMethod } from './calls.js';
import type { Connections, Sent } from './connections.js';
import * as expectations from './expectations.js';
import { hooks } from './hooks.js';
import {
  type Action,
  type Argument,
  isDescription,
  type NamedArgument,
  propertyOf,
  type Scenario,
  type Step,
} from './scenario.js';
import { Side } from './side.js';
import { type Classes, isRowObject, type RowObject, type Stage } from './stage.js';
import type { Cell, Tables } from './tables.js';
import { allWritten, isLinking, Unsaved } from './unsaved.js';

/** A step that went otherwise than the scenario says. */
export class FailedStep extends Error {
  override name = 'FailedStep';
}

/** Takes down what was sent in a step. */
export type Journal = (step: number, sent: readonly Sent[], con: Connection) => Promise<void>;

/** Plays a scenario through the generated classes. The tables are empty before. */
export async function play(
  scenario: Scenario,
  tables: Tables,
  classes: Classes,
  connections: Connections,
  journal?: Journal,
): Promise<void> {
  const first = await Side.start(connections.orm.connection());
  const second = await Side.start(connections.orm.connection('second'));
  const run = new Run(scenario, tables, classes, connections, first, second);
  hooks.veto = null;
  try {
    await prepare(scenario, tables, first);
    for (const [index, step] of scenario.steps.entries()) {
      try {
        const sent = await run.step(step);
        // PHP cannot journal what is interrupted.
        if (step.meanwhile === undefined) await journal?.(index + 1, sent, first.con);
      } catch (error) {
        const text = `step ${String(index + 1)} ${JSON.stringify(step)}\n    ${expectations.describe(error)}`;
        throw new FailedStep(text, { cause: error });
      }
    }
  } finally {
    await second.end();
    await first.end();
  }
}

/** Makes the rows with plain SQL. */
async function prepare(scenario: Scenario, tables: Tables, side: Side): Promise<void> {
  const { table, values: further = {}, ranks = {}, many } = scenario;
  const { rank: column = '', scope: columns = [] } = tables.of(table);
  await side.begin(undefined);
  const { con } = side;
  const insert = async (scope: string, row: string, rank: number | null): Promise<void> => {
    const values: Record<string, Cell> = { [column]: rank };
    const scopeValues = await tables.scope(con, table, scope);
    for (const [index, each] of columns.entries()) values[each] = scopeValues[index] ?? null;
    for (const [each, value] of Object.entries(further[row] ?? {})) {
      const isKey = typeof value === 'string' && value.startsWith('@');
      values[each] = isKey ? ((await tables.key(con, value.slice(1)))[0] ?? null) : value;
    }
    await tables.insert(con, table, row, values);
  };
  for (const [other, rows] of Object.entries(scenario.others ?? {})) {
    for (const row of rows) await tables.insert(con, other, row, {});
  }
  for (const [scope, rows] of Object.entries(scenario.lists ?? {})) {
    for (const [index, row] of rows.entries()) await insert(scope, row, ranks[row] ?? index + 1);
  }
  for (const [scope, rows] of Object.entries(scenario.unranked ?? {})) {
    for (const row of rows) await insert(scope, row, null);
  }
  for (let list = 1; list <= (many?.lists ?? 0); list++) {
    for (let rank = 1; rank <= (many?.rows ?? 0); rank++) {
      await insert(String(list), `r${String(list)}-${String(rank)}`, rank);
    }
  }
  await side.commit();
}

function unlessVetoed(error: unknown): undefined {
  if (!(error instanceof VetoedError)) throw error;
}

class Run implements Stage {
  readonly tables: Tables;
  readonly classes: Classes;
  readonly objects = new Map<string, RowObject | Unsaved>();
  isStale = false;
  readonly #scenario: Scenario;
  readonly #connections: Connections;
  readonly #first: Side;
  readonly #second: Side;
  /** Whether the compiler would have taken the step that is done. */
  #wouldCompile = true;

  constructor(
    scenario: Scenario,
    tables: Tables,
    classes: Classes,
    connections: Connections,
    first: Side,
    second: Side,
  ) {
    this.#scenario = scenario;
    this.tables = tables;
    this.classes = classes;
    this.#connections = connections;
    this.#first = first;
    this.#second = second;
  }

  get table(): string {
    return this.#scenario.table;
  }

  get con(): Connection {
    return this.#first.con;
  }

  async ask(name: string, method: string): Promise<unknown> {
    return this.#first.within(async () => this.#callObject(await this.#object(name), method, [], undefined));
  }

  /** Does a step and checks what is so after it; gives what it sent. */
  async step(step: Step): Promise<readonly Sent[]> {
    hooks.changes = [];
    this.#wouldCompile = true;
    let result: unknown;
    let raised: Error | undefined;
    const { meanwhile } = step;
    const sent = await this.#connections.listen(async () => {
      if (meanwhile !== undefined) {
        this.#connections.afterNextStatement(() => this.#change(this.#second.con, meanwhile));
      }
      try {
        for (const action of step.either ?? [step]) {
          const side = action.connection === 'second' ? this.#second : this.#first;
          result = await side.within(() => this.#act(action, side));
        }
      } catch (error) {
        raised = error instanceof Error ? error : new Error(String(error));
      }
    });
    for (const [name, object] of this.objects) {
      if (object instanceof Unsaved && object.saved instanceof Model) this.objects.set(name, object.saved);
    }
    if (step.raises !== undefined) expectations.expectError(step.raises, raised, this.#wouldCompile);
    else if (raised !== undefined) throw raised;
    if (typeof step.as === 'string') this.#name(step.as, result, step.object);
    if (step.returns !== undefined) {
      if (step.call === 'save') expectations.expectSaved(step.returns, sent);
      else await expectations.expectResult(this, step.returns, result);
    }
    await expectations.expectState(this, step);
    await expectations.expectTruth(this, this.#scenario.broken !== true);
    return sent;
  }

  async #act(action: Action, side: Side): Promise<unknown> {
    // What is handed nothing finds the first connection by itself.
    const con = side === this.#second || side.inTransaction ? side.con : undefined;
    const { call: method = '' } = action;
    if (action.object !== undefined) {
      const args = await this.#arguments(action.args);
      const object = await this.#object(action.object);
      if (object instanceof Model && method === 'copy') return this.#copied(object, action.object);
      if (!(object instanceof Unsaved && method === 'save')) return this.#callObject(object, method, args, con);
      // A draft that may not become an object has none to give; elsewhere that is a save of no rows.
      const saved = await object.save(con).catch(unlessVetoed);
      if (saved === undefined) return undefined;
      assert.ok(saved instanceof Model, 'save() of a draft gives no object');
      this.objects.set(action.object, saved);
      return saved;
    }
    if (action.query !== undefined) {
      let result: unknown = await this.#query(action.class ?? this.tables.of(action.query).class);
      const { chain = [] } = action;
      let called = 0;
      for (const [name, ...given] of chain) {
        assert.ok(result instanceof Object, 'the result is no query');
        result = await call(result, name, await this.#arguments(given), ++called === chain.length ? con : undefined);
      }
      return result;
    }
    if (action.static !== undefined) {
      const query = this.classes.query(action.class ?? this.tables.of(action.static).class);
      return call(query, method, await this.#arguments(action.args), con);
    }
    for (const [index, row] of (action.fetch ?? []).entries()) {
      await this.#fetch(row, action.as?.[index] ?? row, con);
    }
    if (action.new !== undefined) await this.#create(action.new, action);
    if (action.transaction === 'begin') await side.begin(action.isolation);
    if (action.transaction === 'commit') await side.commit();
    if (action.transaction === 'rollback') await side.rollback();
    if (action.forget === true) {
      await side.forget();
      this.isStale = true;
    }
    if (action.outside !== undefined) await this.#change(side.con, action.outside);
    if (action.veto !== undefined) hooks.veto = action.veto;
    if (action.methods !== undefined) expectations.expectMethods(this, action);
    return undefined;
  }

  async #callObject(
    object: RowObject | Unsaved,
    method: string,
    args: readonly unknown[],
    con: Connection | undefined,
  ): Promise<unknown> {
    if (object instanceof Unsaved) return object.call(method, args);
    this.#wouldCompile = !args.some((arg) => arg instanceof Unsaved);
    const accessor = accessorOf(method);
    if (methodOf(object, method) !== undefined || accessor === undefined)
      return call(object, method, await allWritten(args, isLinking(method)), con);
    const { property, isSetter } = accessor;
    if (!Object.hasOwn(object, property)) {
      throw new NoSuchMethod(`an object of ${object.constructor.name} has neither ${method}() nor ${property}`);
    }
    if (!isSetter) return Reflect.get(object, property);
    Reflect.set(object, property, args[0]);
    return object;
  }

  async #object(name: string): Promise<RowObject | Unsaved> {
    return this.objects.get(name) ?? this.#fetch(name, name, this.#first.inTransaction ? this.#first.con : undefined);
  }

  #query(name: string): Promise<unknown> {
    return call(this.classes.query(name), 'create', []);
  }

  async #fetch(row: string, name: string, con: Connection | undefined): Promise<RowObject> {
    const table = this.tables.tableOf(row);
    const { class: model, name: column } = this.tables.of(table);
    const property = propertyOf(column);
    const filter = `filterBy${property.charAt(0).toUpperCase()}${property.slice(1)}`;
    const query = await call(Object(await this.#query(model)) as object, filter, [row]);
    const found = await call(Object(query) as object, 'findOne', [], con);
    assert.ok(isRowObject(found), `there is no row ${row}`);
    this.tables.declare(name, table);
    this.isStale ||= con?.name === 'second';
    this.objects.set(name, found);
    return found;
  }

  async #create(name: string, { table = this.table, class: model, values = {} }: Action): Promise<void> {
    const known = this.tables.of(table);
    const init: Record<string, unknown> = { [propertyOf(known.name)]: name };
    for (const [column, value] of Object.entries(values)) init[propertyOf(column)] = await this.#argument(value);
    this.objects.set(name, new Unsaved(this.classes.model(model ?? known.class), known, init));
    this.tables.declare(name, table);
  }

  /** A copy takes what is to be different at once, as any draft. */
  async #copied(object: Model, name: string): Promise<Unsaved> {
    const copy = await call(object, 'copy', []);
    const init: unknown = copy instanceof Draft ? Reflect.get(copy, 'init') : undefined;
    assert.ok(init instanceof Object, 'copy() gives no draft');
    const draft = (changes: object): Promise<unknown> => call(object, 'copy', [changes]);
    return new Unsaved({ draft }, this.tables.of(this.tables.tableOf(name)), { ...init });
  }

  #name(name: string, result: unknown, source = ''): void {
    assert.ok(isRowObject(result) || result instanceof Unsaved, 'the result is no object of a row');
    this.objects.set(name, result);
    this.tables.declare(name, isRowObject(result) ? this.tables.ofObject(result) : this.tables.tableOf(source));
  }

  async #change(con: Connection, changes: NonNullable<Action['outside']>): Promise<void> {
    this.isStale = true;
    await this.tables.change(con, changes);
  }

  async #arguments(values: readonly Argument[] = []): Promise<readonly unknown[]> {
    const given: unknown[] = [];
    for (const value of values) given.push(await this.#argument(value));
    return given;
  }

  async #argument(value: Argument): Promise<unknown> {
    if (!isDescription(value)) return Array.isArray(value) ? this.#arguments(value) : value;
    if (value.object !== undefined) {
      return this.#object(value.object);
    }
    if (value.columns !== undefined) {
      return Object.fromEntries(Object.entries(value.columns).map(([column, each]) => [propertyOf(column), each]));
    }
    return value.order === undefined ? value : this.#order(value.order);
  }

  /** Ranks by key; a key of several columns is an array. */
  async #order(pairs: NonNullable<NamedArgument['order']>): Promise<Iterable<readonly [unknown, number]>> {
    const order = new Map<unknown, number>();
    for (const [row, rank] of pairs) {
      const key = typeof row === 'string' ? await this.tables.key(this.con, row) : [row].flat();
      order.set(key.length === 1 ? key[0] : key, rank);
    }
    return order;
  }
}
