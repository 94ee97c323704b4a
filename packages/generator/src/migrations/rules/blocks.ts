import { keyOf } from '../../changes/state.js';
import type { RuleName } from '../../config/keys/migration-rules.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import { type Effect, QUIET_TIME, SECOND_COLUMN } from '../../platforms/blocking.js';
import type { Operation } from '../../platforms/operation.js';
import type { ObjectName } from '../../platforms/shape.js';
import { type TableName, Words } from '../../platforms/sql-words.js';
import { described } from '../describe.js';
import { blockingOf } from '../effects.js';
import type { AnnotatedStatement } from './annotated.js';
import { bareSql } from './form.js';
import { madeTables, nameKey } from './own-statements.js';
import { shownName } from './places.js';
import type { CheckedMigration, Finding, Rule } from './rule.js';

/** What keeps others from their work while it runs, on tables that are older than the migration. */
export const blocks: Rule = (migration) => {
  const { form, up } = migration;
  if (migration.alteration.hasOneWriter === true) return [];
  const known = new Set(form.printed.map(({ sql }) => sql));
  const own = up.statements.filter(({ text }) => !known.has(bareSql(text)));
  return unrepeated([...plannedBlocks(migration), ...ownBlocks(migration, own)]);
};

/** What fails in a transaction, or does nothing in it. */
export const notInTransaction: Rule = ({ up, alteration, dialect }) =>
  up.statements.flatMap((statement) => {
    const { text, alone } = statement;
    const message = alone ? undefined : alteration.refusedInTransaction?.(new Words(text, dialect));
    if (message === undefined) return [];
    const help = 'write -- orm: alone above it: then it is a step of its own, outside of any transaction';
    return [{ rule: 'not-in-transaction' as const, message, help, statement }];
  });

type Blocked = Exclude<Effect, 'writers go on'>;

const RULES: Readonly<Record<Blocked, RuleName>> = {
  'blocks writes': 'blocks-writes',
  'scans under lock': 'scans-locked',
  'rewrites the table': 'rewrites-table',
};

const WORDS: Readonly<Record<Blocked, (tables: string) => string>> = {
  'blocks writes': (tables) => `others cannot write to ${tables} until it is done`,
  'scans under lock': (tables) => `others can neither read nor write ${tables} while all rows are read`,
  'rewrites the table': (tables) => `all rows of ${tables} are written anew, and nobody can write to it meanwhile`,
};

/** Statements that orm printed. */
function plannedBlocks(migration: CheckedMigration): readonly Finding[] {
  const { form, up, alteration } = migration;
  return blockingOf(form.operations, alteration).flatMap(({ operation, blocking }) => {
    const effect = blocking?.effect;
    if (effect === undefined || effect === 'writers go on') return [];
    const texts = new Set(form.printed.flatMap((each) => (each.operation === operation ? [each.sql] : [])));
    const statement = up.statements.find(({ text }) => texts.has(bareSql(text)));
    if (statement === undefined) return [];
    const causes = causesOf(operation, effect, migration);
    const tables = tablesOf(operation, effect, migration).map((table) => quoted(shownName(table)));
    const words = causes.flatMap(described).join(', ');
    const rows = operation.do === 'fill column' ? 'the filled rows of ' : '';
    const message = `${words}: ${WORDS[effect](`${rows}${tables.join(' and ')}`)}`;
    return [{ rule: RULES[effect], message, help: helpOf(migration, operation, causes), statement }];
  });
}

/** Which of several changes in one statement have the effect that it has. */
function causesOf(operation: Operation, effect: Blocked, { alteration }: CheckedMigration): readonly Operation[] {
  if (operation.do !== 'alter table') return [operation];
  const parts = blockingOf(operation.operations, alteration).filter(({ blocking }) => blocking?.effect === effect);
  return parts.length === 0 ? [operation] : parts.map((part) => part.operation);
}

function tablesOf(operation: Operation, effect: Blocked, { before }: CheckedMigration): readonly ObjectName[] {
  const isOld = (table: ObjectName): boolean => before.tables.some((each) => keyOf(each) === keyOf(table));
  const unique = (tables: readonly ObjectName[]): readonly ObjectName[] => [
    ...new Map(tables.map((table) => [keyOf(table), table])).values(),
  ];
  if (operation.do === 'alter type') return unique(operation.columns.map(({ table }) => table));
  if (operation.do === 'rebuild table') return [operation.after];
  if (!('table' in operation)) return [];
  if (operation.do !== 'add foreign key' || effect !== 'blocks writes') return [operation.table];
  return unique([operation.table, ...[operation.key.foreignTable].filter(isOld)]);
}

const ONLINE =
  'there is a form that lets others go on: write the migration anew without --offline and migrations.online: false ("orm migration:diff --amend", as long as it ran nowhere)';
const FILL_IN_PARTS =
  'for a large table: leave the column optional, fill it in parts by a script, and make it required in the next migration';
const PARTITIONS =
  'a table with partitions has no other form: build the index of each partition with CONCURRENTLY, and attach it to one that is made with ON ONLY';

function helpOf({ form, alteration, after }: CheckedMigration, own: Operation, causes: readonly Operation[]): string {
  if (form.online !== undefined && form.online !== form.operations) {
    const words = new Set(causes.flatMap(described));
    const left = blockingOf(form.online, alteration).filter(
      ({ operation, blocking }) =>
        blocking !== undefined &&
        blocking.effect !== 'writers go on' &&
        described(operation).some((line) => words.has(line)),
    );
    if (left.length === 0) return ONLINE;
  }
  const [first = own] = causes;
  if (first.do === 'fill column') return FILL_IN_PARTS;
  if (first.do === 'add index' && first.index.parts.length > 0) {
    const table = after.tables.find((each) => keyOf(each) === keyOf(first.table));
    if (table?.partitionBy !== undefined && alteration.isAlone !== undefined) return PARTITIONS;
  }
  return first.do === 'alter column' || first.do === 'add column' || first.do === 'alter type'
    ? SECOND_COLUMN
    : QUIET_TIME;
}

/** Statements of a person, also those of orm that somebody edited, by their words. */
function ownBlocks(migration: CheckedMigration, own: readonly AnnotatedStatement[]): readonly Finding[] {
  const { up, dialect, alteration, before } = migration;
  const { statementBlocking } = alteration;
  if (statementBlocking === undefined) return [];
  const made = madeTables(migration);
  const words = up.statements.map(({ text }) => new Words(text, dialect));
  const typeOf = (table: TableName, column: string): string | undefined =>
    before.tables
      .find(({ name }) => name.toLowerCase() === nameKey(table))
      ?.columns.find(({ name }) => name.toLowerCase() === column.toLowerCase())?.type;
  return up.statements.flatMap((statement, at) => {
    const each = words[at];
    if (each === undefined || !own.includes(statement)) return [];
    const start = statement.alone ? at : up.statements.slice(0, at).findLastIndex(({ alone }) => alone) + 1;
    const place = { earlier: words.slice(0, at), together: words.slice(start, at), typeOf };
    return statementBlocking(each, place)
      .filter(({ table }) => table.length > 0 && !made.has(nameKey(table)))
      .map(({ what, table, effect, help }) => {
        const shown = quoted(table.map(({ text }) => printable(text)).join('.'));
        return { rule: RULES[effect], message: `${what}: ${WORDS[effect](shown)}`, help, statement };
      });
  });
}

/** What is done twice, or by several actions of one statement, is said once. */
const unrepeated = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter(
    ({ rule, message, statement }, at) =>
      findings.findIndex(
        (other) => other.rule === rule && other.message === message && other.statement === statement,
      ) === at,
  );
