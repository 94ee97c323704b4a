import type { Change } from '../changes/change.js';
import { failure } from '../diagnostics/diagnostic.js';
import { printable, quoted } from '../diagnostics/printable.js';
import type { ForeignKeyShape, ObjectName } from '../platforms/shape.js';
import type { DeclaredObject } from './declarations.js';
import type { Fills } from './fill.js';

/** A migration as its folder says it. */
export interface Migration {
  /** Of its folder: the time, then what it is about. */
  readonly name: string;
  readonly changes: readonly Change[];
  /** What its SQL takes some tables to be, by their names: SQL that makes a table anew names all of its columns. */
  readonly assumes?: Readonly<Record<string, string>>;
  /** The same for the SQL that undoes it. */
  readonly undoAssumes?: Readonly<Record<string, string>>;
  /** Foreign keys that stay what they are and that its SQL drops and makes again, because of something that they stand on. */
  readonly remakes?: readonly RemadeKey[];
  /** What rows that are there get in columns that become required. */
  readonly fills?: Fills;
  /** The newest migrations that were there when it was written, by their names. */
  readonly follows?: readonly string[];
  /** What the schema said of the objects that it changes. */
  readonly declared?: readonly DeclaredObject[];
}

export interface RemadeKey {
  readonly table: ObjectName;
  readonly key: ForeignKeyShape;
}

/** A file of a migration, by its name in the folder. */
export interface MigrationFile {
  readonly name: string;
  readonly content: string;
}

/** Of `changes.json`. */
export const FORMAT = 1;

/** The files of a migration that a person writes. */
export function emptyMigration(name: string, database: string): readonly MigrationFile[] {
  const title = `${printable(name)} of "${printable(database)}"`;
  return [
    { name: 'up.sql', content: `-- Migration ${title}\n` },
    { name: 'down.sql', content: `-- Undoes migration ${title}\n` },
  ];
}

/** The name of a new migration: later than all others, whatever the clock says. */
export function migrationName(now: Date, about: string | undefined, others: readonly string[]): string {
  const newest =
    others
      .map((name) => name.slice(0, 14))
      .sort()
      .at(-1) ?? '';
  const stamp = (date: Date): string => date.toISOString().replaceAll(/[-:T]|\..*/g, '');
  const at = stamp(now) > newest ? now : new Date(timeOf(newest) + 1000);
  // Behind the year 9999 a time has more digits.
  if (stamp(at) <= newest) throw noLater(others.find((name) => name.startsWith(newest)) ?? newest);
  return named(stamp(at), about);
}

function named(stamp: string, about = ''): string {
  const words = about
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 60)
    .toLowerCase();
  return words === '' ? stamp : `${stamp}_${words}`;
}

/** The newest migration with another name: its time stays, and it remains the newest. */
export function renamedMigration(name: string, about: string, others: readonly string[]): string {
  const is = named(name.slice(0, 14), about);
  const later = others.find((other) => other >= is);
  if (later === undefined) return is;
  throw failure({
    code: 'migration/name',
    message: `migration ${quoted(name)} cannot become ${quoted(is)}: it would not come after ${quoted(later)} any more`,
    help: 'two migrations have the same time: choose a name that comes later in the alphabet, or leave --name out',
  });
}

const noLater = (name: string): Error =>
  failure({
    code: 'migration/name',
    message: `no migration can come after ${quoted(name)}: its time is the last one`,
    help: 'rename its folder so that it begins with the time at which it was written, and change its name in the history of every database where it ran',
  });

/** The time that a stamp says, or one later than it: a person may have written a month 13 or a day 0. */
function timeOf(stamp: string): number {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = [
    stamp.slice(0, 4),
    stamp.slice(4, 6),
    stamp.slice(6, 8),
    stamp.slice(8, 10),
    stamp.slice(10, 12),
    stamp.slice(12, 14),
  ].map(Number);
  return Date.UTC(year, Math.max(month, 1) - 1, Math.max(day, 1), hour, minute, second);
}
