import type { Span } from '../../diagnostics/source.js';
import type { DatabaseConnection } from '../../platforms/connection.js';
import type { Dependent, DropPlan } from '../../platforms/dependents.js';
import { type DroppedObject, namesOf, schemasOf } from '../../platforms/sql-drops.js';
import type { TableName } from '../../platforms/sql-words.js';
import type { TableRows } from '../../platforms/table-rows.js';
import type { PlannedConnection, PlannedStatement } from './plan.js';
import { firstLine } from './refused-statement.js';

/** What is not there any more when the files of a connection have run. Known before the first statement runs. */
export interface Destruction {
  /** Tables that are dropped by their names, or with their schema, and hold rows. */
  readonly tables: readonly TableRows[];
  /** What no statement names: what goes along with what is dropped, or works no more. */
  readonly dependents: readonly Dependent[];
  /** Statements that could destroy something else. What they do is not known, only that they are not harmless. */
  readonly statements: readonly RiskyStatement[];
}

export interface RiskyStatement {
  /** What in it is the danger: `DELETE`. */
  readonly danger: string;
  readonly span: Span;
}

/** Asks the database what the files of a connection will destroy. */
export async function destructionOf(plan: PlannedConnection, database: DatabaseConnection): Promise<Destruction> {
  const drops = dropPlan(plan);
  const { execution } = plan.access;
  const rows = await execution.tableRows(database, namesOf(drops.drops, 'TABLE'), schemasOf(drops.drops));
  const tables = rows.filter(({ state }) => state !== 'empty');
  const known = new Set(tables.map(({ name }) => name));
  const dependents = (await execution.dependents(database, drops)).filter(({ name }) => !known.has(name));
  const hidden = await hiddenMeanings(plan, database);
  return { tables, dependents, statements: riskyStatements(plan, drops, hidden) };
}

/** What only the database knows of names that look harmless in the files. */
interface HiddenMeanings {
  /** Functions of somebody's own that are named like one of the vendor. */
  readonly functions: ReadonlySet<string>;
  /** Tables that replace rows when others are inserted. */
  readonly replacing: ReadonlySet<string>;
}

async function hiddenMeanings(plan: PlannedConnection, database: DatabaseConnection): Promise<HiddenMeanings> {
  const { execution } = plan.access;
  const purposes = plan.files.flatMap((file) => file.statements.map(({ purpose }) => purpose));
  const created = purposes.flatMap(({ creates }) =>
    creates !== undefined && /^(FUNCTION|AGGREGATE)$/.test(creates.kind)
      ? [creates.name.at(-1)?.text.toLowerCase() ?? '']
      : [],
  );
  const calls = [...new Set(purposes.flatMap(({ calls }) => calls))];
  const targets = new Map(
    purposes.flatMap(({ insertsInto }) => (insertsInto ? [[nameKey(insertsInto), insertsInto]] : [])),
  );
  const own = calls.length === 0 ? undefined : await execution.ownFunctions?.(database, calls);
  const replacing = targets.size === 0 ? undefined : await execution.replacingTables?.(database, [...targets.values()]);
  return { functions: new Set([...created, ...(own ?? [])]), replacing: new Set((replacing ?? []).map(nameKey)) };
}

const nameKey = (name: TableName): string => JSON.stringify(name);

function dropPlan(plan: PlannedConnection): DropPlan {
  const purposes = plan.files.flatMap((file) => file.statements.map(({ purpose }) => purpose));
  return {
    drops: purposes.flatMap(({ drops }) => drops),
    creates: purposes.flatMap(({ creates }) => creates ?? []),
  };
}

/** Kinds whose rows and dependents the database was asked for; a sequence holds nothing but a number. */
const ASKED = new Set(['TABLE', 'TEMPORARY TABLE', 'TEMP TABLE', 'SEQUENCE']);
/** Kinds that are as before when they are created again. A user or a materialized view is not. */
const REPLACEABLE = new Set(
  'VIEW FUNCTION PROCEDURE TRIGGER TYPE DOMAIN INDEX RULE POLICY AGGREGATE SYNONYM PACKAGE SCHEMA'.split(' '),
);

function riskyStatements(
  plan: PlannedConnection,
  { creates }: DropPlan,
  { functions, replacing }: HiddenMeanings,
): readonly RiskyStatement[] {
  const created = new Set(creates.map(({ kind, name }) => key(kind, name)));
  const isReplaced = ({ kind, name }: DroppedObject): boolean =>
    (REPLACEABLE.has(kind) || (kind === 'DATABASE' && plan.connection.adapter === 'mysql')) &&
    created.has(key(kind, name));
  let isRedirected = false;
  const dangerIn = ({ purpose }: PlannedStatement): string | undefined => {
    isRedirected ||= purpose.redirects;
    if (purpose.danger !== undefined) return purpose.danger;
    const own = purpose.calls.find((name) => functions.has(name));
    if (own !== undefined) return `a call of ${own}(), also the name of a function of your own,`;
    if (purpose.insertsInto !== undefined && replacing.has(nameKey(purpose.insertsInto))) {
      return 'INSERT into a table with ON CONFLICT REPLACE';
    }
    // A DROP of which not even the name is understood.
    if (purpose.isDrop && purpose.drops.length === 0) return 'DROP';
    const dropped = purpose.drops.find((drop) => !ASKED.has(drop.kind) && !isReplaced(drop));
    if (dropped !== undefined) return `DROP ${dropped.kind}`;
    // The database was asked for what the name means now, not for what it will mean.
    const unclear = isRedirected ? purpose.drops.find(({ name }) => name.length === 1) : undefined;
    return unclear === undefined ? undefined : `DROP ${unclear.kind} without a schema, behind a change of the schema,`;
  };
  return plan.files.flatMap((file) =>
    file.statements.flatMap((statement) => {
      const danger = dangerIn(statement);
      return danger === undefined ? [] : [{ danger, span: firstLine(file.source, statement) }];
    }),
  );
}

const key = (kind: string, name: readonly { readonly text: string }[]): string =>
  `${kind} ${name.at(-1)?.text.toLowerCase() ?? ''}`;
