import { isDeepStrictEqual } from 'node:util';
import type { Operation, PartKind } from '../platforms/operation.js';
import type { IndexShape, ObjectName } from '../platforms/shape.js';

export const nameOf = ({ schema, name }: ObjectName): ObjectName =>
  schema === undefined ? { name } : { schema, name };

export const renamedPart = (table: ObjectName, part: PartKind, from = '', to = ''): Operation => ({
  do: 'rename part',
  table: nameOf(table),
  part,
  from,
  to,
});

interface IndexParts {
  readonly parts: IndexShape['parts'];
  readonly include?: readonly string[];
  readonly where?: string;
}

/** What a key or an index says in SQL. */
export const indexTexts = ({ parts, where }: IndexParts): string =>
  [where ?? '', ...parts.flatMap(({ expression }) => expression ?? [])].join(' ');

/** Whether a key or an index has one of some columns. */
export function touches(part: IndexParts | undefined, columns: ReadonlySet<string>): boolean {
  if (part === undefined || columns.size === 0) return false;
  return (
    part.parts.some(({ column }) => column !== undefined && columns.has(column)) ||
    part.include?.some((column) => columns.has(column)) === true ||
    mentionsAny(indexTexts(part), columns)
  );
}

/** Those that end an identifier: in a name they are written twice. */
const CLOSING = ['"', '`', ']'] as const;

/** A name as it is between the quotes of each vendor, in the same order for all names. */
const spellings = (name: string): readonly string[] => CLOSING.map((quote) => name.replaceAll(quote, quote + quote));

/** Whether a text of SQL may speak of one of some names: too often rather than too seldom. */
export function mentionsAny(sql: string, names: Iterable<string>): boolean {
  const text = sql.toLowerCase();
  return [...names].some((name) => [name, ...spellings(name)].some((each) => text.includes(each.toLowerCase())));
}

const WORD = /[\p{L}\p{M}\p{N}_$#@]+/gu;
const PLAIN_NAME = /^[\p{L}\p{M}\p{N}_$#@]+$/u;

/** Tells of names whether a text of SQL has them as whole words; of names that are no words, whether it may speak of them. */
export function wordsOf(sql: string): (name: string) => boolean {
  const words = new Set(sql.toLowerCase().match(WORD));
  return (name) => (PLAIN_NAME.test(name) ? words.has(name.toLowerCase()) : mentionsAny(sql, [name]));
}

/** Whether a text of SQL is another one with new names in it, as far as one can see. */
export function isRenamedSql(
  before: string,
  after: string,
  names: readonly { readonly from: string; readonly to: string }[],
): boolean {
  return CLOSING.some(
    (_, at) =>
      names.reduce(
        (sql, { from, to }) => sql.replaceAll(spellings(from)[at] ?? from, spellings(to)[at] ?? to),
        before,
      ) === after,
  );
}

export interface PartPlan<Part> {
  /** With their new columns. */
  readonly drop: readonly Part[];
  readonly add: readonly Part[];
  readonly rename: readonly { readonly was: Part; readonly is: Part }[];
}

export function planParts<Part extends { readonly name: string }>(
  before: readonly Part[],
  after: readonly Part[],
  isInTheWay: (part: Part) => boolean,
  canRename: (part: Part) => boolean,
): PartPlan<Part> {
  const wanted = new Map(after.map((part) => [part.name, part]));
  const drop: Part[] = [];
  const rename: { was: Part; is: Part }[] = [];
  const add = new Set(after);
  for (const part of before) {
    const same = wanted.get(part.name);
    if (same !== undefined && isDeepStrictEqual(part, same) && !isInTheWay(part)) add.delete(same);
    else drop.push(part);
  }
  for (const part of [...drop]) {
    if (wanted.has(part.name) || !canRename(part) || isInTheWay(part)) continue;
    const is = [...add].find((other) => isDeepStrictEqual({ ...part, name: other.name }, other));
    if (is === undefined || before.some(({ name }) => name === is.name)) continue;
    rename.push({ was: part, is });
    drop.splice(drop.indexOf(part), 1);
    add.delete(is);
  }
  return { drop, add: [...add], rename };
}
