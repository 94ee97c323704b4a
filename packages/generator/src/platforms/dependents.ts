import type { CreatedObject, DroppedObject } from './sql-drops.js';
import type { NamePart, TableName } from './sql-words.js';
import type { TableRows } from './table-rows.js';

/** What the files of a connection drop, and what they create. */
export interface DropPlan {
  readonly drops: readonly DroppedObject[];
  readonly creates: readonly CreatedObject[];
}

/** Something that no statement names and that does not survive: it goes along, or stays and works no more. */
export interface Dependent {
  /** In words: `view`, `foreign key`. */
  readonly kind: string;
  readonly name: string;
  readonly fate: 'goes' | 'breaks';
  /** Of what holds rows itself. */
  readonly rows?: Pick<TableRows, 'state' | 'estimate'>;
}

/**
 * Whether something of a kind is created again by the plan. A name without a schema may be in any: better once too often
 * taken for the same than an own view announced with every run.
 */
export function isCreatedAgain(
  { creates }: DropPlan,
  kind: string,
  schema: string,
  name: string,
  fold: (part: NamePart) => string,
): boolean {
  return creates.some((created) => {
    const parts = created.name.map(fold);
    return (
      created.kind === kind && parts.at(-1) === name && (parts.length < 2 || parts.at(-2) === schema || schema === '')
    );
  });
}

/** Triggers and the like that a table takes with it, found as kind, table and name; those that are created again stay. */
export function takenWithTables(
  rows: readonly (readonly unknown[])[],
  plan: DropPlan,
  fold: (part: NamePart) => string,
): readonly Dependent[] {
  return rows
    .map((row) => row.map(String))
    .filter(([kind = '', , name = '']) => !isCreatedAgain(plan, kind.toUpperCase(), '', name, fold))
    .map(([kind = '', table = '', name = '']): Dependent => ({ kind, name: `${name} of ${table}`, fate: 'goes' }));
}

/** The tables that the plan drops and does not create again: what reads them breaks. */
export function goneForGood(plan: DropPlan, fold: (part: NamePart) => string): readonly TableName[] {
  return plan.drops
    .filter(({ kind }) => kind === 'TABLE')
    .map(({ name }) => name)
    .filter((name) => {
      const [schema, table] = [name.at(-2), name.at(-1)];
      return !isCreatedAgain(plan, 'TABLE', schema ? fold(schema) : '', table ? fold(table) : '', fold);
    });
}
