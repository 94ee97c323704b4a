import type { Span } from './source.js';
import { Suggestions } from './suggest.js';

export type Severity = 'error' | 'warning' | 'note';

/** One diagnostic about what a person wrote: what is wrong, where, and what to write instead. */
export interface Diagnostic {
  readonly severity: Severity;
  /** Stable name for tools and tests, such as `schema/unknown-attribute`. */
  readonly code: string;
  /** One sentence without a full stop: what is wrong. */
  readonly message: string;
  readonly span?: Span | undefined;
  /** How to fix it, as sentences. */
  readonly help?: string | undefined;
  /** What it is about, for programs that act on it: the package that is missing. No program reads the message. */
  readonly subject?: string | undefined;
  /** Which name of a foreign key is the cause: its own, that of the way back, or that of a relation through its table. */
  readonly relation?: RelationName | undefined;
  /** A second place that matters, such as the first of two equal names. */
  readonly related?: { readonly message: string; readonly span: Span } | undefined;
}

export type RelationName = 'own' | 'reverse' | 'many-to-many';

export type DiagnosticDetails = Omit<Diagnostic, 'severity'>;

/** Collects the diagnostics of a run, so that all of them are reported and not only the first. */
export class Reporter {
  readonly suggestions = new Suggestions();
  readonly #diagnostics: Diagnostic[] = [];
  #errors = 0;

  error(details: DiagnosticDetails): void {
    this.add({ severity: 'error', ...details });
  }

  warning(details: DiagnosticDetails): void {
    this.add({ severity: 'warning', ...details });
  }

  note(details: DiagnosticDetails): void {
    this.add({ severity: 'note', ...details });
  }

  add(diagnostic: Diagnostic): void {
    if (diagnostic.severity === 'error') this.#errors++;
    this.#diagnostics.push(diagnostic);
  }

  get hasErrors(): boolean {
    return this.#errors > 0;
  }

  /** How many diagnostics there are, of any severity. */
  get count(): number {
    return this.#diagnostics.length;
  }

  get errorCount(): number {
    return this.#errors;
  }

  /** All diagnostics: by file in the order the files were first mentioned, then by position, then as reported. */
  get diagnostics(): readonly Diagnostic[] {
    const files = new Map<string, number>();
    const rank = (d: Diagnostic): number => {
      const path = d.span?.source.path ?? '';
      const known = files.get(path);
      if (known !== undefined) return known;
      files.set(path, files.size);
      return files.size - 1;
    };
    return this.#diagnostics
      .map((d, i) => ({ d, i, file: rank(d) }))
      .sort((a, b) => a.file - b.file || (a.d.span?.start ?? 0) - (b.d.span?.start ?? 0) || a.i - b.i)
      .map(({ d }) => d);
  }

  /** Ends the phase: throws everything reported so far when there was an error. */
  throwIfErrors(): void {
    if (this.hasErrors) throw new DiagnosticError(this.diagnostics);
  }
}

/** Thrown when work cannot go on; carries everything that was found, warnings included. */
export class DiagnosticError extends Error {
  constructor(readonly diagnostics: readonly Diagnostic[]) {
    super(diagnostics.find((d) => d.severity === 'error')?.message ?? 'failed');
    this.name = 'DiagnosticError';
  }
}

/** A failure without a place in a file, or with one, thrown at once. */
export function failure(details: DiagnosticDetails): DiagnosticError {
  return new DiagnosticError([{ severity: 'error', ...details }]);
}
