import { splitScript } from '../../platforms/sql-script.js';
import type { ScriptDialect } from '../../platforms/sql-tokens.js';
import { commentsBefore } from '../script.js';

/** A line `-- orm: …`. */
export interface Directive {
  /** What is behind `orm:`. */
  readonly words: string;
  readonly start: number;
  readonly end: number;
}

/** A statement of a file, with the lines `-- orm:` above it. */
export interface AnnotatedStatement {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Outside of any transaction. */
  readonly alone: boolean;
  /** The changes that it makes: `add column book.isbn`. */
  readonly changes: readonly Directive[];
  /** The rules that it is allowed to break. */
  readonly allows: readonly Directive[];
}

export interface AnnotatedScript {
  readonly statements: readonly AnnotatedStatement[];
  /** Lines `-- orm:` behind the last statement, which say nothing about any. */
  readonly loose: readonly Directive[];
}

const DIRECTIVE = /^--\s*orm:\s*(.*?)\s*$/s;

export function readAnnotated(text: string, dialect: ScriptDialect): AnnotatedScript {
  const { statements } = splitScript(text, dialect);
  const directives = (from: number, to: number): readonly Directive[] =>
    commentsBefore(text, from, to, dialect).flatMap(({ text: line, start, end }) => {
      const words = DIRECTIVE.exec(line)?.[1];
      return words === undefined ? [] : [{ words, start, end }];
    });
  return {
    statements: statements.map((statement, at) => {
      const own = directives(statements[at - 1]?.end ?? 0, statement.start);
      return {
        ...statement,
        alone: own.some(({ words }) => words === 'alone'),
        changes: own.filter(({ words }) => !isAllow(words) && words !== 'alone'),
        allows: own.filter(({ words }) => isAllow(words)),
      };
    }),
    loose: directives(statements.at(-1)?.end ?? 0, text.length),
  };
}

export const isAllow = (words: string): boolean => /^allow\b/.test(words);

/** What a line says, without the number of a statement among several: `rebuild table book (2 of 7)`. */
export const changeWords = ({ words }: Directive): string => words.replace(/ \(\d+ of \d+\)$/, '');
