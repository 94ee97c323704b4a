import { applyChanges } from '../changes/apply.js';
import { type Change, inverse } from '../changes/change.js';
import { printable } from '../diagnostics/printable.js';
import type { Alteration } from '../platforms/alteration.js';
import { CannotAlter, type Operation } from '../platforms/operation.js';
import type { Platform } from '../platforms/platform.js';
import { type DatabaseShape, said } from '../platforms/shape.js';
import { type RowCheck, rowChecks } from './checks.js';
import { described } from './describe.js';
import { unfilled } from './fill.js';
import { type Planning, plannedOperations } from './forms.js';
import { tableFingerprint } from './history.js';
import { FORMAT, type Migration, type MigrationFile, type RemadeKey } from './migration.js';

/** What is written for a migration. */
export interface MigrationFiles {
  readonly files: readonly MigrationFile[];
  /** What its SQL does, in order. */
  readonly operations: readonly Operation[];
  /** Why it cannot be undone, where that is so. */
  readonly noDown?: string;
}

/** The files of a migration that makes some changes. Throws `CannotAlter` where the vendor has no way. */
export function migrationFiles(
  name: string,
  before: DatabaseShape,
  changes: readonly Change[],
  platform: Pick<Platform, 'adapter' | 'title'>,
  alteration: Alteration,
  planning: Planning & Pick<Migration, 'follows' | 'declared'> = {},
): MigrationFiles {
  const { fills, follows, declared } = planning;
  const script = (title: string, operations: readonly Operation[]): string => {
    const { first, last } = alteration.around?.(operations) ?? { first: [], last: [] };
    const parts = [
      title,
      ...first.map(alone),
      ...operations.flatMap((operation) => statements(operation, alteration)),
      ...last.map(alone),
    ];
    return `${parts.join('\n\n')}\n`;
  };
  const title = `${printable(name)} of "${printable(before.name)}" for ${platform.title}`;
  const operations = plannedOperations(before, changes, alteration, 'up', planning);
  const up = script(`-- Migration ${title}`, operations);
  const down = undone(() => {
    const back = plannedOperations(before, changes, alteration, 'down', planning);
    return {
      sql: script(`-- Undoes migration ${title}`, back),
      assumes: assumptions(applyChanges(before, changes), inverse(changes), back),
    };
  });
  const checks = rowChecks(before, unfilled(changes, fills), alteration.rowChecks);
  const assumes = assumptions(before, changes, operations);
  const content = {
    format: FORMAT,
    database: before.name,
    adapter: platform.adapter,
    ...said({
      follows,
      assumes,
      undoAssumes: down.assumes,
      remakes: remade(changes, operations),
      fills,
      checks: checks.length > 0 ? true : undefined,
    }),
    changes,
    ...said({ declared }),
  };
  return {
    files: [
      { name: 'up.sql', content: up },
      {
        name: 'down.sql',
        content: down.sql ?? `-- Migration ${title} cannot be undone:\n-- ${printable(down.reason ?? '')}\n`,
      },
      ...(checks.length === 0 ? [] : [{ name: 'checks.sql', content: checksFile(title, checks, alteration) }]),
      { name: 'changes.json', content: `${JSON.stringify(content, null, 2)}\n` },
    ],
    operations,
    ...(down.reason === undefined ? {} : { noDown: down.reason }),
  };
}

function checksFile(
  title: string,
  checks: readonly RowCheck[],
  { terminate = withSemicolon }: Pick<Alteration, 'terminate'>,
): string {
  const parts = checks.map(({ reason, sql }) => `-- orm: ${reason}\n${terminate(sql)}`);
  return `${[`-- Rows that stand in the way of migration ${title}: none may come`, ...parts].join('\n\n')}\n`;
}

/** The tables that are made anew, as they were when the SQL was written. */
function assumptions(
  before: DatabaseShape,
  changes: readonly Change[],
  operations: readonly Operation[],
): Readonly<Record<string, string>> | undefined {
  const rebuilt = operations.flatMap((operation) => (operation.do === 'rebuild table' ? [operation.after.name] : []));
  const oldName = (name: string): string =>
    changes.find((change) => change.kind === 'table' && change.name === name)?.from ?? name;
  const names = new Set(rebuilt.map(oldName));
  const tables = before.tables.filter(({ name }) => names.has(name));
  return tables.length === 0
    ? undefined
    : Object.fromEntries(tables.map((table) => [table.name, tableFingerprint(table)]));
}

/** The foreign keys that are made again though nothing of them changes. */
function remade(changes: readonly Change[], operations: readonly Operation[]): readonly RemadeKey[] | undefined {
  const isChanged = ({ table, key }: RemadeKey): boolean =>
    changes.some(
      (change) =>
        (change.kind === 'foreign key' && change.table === table.name && change.name === key.name) ||
        (change.kind === 'table' && change.name === table.name && change.before === undefined),
    );
  const keys = operations.flatMap((operation): RemadeKey[] =>
    operation.do === 'add foreign key' ? [{ table: operation.table, key: operation.key }] : [],
  );
  const own = keys.filter((each) => !isChanged(each));
  return own.length === 0 ? undefined : own;
}

interface WayBack {
  readonly sql?: string;
  readonly assumes?: Readonly<Record<string, string>> | undefined;
}

/** The way back, or why there is none. */
function undone(print: () => WayBack): WayBack & { readonly reason?: string } {
  try {
    return print();
  } catch (error) {
    if (error instanceof CannotAlter) return { reason: error.message };
    throw error;
  }
}

const withSemicolon = (statement: string): string => `${statement};`;

const ALONE = '-- orm: alone';

const alone = (statement: string): string => `${ALONE}\n${statement};`;

/** Every statement under the words that say what it does; several of one operation are counted. */
function statements(operation: Operation, { alter, isAlone, terminate = withSemicolon }: Alteration): string[] {
  const words = described(operation);
  const first = isAlone?.(operation) === true ? [ALONE] : [];
  const printed = alter(operation);
  return printed.map((statement, at) => {
    const count = printed.length > 1 ? ` (${at + 1} of ${printed.length})` : '';
    return [...first, ...words.map((line) => `-- orm: ${line}${count}`), terminate(statement)].join('\n');
  });
}
