import type { Change } from '../changes/change.js';
import type { UnlikeSetting } from '../platforms/introspection.js';
import type { ObjectName } from '../platforms/shape.js';
import type { Compared } from './differences.js';

/** Says in what a database differs from what a schema, or what migrations make of it. */
export class Speaker {
  /** Who says what should be. */
  readonly says: string;
  readonly has: 'has' | 'have';

  constructor(readonly compared: Compared) {
    const isSchema = compared.by === 'schema';
    this.says = isSchema ? 'the schema' : 'the migrations';
    this.has = isSchema ? 'has' : 'have';
  }

  /** `mine` is what should be, `its` what is. */
  unlike(mine: string, its: string, verb: string = this.has): string {
    return `${this.says} ${verb} ${mine}, the database ${its}`;
  }

  makes(mine: string, its: string): string {
    return `${this.says} ${this.has === 'has' ? 'makes' : 'make'} it ${mine}, the database has ${its}`;
  }

  get missing(): string {
    return `${this.says} ${this.has} it, the database does not`;
  }

  get extra(): string {
    return `the database has it, ${this.says} ${this.has === 'has' ? 'does' : 'do'} not`;
  }

  get lacks(): string {
    return `${this.says} ${this.has === 'has' ? 'does' : 'do'} not have it`;
  }

  /** A sentence of somebody who takes it that a schema says what should be. */
  said(what: string): string {
    return this.has === 'has' ? what : what.replaceAll('the schema has', 'the migrations have');
  }

  nullability(isRequired: boolean): string {
    const who = this.has === 'has' ? 'in the schema' : 'by the migrations';
    return isRequired
      ? `required ${who}, NULL is allowed in the database`
      : `NULL is allowed ${who}, not in the database`;
  }

  comments(mine: string | undefined, its: string | undefined): string {
    return this.unlike(quoted(mine), quoted(its));
  }

  settings({ schema, table = '' }: Change): readonly UnlikeSetting[] {
    const { expected, live, introspection } = this.compared;
    const isIt = (each: ObjectName): boolean => each.name === table && each.schema === schema;
    const [mine, its] = [expected.tables.find(isIt), live.shape.tables.find(isIt)];
    if (mine === undefined || its === undefined) return [];
    return introspection.unlikeSettings?.(mine, its, live.usualCollations) ?? [];
  }
}

const quoted = (text: string | undefined): string => (text === undefined || text === '' ? 'none' : `"${text}"`);
