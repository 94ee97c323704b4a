import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../../changes/change.js';
import { keyOf } from '../../changes/state.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import type {
  CheckShape,
  ColumnShape,
  DatabaseShape,
  IndexPartShape,
  TableShape,
  TypeShape,
} from '../../platforms/shape.js';
import { type RowCheck, rowChecks } from '../checks.js';
import { fillName, isRequired, unfilled } from '../fill.js';
import { checkLabels, labelMoves, removed, typeLabels } from '../labels.js';
import { isRenamedSql, mentionsAny } from '../parts.js';
import { canBeLeftOut } from '../split.js';
import { ownerOf } from '../table-plan.js';
import { shownObject, shownTable, statementOf } from './places.js';
import type { CheckedMigration, Finding, Rule } from './rule.js';
import { typeChange } from './types.js';

/** What succeeds or fails by the rows that are there. */
export const dependsOnRows: Rule = (migration) => {
  const found = migration.changes.flatMap((change) =>
    conditionsOf(migration, change).map((finding) => ({ change, finding })),
  );
  if (found.length === 0) return [];
  const { before, changes, fills, alteration } = migration;
  const checks = rowChecks(before, unfilled(changes, fills), alteration.rowChecks);
  return found.map(({ change, finding }) => ({
    help: isAsked(checks, change) ? CHECKED : UNCHECKED,
    ...finding,
    statement: statementOf(migration, change),
  }));
};

const CHECKED = 'checks.sql finds rows that stand in the way before anything runs; look at the values beforehand';
const UNCHECKED = 'checks.sql has no query for such rows: look at the values beforehand';

/** Whether one of the queries is about what a change is about. */
function isAsked(checks: readonly RowCheck[], change: Change): boolean {
  const shown = printable(change.kind === 'primary key' ? shownTable(change) : shownObject(change));
  return checks.some(({ reason }) => reason.includes(`${shown} `));
}

function conditionsOf(migration: CheckedMigration, change: Change): readonly Finding[] {
  switch (change.kind) {
    case 'column':
      return columnConditions(migration, change);
    case 'index':
      return uniqueConditions(migration, change);
    case 'primary key':
      return keyConditions(migration, change);
    case 'foreign key':
      return foreignKeyConditions(migration, change);
    case 'check':
      return checkConditions(migration, change);
    case 'type':
      return typeConditions(change);
    default:
      return [];
  }
}

type Of<Kind extends Change['kind']> = Extract<Change, { kind: Kind }>;

function columnConditions(migration: CheckedMigration, change: Of<'column'>): readonly Finding[] {
  const { before, after } = change;
  if (after === undefined) return [];
  const object = quoted(shownObject(change));
  const found: Finding[] = [];
  if (isRequired(change) && migration.fills?.[fillName(change)] === undefined) {
    if (before !== undefined) {
      found.push({
        rule: 'sets-required',
        message: `column ${object} becomes required, and rows may have no value in it`,
        help: `${CHECKED}\n"orm migration:diff --fill" says what such rows get`,
      });
    } else if (!canBeLeftOut(after)) {
      found.push({
        rule: 'needs-values',
        message: `column ${object} is new and required, and rows that are there have no value for it`,
        help: 'say what they get with "orm migration:diff --fill", or give the column a default',
      });
    }
  }
  if (before === undefined || before.generated !== undefined || after.generated !== undefined) return found;
  const places = labelMoves(before, after)?.gone ?? [];
  if (places.length > 0) {
    found.push(
      removesLabel(
        `column ${object}`,
        places.map((place) => before.labels?.list[place] ?? ''),
      ),
    );
  }
  const [was, is] = [typeLabels(before.type), typeLabels(after.type)];
  if (was !== undefined && is !== undefined) {
    const gone = removed(was, is);
    if (gone.length > 0) found.push(removesLabel(`column ${object}`, gone));
  } else if (
    typeChange(before.type, after.type) === 'other' &&
    migration.alteration.abilities.altersColumn(before, after)
  ) {
    found.push({
      rule: 'converts-type',
      message: `values of column ${object} are converted from ${printable(before.type)} to ${printable(after.type)}`,
      help: 'one that cannot be converted stops the migration; try it on a copy of the data',
    });
  }
  return found;
}

const removesLabel = (of: string, labels: readonly string[]): Finding => ({
  rule: 'removes-label',
  message: `${of} loses the label ${labels.map((label) => printable(label)).join(', ')}, which rows may have`,
});

/** A column of rows that are there, with what they have in it. */
type Values = 'own' | 'nothing' | 'numbers' | 'the default';

/** What rows that are there have in a column, by its name after the migration. */
function valuesOf(migration: CheckedMigration, change: Change, name: string): Values {
  const isSameTable = (other: Change): boolean => keyOf(ownerOf(other)) === keyOf(ownerOf(change));
  const own = migration.changes.find(
    (other): other is Of<'column'> => other.kind === 'column' && other.name === name && isSameTable(other),
  );
  if (own === undefined || own.before !== undefined || own.after === undefined) return 'own';
  return newValues(own.after, migration.fills?.[fillName(own)] !== undefined);
}

const newValues = (column: ColumnShape, isFilled: boolean): Values => {
  if (column.generated !== undefined || isFilled) return 'own';
  if (column.identity !== undefined || column.sequence !== undefined) return 'numbers';
  return column.default === undefined ? 'nothing' : 'the default';
};

const partColumns = (parts: readonly IndexPartShape[]): readonly string[] =>
  parts.flatMap(({ column }) => column ?? []);

function uniqueConditions(migration: CheckedMigration, change: Of<'index'>): readonly Finding[] {
  const { before, after } = change;
  if (after === undefined || after.kind === 'index') return [];
  const isSame = before !== undefined && before.kind !== 'index' && isDeepStrictEqual(before.parts, after.parts);
  if (isSame && before.where === after.where) return [];
  return repeated(migration, change, after.parts, `unique ${quoted(shownObject(change))}`);
}

function keyConditions(migration: CheckedMigration, change: Of<'primary key'>): readonly Finding[] {
  const { before, after } = change;
  if (after === undefined || isDeepStrictEqual(before?.parts, after.parts)) return [];
  return repeated(migration, change, after.parts, `the primary key of ${quoted(shownTable(change))}`);
}

function repeated(
  migration: CheckedMigration,
  change: Change,
  parts: readonly IndexPartShape[],
  what: string,
): readonly Finding[] {
  const names = partColumns(parts);
  const values = names.map((name) => valuesOf(migration, change, name));
  if (values.includes('nothing') || values.includes('numbers')) return [];
  if (isUniqueAlready(migration, change, names)) return [];
  return [{ rule: 'adds-unique', message: `${what} is added, and rows may have the same values` }];
}

/** Whether some of the columns are unique by a key that stays. */
function isUniqueAlready(migration: CheckedMigration, change: Change, names: readonly string[]): boolean {
  const find = ({ tables }: DatabaseShape): TableShape | undefined =>
    tables.find((table) => keyOf(table) === keyOf(ownerOf(change)));
  const [was, is] = [find(migration.before), find(migration.after)];
  if (was === undefined || is === undefined) return false;
  const keys = [
    was.primaryKey?.parts,
    ...was.indexes.flatMap(({ kind, where, parts }) => (kind === 'index' || where !== undefined ? [] : [parts])),
  ];
  const kept = [is.primaryKey?.parts, ...is.indexes.map(({ parts }) => parts)];
  return keys.some(
    (parts) =>
      parts?.every(({ column, size }) => column !== undefined && size === undefined && names.includes(column)) &&
      kept.some((other) => isDeepStrictEqual(other, parts)),
  );
}

function foreignKeyConditions(migration: CheckedMigration, change: Of<'foreign key'>): readonly Finding[] {
  const { before, after } = change;
  if (after === undefined) return [];
  const pointing = [after.columns, after.foreignTable, after.foreignColumns];
  if (
    before !== undefined &&
    isDeepStrictEqual([before.columns, before.foreignTable, before.foreignColumns], pointing)
  ) {
    return [];
  }
  if (after.columns.some((name) => valuesOf(migration, change, name) === 'nothing')) return [];
  const message = `foreign key ${quoted(shownObject(change))} is added, and rows may point at nothing`;
  return [{ rule: 'adds-foreign-key', message }];
}

function checkConditions(migration: CheckedMigration, change: Of<'check'>): readonly Finding[] {
  const { after } = change;
  const before = change.before ?? (after && sameWithOldNames(migration, change, after));
  if (after === undefined || after.notEnforced === true || before?.expression === after.expression) return [];
  const [was, is] = [before, after].map((check) => checkLabels(check?.expression ?? ''));
  if (was !== undefined && is !== undefined && was.column === is.column) {
    const gone = removed(was.labels, is.labels);
    return gone.length === 0 ? [] : [removesLabel(`${printable(is.column)} of ${quoted(shownTable(change))}`, gone)];
  }
  const columns = migration.after.tables.find((table) => keyOf(table) === keyOf(ownerOf(change)))?.columns ?? [];
  const mentioned = columns.filter(({ name }) => mentionsAny(after.expression, [name]));
  const isEmpty = ({ name }: ColumnShape): boolean => valuesOf(migration, change, name) === 'nothing';
  if (mentioned.length > 0 && mentioned.every(isEmpty)) return [];
  return [{ rule: 'adds-check', message: `check ${quoted(shownObject(change))} is added, and rows may not pass it` }];
}

/** The check that goes because a column in it has a new name. */
function sameWithOldNames(migration: CheckedMigration, change: Of<'check'>, after: CheckShape): CheckShape | undefined {
  const own = migration.changes.filter((other) => keyOf(ownerOf(other)) === keyOf(ownerOf(change)));
  const renames = own.flatMap(({ kind, from, name }) =>
    kind === 'column' && from !== undefined ? [{ from, to: name }] : [],
  );
  for (const other of own) {
    if (other.kind !== 'check' || other.before === undefined || other.after !== undefined) continue;
    if (isRenamedSql(other.before.expression, after.expression, renames)) return after;
  }
  return undefined;
}

function typeConditions(change: Of<'type'>): readonly Finding[] {
  const { before, after } = change;
  if (before === undefined || after === undefined) return [];
  const what = `type ${quoted(shownObject(change))}`;
  if (before.kind === 'enum' && after.kind === 'enum') {
    const gone = removed(before.labels, after.labels);
    return gone.length === 0 ? [] : [removesLabel(what, gone)];
  }
  return before.kind === 'domain' && after.kind === 'domain' ? domainConditions(what, before, after) : [];
}

type Domain = Extract<TypeShape, { kind: 'domain' }>;

function domainConditions(what: string, before: Domain, after: Domain): readonly Finding[] {
  const isNew = (check: Domain['checks'][number]): boolean =>
    !before.checks.some(({ expression }) => expression === check.expression);
  return [
    ...(after.notNull === true && before.notNull !== true
      ? [{ rule: 'sets-required', message: `${what} becomes required, and rows may have no value of it` } as const]
      : []),
    ...(after.checks.some(isNew)
      ? [{ rule: 'adds-check', message: `${what} gets a check, and values may not pass it` } as const]
      : []),
    ...(before.type === after.type
      ? []
      : [{ rule: 'converts-type', message: `values of ${what} are converted to ${printable(after.type)}` } as const]),
  ];
}
