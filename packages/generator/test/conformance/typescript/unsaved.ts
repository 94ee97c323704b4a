import assert from 'node:assert/strict';
import type { Connection } from '@ormgen/runtime';
import { accessorOf, call, methodOf } from './calls.js';
import { type KnownTable, propertyOf } from './scenario.js';

/** What objects without a row say in every language. */
const ANSWERS: ReadonlyMap<string, boolean | null> = new Map([
  ['isNew', true],
  ['isModified', true],
  ['isDeleted', false],
  ['isInList', false],
  ['isFirst', false],
  ['isLast', false],
  ['getNext', null],
  ['getPrevious', null],
]);

/** A step that nobody can write in TypeScript: the compiler has refused it already. */
export class DoesNotCompile extends Error {
  override name = 'DoesNotCompile';
}

/** A new object of a scenario. In TypeScript it is a draft, which takes all its values at once: here they are gathered. */
export class Unsaved {
  readonly table: KnownTable;
  readonly #model: object;
  readonly #init: Record<string, unknown>;
  readonly #deferred: (readonly [method: string, args: readonly unknown[]])[] = [];
  /** From when on another object or draft knows of it. */
  #known: object | undefined;
  #saved: unknown;

  constructor(model: object, table: KnownTable, init: Readonly<Record<string, unknown>>) {
    this.#model = model;
    this.table = table;
    this.#init = { ...init };
  }

  async draft(): Promise<object> {
    const draft = await call(this.#model, 'draft', [{ ...this.#init }]);
    assert.ok(typeof draft === 'object' && draft !== null, 'draft() gives no draft');
    for (const [method, args] of this.#deferred) {
      await call(draft, method, await allWritten(args, false));
    }
    return draft;
  }

  async save(con: Connection | undefined): Promise<unknown> {
    this.#saved = await call(this.#known ?? (await this.draft()), 'save', [], con);
    return this.#saved;
  }

  /** The object that it has become, also through another one. */
  get saved(): unknown {
    return this.#saved ?? (this.#known === undefined ? undefined : (Reflect.get(this.#known, 'saved') as unknown));
  }

  /** What stands for it where an object is wanted: once it was saved, the object. */
  async written(isLinked: boolean): Promise<unknown> {
    return this.saved ?? (await (isLinked ? this.#linked() : this.draft()));
  }

  async #linked(): Promise<object> {
    this.#known ??= await this.draft();
    return this.#known;
  }

  /** Everything but `save`. */
  async call(name: string, args: readonly unknown[]): Promise<unknown> {
    const answer = ANSWERS.get(name);
    if (answer !== undefined) return answer;
    const { rank = '', scope = [] } = this.table;
    if (name === 'getScopeValue') {
      const values = scope.map((column) => this.#init[propertyOf(column)] ?? null);
      return values.length === 1 ? values[0] : values;
    }
    if (name === 'setScopeValue') {
      const values = scope.length === 1 ? args : args.flat();
      for (const [index, column] of scope.entries()) this.#init[propertyOf(column)] = values[index];
      return this;
    }
    const draft = this.#known ?? (await this.draft());
    if (methodOf(draft, name) !== undefined && isLinking(name)) {
      await call(await this.#linked(), name, await allWritten(args, true));
      return this;
    }
    if (methodOf(draft, name) !== undefined) {
      if (this.#known !== undefined) {
        await call(draft, name, await allWritten(args, false));
        return this;
      }
      // Nobody can name an object before it is there: such a call is made when this one is saved.
      if (!args.some((arg) => arg instanceof Unsaved)) {
        assert.equal(await call(draft, name, args), draft, `${name}() does not give the draft`);
      }
      this.#deferred.push([name, args]);
      return this;
    }
    const accessor = accessorOf(name);
    if (accessor === undefined) throw new DoesNotCompile(`a draft has no method ${name}`);
    const property = accessor.property === 'rank' ? propertyOf(rank) : accessor.property;
    if (!accessor.isSetter) return this.#init[property] ?? null;
    assert.ok(this.#known === undefined, `${name}() of a draft that others know`);
    this.#init[property] = args[0];
    return this;
  }
}

/** Whether a method lets objects know of each other. */
export const isLinking = (method: string): boolean =>
  /^(?:add|set|remove)[A-Z]/.test(method) && method !== 'removeFromList';

/** Arguments as they are handed over. */
export function allWritten(args: readonly unknown[], isLinked: boolean): Promise<readonly unknown[]> {
  return Promise.all(
    args.map((arg): unknown => {
      if (Array.isArray(arg)) return allWritten(arg, isLinked);
      return arg instanceof Unsaved ? arg.written(isLinked) : arg;
    }),
  );
}
