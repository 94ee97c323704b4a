import type { Alteration } from '../../platforms/alteration.js';
import { CannotAlter, type Operation } from '../../platforms/operation.js';
import type { DatabaseShape } from '../../platforms/shape.js';
import { type ScriptDialect, significantTokens } from '../../platforms/sql-tokens.js';
import { described } from '../describe.js';
import { plannedOperations } from '../forms.js';
import type { Migration } from '../migration.js';
import { type AnnotatedScript, type AnnotatedStatement, changeWords } from './annotated.js';

/** What orm does for the changes of a migration. */
export interface WrittenForm {
  /** In the form that up.sql has, in order. */
  readonly operations: readonly Operation[];
  /** Its statements, as `bareSql` gives them. */
  readonly printed: readonly PrintedStatement[];
  /** The operations that let others work, where the vendor has such forms. */
  readonly online: readonly Operation[] | undefined;
  /** Statements of either form, those about the session included. A file may have some of each. */
  readonly statements: ReadonlySet<string>;
  /** What lines `-- orm:` of either form say. */
  readonly words: ReadonlySet<string>;
}

export interface PrintedStatement {
  readonly operation: Operation;
  readonly sql: string;
}

/** A statement without its end. */
export const bareSql = (sql: string): string => sql.replaceAll('\r\n', '\n').replace(/;\s*$/, '').trim();

const NOTHING: WrittenForm = {
  operations: [],
  printed: [],
  online: undefined,
  statements: new Set(),
  words: new Set(),
};

interface Form {
  readonly operations: readonly Operation[];
  readonly printed: readonly PrintedStatement[];
}

/**
 * Which of the two forms a file has: the one with which it has more statements in common, however it was edited since. Nothing where orm
 * would refuse the changes by now.
 */
export function writtenForm(
  before: DatabaseShape,
  { changes, fills }: Pick<Migration, 'changes' | 'fills'>,
  alteration: Alteration,
  up: AnnotatedScript,
  dialect: ScriptDialect,
): WrittenForm {
  if (changes.length === 0) return NOTHING;
  const form = (online: boolean): Form => {
    const operations = plannedOperations(before, changes, alteration, 'up', { fills, online });
    const printed = operations.flatMap((operation) =>
      alteration.alter(operation).map((sql) => ({ operation, sql: bareSql(sql) })),
    );
    return { operations, printed };
  };
  try {
    const plain = form(false);
    const online = alteration.online === undefined ? undefined : form(true);
    const forms = online === undefined ? [plain] : [online, plain];
    const around = forms
      .flatMap(({ operations }) => alteration.around?.(operations) ?? [])
      .flatMap(({ first, last }) => [...first, ...last].map(bareSql));
    const own = up.statements.filter(({ text }) => !around.includes(bareSql(text)));
    const chosen = online === undefined ? plain : nearer(online, plain, alteration, own, dialect);
    return {
      ...chosen,
      online: online?.operations,
      statements: new Set([...around, ...forms.flatMap(({ printed }) => printed.map(({ sql }) => sql))]),
      words: new Set(forms.flatMap(({ operations }) => operations.flatMap(described))),
    };
  } catch (error) {
    if (error instanceof CannotAlter) return NOTHING;
    throw error;
  }
}

function nearer(
  online: Form,
  plain: Form,
  { isAlone }: Alteration,
  statements: readonly AnnotatedStatement[],
  dialect: ScriptDialect,
): Form {
  const tokens = (sql: string): readonly string[] =>
    significantTokens(sql, dialect).map(({ start, end }) => sql.slice(start, end).toUpperCase());
  const texts = statements.map(({ text }) => tokens(bareSql(text)).join(' '));
  const [onlineTexts, plainTexts] = [online, plain].map(({ printed }) =>
    printed.map(({ sql }) => tokens(sql).join(' ')),
  );
  const [own, other] = [new Set(onlineTexts), new Set(plainTexts)];
  if (texts.some((text) => own.has(text) !== other.has(text))) {
    return distance(texts, onlineTexts ?? []) <= distance(texts, plainTexts ?? []) ? online : plain;
  }
  // Whatever differs was edited: what is left of the words decides.
  const lines = (alone: boolean, words: readonly string[]): readonly string[] => [
    ...(alone ? ['-- alone'] : []),
    ...words.map((line) => `-- ${line}`),
  ];
  const file = statements.flatMap(({ text, changes, alone }) => [
    ...tokens(bareSql(text)),
    ...lines(alone, changes.map(changeWords)),
  ]);
  const [toOnline = 0, toPlain = 0] = [online, plain].map(({ printed }) =>
    distance(
      file,
      printed.flatMap(({ operation, sql }) => [
        ...tokens(sql),
        ...lines(isAlone?.(operation) === true, described(operation)),
      ]),
    ),
  );
  return toOnline <= toPlain ? online : plain;
}

/** How many texts one list has and the other has not. */
function distance(one: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const text of one) counts.set(text, (counts.get(text) ?? 0) + 1);
  for (const text of other) counts.set(text, (counts.get(text) ?? 0) - 1);
  return [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0);
}
