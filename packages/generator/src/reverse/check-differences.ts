import type { Check, Column, Table } from '../model/model.js';
import { vendorParameters } from '../model/vendor-parameter.js';
import { catalogText } from './default-difference.js';
import type { At, Compared, SchemaDifference } from './differences.js';
import { sameExpression } from './expression-difference.js';

/** A condition that a table is to have: one of the schema's own, or the one that keeps a column to its type. */
interface Condition {
  readonly name: string;
  readonly sql: string;
  readonly check: Check | undefined;
  readonly column: Column | undefined;
}

/**
 * Checks are compared by what they say: one that only has another name is the same. Those that the vendor is told for a type
 * take part, because a database may show them as the checks they are: for `enumStorage="index"` and SET it does.
 */
export function checkDifferences(table: Table, other: Table, compared: Compared, at: At): SchemaDifference[] {
  const { mine, its } = unsettled(table, other, compared);
  const { script, adapter } = compared.platform;
  const differences: SchemaDifference[] = [];
  const missing: Condition[] = [];
  for (const condition of byName(mine, its)) {
    const twins = its.filter(({ sql }) => sameExpression(condition.sql, sql, script));
    const twin = twins.find(({ name }) => name === condition.name) ?? twins[0];
    if (twin === undefined) {
      missing.push(condition);
      continue;
    }
    its.splice(its.indexOf(twin), 1);
    const [options, itsOptions] = [optionsOf(condition.check, adapter), optionsOf(twin.check, adapter)];
    if (options === itsOptions) continue;
    const what = `the schema has it with ${options || 'no option'}, the database with ${itsOptions || 'none'}`;
    differences.push(at('check', 'different', condition.name, what));
  }
  for (const { name, sql, column } of missing) {
    const namesake = its.find((candidate) => candidate.name === name);
    if (namesake !== undefined) {
      its.splice(its.indexOf(namesake), 1);
      differences.push(at('check', 'different', name, `the schema has ${sql}, the database ${namesake.sql}`));
    } else if (column !== undefined && column.valueSet.length > 0) {
      differences.push(at('labels', 'missing', column.name, `${labelsText(column)}; the database takes any value`));
    } else differences.push(at('check', 'missing', name, `the database does not have it: ${sql}`));
  }
  for (const { name, sql } of its) {
    differences.push(at('check', 'extra', name, `the schema does not have it: ${sql}`));
  }
  return differences;
}

/** Conditions of both sides, without those of columns that both keep to their types. */
function unsettled(
  table: Table,
  other: Table,
  { platform, platformOptions }: Compared,
): { readonly mine: Condition[]; readonly its: Condition[] } {
  const made = (owner: Table): ReadonlyMap<string, Condition> =>
    new Map(
      [...platform.typeChecks(owner, platformOptions)].map(([column, sql]) => [
        column.name,
        { name: column.name, sql, check: undefined, column },
      ]),
    );
  const [ofTypes, itsOfTypes] = [made(table), made(other)];
  const list = (
    owner: Table,
    conditions: ReadonlyMap<string, Condition>,
    twins: ReadonlyMap<string, Condition>,
  ): Condition[] => [
    ...[...conditions.values()].filter(({ name }) => !twins.has(name)),
    ...owner.checks.map((check) => ({ name: check.name, sql: check.expression, check, column: undefined })),
  ];
  return { mine: list(table, ofTypes, itsOfTypes), its: list(other, itsOfTypes, ofTypes) };
}

/** Those first whose names both sides have: they may take no other's twin. */
function byName(mine: readonly Condition[], its: readonly Condition[]): readonly Condition[] {
  const shared = new Set(its.map(({ name }) => name));
  return [...mine].sort((a, b) => Number(shared.has(b.name)) - Number(shared.has(a.name)));
}

/** Vendor parameters of a check that say how it is enforced. */
function optionsOf(check: Check | undefined, adapter: string): string {
  if (check === undefined) return '';
  const parameters = [...vendorParameters(check.vendor, adapter)].filter(
    ([name, { value }]) => name !== 'expression' && /^(true|t|y|yes|1)$/i.test(value),
  );
  return parameters
    .map(([, { name }]) => name)
    .sort()
    .join(', ');
}

/** Labels that differ, where the type does not name them. Their order says nothing there. */
export function labelDifference(column: Column, other: Column): string | undefined {
  if (column.valueSet.length === 0 || other.valueSet.length === 0) return undefined;
  const shown = other.valueSet.map(catalogText);
  const same =
    column.valueSet.length === shown.length && column.valueSet.every((label) => shown.includes(catalogText(label)));
  return same ? undefined : `${labelsText(column)}; the database ${other.valueSet.join(', ')}`;
}

const labelsText = ({ valueSet }: Column): string => `the schema has labels ${valueSet.join(', ')}`;
