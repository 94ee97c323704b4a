import type { Cell, Parameter, Statement } from '../drivers/session.js';
import { ConfigurationError } from '../errors/orm-error.js';
import type { ListCode, ListMap } from './list-map.js';
import { ListScope } from './list-scope.js';

export type Key = readonly Cell[];

/** What a statement takes beside the scope, by code. */
export type ListValues = Readonly<
  Partial<Record<Exclude<ListCode, 'scope' | 'values' | 'key' | 'key2'>, number | string> & Record<'key' | 'key2', Key>>
>;

interface PreparedStep {
  readonly sql: string;
  readonly codes: readonly ListCode[];
}

/** The statements of the lists of a table, with the condition on the scope filled in. */
export class ListPlan {
  readonly map: ListMap;
  /** For statements that are about no list. */
  readonly none: ListScope;
  /** By name and by pattern of the scope. */
  readonly #steps = new Map<string, readonly PreparedStep[]>();

  constructor(map: ListMap) {
    this.map = map;
    this.none = new ListScope(this, []);
  }

  has(name: string): boolean {
    return this.map.statements[name] !== undefined;
  }

  scope(...values: readonly Cell[]): ListScope {
    return new ListScope(this, values);
  }

  /** The name of a read, or of its form under the lock where a plain one might see an older state. */
  reading(name: string, locking: boolean): string {
    return locking && this.has(`${name}Locked`) ? `${name}Locked` : name;
  }

  /** A planned statement that is one step. */
  one(name: string, scope: ListScope, values: ListValues = {}): Statement {
    const [first] = this.all(name, scope, values);
    if (first === undefined) throw this.#lacks(name);
    return first;
  }

  /** A planned statement, in all its steps. */
  all(name: string, scope: ListScope, values: ListValues = {}): readonly Statement[] {
    const id = `${name} ${scope.pattern}`;
    const steps = this.#steps.get(id) ?? this.#prepare(name, scope.pattern);
    this.#steps.set(id, steps);
    return steps.map(({ sql, codes }) => {
      const parameters: Parameter[] = [];
      for (const code of codes) parameters.push(...bound(code, scope, values));
      return { sql, values: parameters };
    });
  }

  #prepare(name: string, pattern: string): readonly PreparedStep[] {
    const { conditions, statements, dialect } = this.map;
    const parts = conditions.map(([equal, isNull], index) => (pattern[index] === '1' ? equal : isNull));
    const condition = parts.length === 0 ? '1 = 1' : parts.join(' AND ');
    const steps = statements[name];
    if (steps === undefined) throw this.#lacks(name);
    return steps.map((step) => ({ sql: dialect.numbered(step.parts.join(condition)), codes: step.values }));
  }

  #lacks(name: string): ConfigurationError {
    return new ConfigurationError(
      `The classes of table "${this.map.table}" lack the statement "${name}": run "orm model:build" again.`,
    );
  }
}

function bound(code: ListCode, scope: ListScope, values: ListValues): readonly Parameter[] {
  switch (code) {
    case 'scope':
      return scope.values.filter((value) => value !== null);
    case 'values':
      return scope.values;
    case 'key':
    case 'key2':
      return values[code] ?? [];
    default:
      return [values[code] ?? null];
  }
}
