import type { Change } from '../changes/change.js';
import { compareShapes } from '../changes/compare.js';
import type { DatabaseShape, DomainShape, ObjectName, PrimaryKeyShape, TypeShape } from '../platforms/shape.js';
import { columnDifferences } from './column-differences.js';
import { shownName } from './draft.js';
import { partDifferences } from './part-differences.js';
import { partitionDifference } from './partition-difference.js';
import { type LiveShape, othersOf, type Reading, settledShape } from './settled.js';
import { Speaker } from './speaker.js';
import { valueDifference, viewDifference } from './statement-differences.js';

/** Something in which a database is not what it should be. */
export interface SchemaDifference {
  readonly kind:
    | 'table'
    | 'column'
    | 'type'
    | 'nullability'
    | 'default'
    | 'numbering'
    | 'primary key'
    | 'index'
    | 'unique'
    | 'check'
    | 'labels'
    | 'generated'
    | 'comment'
    | 'engine'
    | 'collation'
    | 'option'
    | 'partitioning'
    | 'view'
    | 'foreign key'
    | 'enum type'
    | 'domain';
  readonly status: 'missing' | 'extra' | 'different';
  /** With its schema, where it has one. The type itself for a type. */
  readonly table: string;
  /** What it is in the table: a column, or the columns of a key. The table itself for a table. */
  readonly name: string;
  /** One sentence without a full stop: what it should be and what the database has. */
  readonly what: string;
}

/** A database that was read, and what it should be by the schema of a project or by its migrations. */
export interface Compared extends Reading {
  readonly expected: DatabaseShape;
  readonly live: LiveShape;
  /** Who says what it should be. */
  readonly by: 'schema' | 'migrations';
  /** Tables and types that are known, though nothing is said of them. */
  readonly known?: readonly ObjectName[];
}

/** In what a database differs from what it should be. Where two texts cannot tell, there is no difference. */
export function schemaDifferences(compared: Compared): readonly SchemaDifference[] {
  const { expected, live } = compared;
  const settled = settledShape(expected, live, compared);
  const changes = compareShapes(expected, settled);
  const speaker = new Speaker(compared);
  const groups = new Map<string, Change[]>();
  for (const change of changes) groups.set(ownerOf(change), [...(groups.get(ownerOf(change)) ?? []), change]);
  return [
    ...[...groups.values()].flatMap((group) => tableDifferences(group, speaker)),
    ...othersOf(expected, live, compared.known).map((other) => otherObject(other, speaker)),
  ];
}

const ownerOf = ({ schema, table, name }: Change): string => shownName(schema, table ?? name);

function otherObject(object: ObjectName & { readonly kind?: TypeShape['kind'] }, { extra }: Speaker): SchemaDifference {
  const name = shownName(object.schema, object.name);
  const kind = object.kind === undefined ? 'table' : TYPES[object.kind];
  return { kind, status: 'extra', table: name, name, what: extra };
}

/** What is different in one table, or in a type or view. */
const tableDifferences = (changes: readonly Change[], speaker: Speaker): SchemaDifference[] => [
  ...changes.flatMap((change) => wholeDifferences(change, speaker)),
  ...changes.flatMap((change) => (change.kind === 'option' ? optionDifferences(change, speaker) : [])),
  ...changes.flatMap((change) => (change.kind === 'column' ? columnDifferences(change, speaker) : [])),
  ...changes.flatMap((change) => (change.kind === 'primary key' ? keyDifferences(change, speaker) : [])),
  ...partDifferences(changes, speaker),
];

function wholeDifferences(change: Change, speaker: Speaker): SchemaDifference[] {
  const name = ownerOf(change);
  const at = { table: name, name };
  if (change.kind === 'table') return [{ kind: 'table', status: 'missing', ...at, what: speaker.missing }];
  if (change.kind === 'view') {
    const { introspection, script, live } = speaker.compared;
    if (change.after === undefined || change.before === undefined) {
      const what = `${speaker.says} ${speaker.has} the view, the database does not`;
      return [{ kind: 'view', status: 'missing', ...at, what }];
    }
    const [mine, its] = [change.before.sql, live.views.get(name)];
    const what = introspection.keepsViews === true ? viewDifference(mine, its) : valueDifference(mine, its, script);
    return [{ kind: 'view', status: 'different', ...at, what: speaker.said(what ?? '') }];
  }
  if (change.kind !== 'type' || change.before === undefined) return [];
  const { before, after } = change;
  const kind = TYPES[before.kind];
  if (after === undefined) return [{ kind, status: 'missing', ...at, what: speaker.missing }];
  if (after.kind !== before.kind) {
    const what = `it is ${after.kind === 'enum' ? 'an enum type' : 'a domain'} in the database`;
    return [{ kind, status: 'different', ...at, what }];
  }
  const whats =
    before.kind === 'enum' && after.kind === 'enum'
      ? [speaker.unlike(`the labels ${before.labels.join(', ')}`, after.labels.join(', '))]
      : domainWords(speaker, before as DomainShape, after as DomainShape);
  const comments = before.comment === after.comment ? [] : [speaker.comments(before.comment, after.comment)];
  const isSame =
    before.kind === 'enum' && after.kind === 'enum' && before.labels.join('\n') === after.labels.join('\n');
  return [...(isSame ? [] : whats), ...comments].map((what) => ({ kind, status: 'different', ...at, what }));
}

function domainWords(speaker: Speaker, mine: DomainShape, its: DomainShape): string[] {
  const lost = mine.checks.filter((check) => !its.checks.includes(check));
  const found = its.checks.filter((check) => !mine.checks.includes(check));
  return [
    ...(mine.type === its.type
      ? []
      : [`${speaker.says} ${speaker.has} it of ${mine.type}, the database of ${its.type}`]),
    ...(mine.notNull === its.notNull ? [] : [speaker.nullability(mine.notNull === true)]),
    ...(mine.default === its.default
      ? []
      : [speaker.unlike(`the default ${mine.default ?? 'none'}`, its.default ?? 'none')]),
    ...lost.map(({ expression }) => `the database does not have its check ${expression}`),
    ...found.map(({ expression }) => `${speaker.lacks.replace('have it', 'have its check')} ${expression}`),
  ];
}

function optionDifferences(change: Extract<Change, { kind: 'option' }>, speaker: Speaker): SchemaDifference[] {
  const table = ownerOf(change);
  const { name, before, after } = change;
  const at = { table, name: change.table ?? '' };
  if (name === 'COMMENT')
    return [{ kind: 'comment', status: 'different', ...at, what: speaker.comments(before, after) }];
  if (name === 'PARTITION BY') {
    const unlike = partitionDifference(before, after);
    if (unlike === undefined) return [];
    return [{ kind: 'partitioning', status: unlike.status, table, name: table, what: speaker.said(unlike.what) }];
  }
  const setting = speaker.settings(change).find(({ kind, column }) => column === undefined && OPTIONS[name] === kind);
  const what = speaker.makes(setting?.mine ?? before ?? 'nothing', setting?.its ?? after ?? 'nothing');
  return [{ kind: OPTIONS[name] ?? 'option', status: 'different', ...at, what }];
}

function keyDifferences(change: Extract<Change, { kind: 'primary key' }>, speaker: Speaker): SchemaDifference[] {
  const { before, after } = change;
  const [key, itsKey] = [keyText(before), keyText(after)];
  const at = { kind: 'primary key', table: ownerOf(change), name: key || itsKey } as const;
  if (key !== itsKey) {
    const status = key === '' ? 'extra' : itsKey === '' ? 'missing' : 'different';
    return [{ ...at, status, what: speaker.unlike(`(${key})`, `(${itsKey})`) }];
  }
  const names = speaker.has === 'has' ? 'names' : 'name';
  const what = speaker.unlike(before?.name ?? 'nothing', after?.name ?? 'as it is named by default', `${names} it`);
  return [{ ...at, status: 'different', what }];
}

const TYPES = { enum: 'enum type', domain: 'domain' } as const;

const OPTIONS: Readonly<Record<string, 'engine' | 'collation'>> = { ENGINE: 'engine', COLLATE: 'collation' };

const keyText = (key: PrimaryKeyShape | undefined): string =>
  key?.parts.map(({ column, size }) => `${column ?? ''}${size === undefined ? '' : `(${String(size)})`}`).join(', ') ??
  '';
