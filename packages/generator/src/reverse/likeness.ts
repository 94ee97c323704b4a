import type { Introspection } from '../platforms/introspection.js';
import type { ScriptDialect } from '../platforms/sql-tokens.js';
import { catalogText, sameDefault } from './default-difference.js';
import { sameExpression } from './expression-difference.js';
import { partitionDifference } from './partition-difference.js';
import { valueDifference, viewDifference } from './statement-differences.js';

type Text = string | undefined;

/** Whether two texts, what one says and what the database shows, mean the same. */
export interface Likeness {
  readonly type: (mine: string, its: string) => boolean;
  readonly expression: (mine: string, its: string) => boolean;
  readonly default: (mine: Text, its: Text, type: string) => boolean;
  readonly view: (mine: string, its: Text) => boolean;
  readonly partition: (mine: Text, its: Text) => boolean;
  readonly comment: (mine: Text, its: Text) => boolean;
}

/** Where one text is ours and the other one is the server's: what cannot be told apart is the same. */
export const tolerant = (introspection: Introspection, script: ScriptDialect): Likeness => ({
  type: (mine, its) => mine === its || introspection.sameType(typeText(mine), typeText(its)),
  expression: (mine, its) => mine === its || sameExpression(mine, its, script),
  default: (mine, its, type) => sameDefault(mine, its, type, script),
  view: (mine, its) =>
    (introspection.keepsViews === true ? viewDifference(mine, its) : valueDifference(mine, its, script)) === undefined,
  partition: (mine, its) => partitionDifference(mine, its) === undefined,
  comment: (mine, its) => commentText(mine) === commentText(its),
});

const equal = (mine: Text, its: Text): boolean => mine === its;

/** Where both are the server's, every character counts. Not every server keeps the text of a view. */
export const exact = ({ settledExpression: settled = (sql) => sql, hidesCharacters }: Introspection): Likeness => ({
  type: equal,
  expression: (mine, its) => mine === its || settled(mine) === settled(its),
  default: (mine, its) =>
    mine === its || (hidesCharacters === true && catalogText(mine ?? '') === catalogText(its ?? '')),
  view: (mine, its) => its === undefined || mine === its,
  partition: equal,
  comment: equal,
});

/** Where a comment is written with the next statement that makes the table anew. */
export const withoutComments = (likeness: Likeness): Likeness => ({ ...likeness, comment: () => true });

/** A person may have written `varchar (120)`. */
const typeText = (sql: string): string => catalogText(sql).replaceAll(/\s+\(/g, '(');

/** SQLite keeps a comment on one line, and MariaDB shows some characters as question marks. */
const commentText = (text: Text): string =>
  catalogText(text ?? '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .replace(/^[-=*#_~ ]*$/, '');
