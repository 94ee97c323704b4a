import { callIn } from './sql-calls.js';
import type { Words } from './sql-words.js';

/** Views, and code: a text that runs later. */
export const CODE = /^(VIEW|FUNCTION|PROCEDURE|PROC|TRIGGER)$/;

/** Words before a name with columns, of which none is followed by an expression in ALTER TABLE and CREATE INDEX. */
const BEFORE_COLUMNS = /^(REFERENCES|INDEX|KEY|ON|ONLY|UNIQUE|USING|FULLTEXT|SPATIAL|EXISTS|CONSTRAINT|PARTITION)$/;
const DEFINING =
  /^(ADD|KEY|INDEX|COLUMNS|INCLUDE|THAN|DEFAULT|REFERENCES|ENUM|SET|VARYING|DATETIME|DATETIME2|DATETIMEOFFSET|TIME|TIMESTAMP|DOUBLE|FLOAT|REAL|BIT|NCHAR|NVARCHAR|VARBINARY|BINARY|YEAR|NUMBER|RAW|COLUMN|WITH|IDENTITY|ALWAYS|STORED|INTERVAL|TEXT|BLOB|TINYINT|SMALLINT|MEDIUMINT)$/;

/** A function that is called for the rows of a table that is there: by a new column, a check or the expression of an index. */
export function definitionCall(words: Words, from: number): string | undefined {
  return callIn(words, from, (i) => {
    let first = i;
    while (words.is(first - 1, '.')) first -= 2;
    if (BEFORE_COLUMNS.test(words.upper(first - 1))) return true;
    // A type: `ADD c geometry(Point)`.
    return first === i && (/^(ADD|COLUMN|EXISTS)$/.test(words.upper(i - 2)) || DEFINING.test(words.upper(i)));
  });
}

/** What ALTER TABLE may do: add things, and change what is true of new rows only. */
const ADDITION =
  /^(ADD|OWNER|VALIDATE|ENABLE|DISABLE|COMMENT|AUTO_INCREMENT|REPLICA|ATTACH|CHECK|NOCHECK|WITH|NO|FORCE|CLUSTER)$/;
const LOSSY =
  /^(DROP|RENAME|MODIFY|CHANGE|TRUNCATE|EXCHANGE|SWITCH|DISCARD|DETACH|REORGANIZE|COALESCE|CONVERT|TRANSFER|RESTART|DELETE|REPLACE)$/;

/** What holds no rows, and what may be done to it. */
const ALTERABLE: Readonly<Record<string, RegExp>> = {
  SEQUENCE: /^(OWNED|OWNER)$/,
  TYPE: /^(ADD|OWNER)$/,
  DOMAIN: /^(ADD|OWNER|SET|VALIDATE)$/,
  VIEW: /^(AS|OWNER|SET|\()$/,
  INDEX: /^(SET|ATTACH|RESET|REBUILD|ON)$/,
  SCHEMA: /^(OWNER|CHARACTER|DEFAULT|COLLATE)$/,
  DATABASE: /^(CHARACTER|DEFAULT|COLLATE)$/,
};

export function altering(words: Words, first: number): string | undefined {
  const kind = words.upper(first + 1);
  let i = first + 2;
  if (CODE.test(kind) && kind !== 'VIEW') return lossyWord(words, i, kind);
  if (words.is(first + 1, 'DEFAULT', 'PRIVILEGES')) return undefined;
  if (words.is(first + 1, 'SESSION', 'SET')) return undefined;
  if (words.is(i, 'IF', 'EXISTS')) i += 2;
  if (words.is(i, 'ONLY')) i++;
  const { end } = words.name(i);
  const lossy = lossyWord(words, i, kind);
  if (lossy !== undefined) return lossy;
  if (kind !== 'TABLE') {
    const known = Object.hasOwn(ALTERABLE, kind) && ALTERABLE[kind]?.test(words.upper(end)) === true;
    return known ? (kind === 'VIEW' ? undefined : definitionCall(words, end)) : `ALTER ${kind}`;
  }
  for (i = end; i < words.tokens.length; i = nextAction(words, i)) {
    if (words.is(i, '*') || words.is(i, ';')) continue;
    if (!ADDITION.test(words.upper(i)) && !isDefault(words, i))
      return `ALTER TABLE … ${words.upper(i) || words.text(i)}`;
  }
  return definitionCall(words, end);
}

function lossyWord(words: Words, from: number, kind: string): string | undefined {
  for (let i = from; i < words.tokens.length; i++) {
    const word = words.upper(i);
    const keepsRows = word === 'DROP' && /^(DEFAULT|NOT|IDENTITY)$/.test(words.upper(i + 1));
    // `ON DELETE CASCADE` of a foreign key.
    const isAction = word === 'DELETE' && words.is(i - 1, 'ON');
    if (LOSSY.test(word) && !keepsRows && !isAction) return `ALTER ${kind} … ${word}`;
    if (words.is(i, 'SET', 'SCHEMA')) return `ALTER ${kind} … SET SCHEMA`;
  }
  return undefined;
}

/** `ALTER [COLUMN] c SET DEFAULT …`, `DROP DEFAULT`, `SET NOT NULL`, `DROP NOT NULL`, `ADD GENERATED …`. */
function isDefault(words: Words, i: number): boolean {
  if (!words.is(i, 'ALTER')) return false;
  const { end } = words.name(words.is(i + 1, 'COLUMN') ? i + 2 : i + 1);
  return (
    words.is(end, 'ADD', 'GENERATED') ||
    (/^(SET|DROP)$/.test(words.upper(end)) &&
      /^(DEFAULT|NOT|STATISTICS|STORAGE|IDENTITY|GENERATED)$/.test(words.upper(end + 1)))
  );
}

/** The actions of a statement, divided by commas: where each begins, and where the next one does. */
export function actionRanges(words: Words, from: number): readonly (readonly [at: number, end: number])[] {
  const found: [number, number][] = [];
  for (let at = from; at < words.tokens.length && !words.is(at, ';'); ) {
    const end = nextAction(words, at);
    found.push([at, end]);
    at = end;
  }
  return found;
}

/** Behind the next comma that is not in parentheses, or at the end. */
function nextAction(words: Words, from: number): number {
  let depth = 0;
  for (let i = from; i < words.tokens.length; i++) {
    if (words.is(i, '(')) depth++;
    else if (words.is(i, ')')) depth--;
    else if (words.is(i, ',') && depth === 0) return i + 1;
  }
  return words.tokens.length;
}
