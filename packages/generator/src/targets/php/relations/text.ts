import { docLines } from '../model-printer.js';

/** What a relation adds to a model class. */
export interface RelationText {
  readonly properties: readonly string[];
  readonly methods: readonly string[];
}

/** A method of `method()` with a doc comment. */
export function documented(doc: readonly string[], lines: readonly string[]): string[] {
  return ['', ...docLines(doc).map((line) => line.trimEnd()), ...lines.slice(1)];
}
