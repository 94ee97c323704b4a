import type { DiagnosticDetails, Reporter } from '../../diagnostics/diagnostic.js';

/** Hears of an option that names nothing of a database, and what is to be said if no other database has it. */
export type Missed = (option: string, diagnostic: DiagnosticDetails) => void;

/** Options that name tables and columns, where several databases are looked at: each is about one of them. */
export class MissedNames {
  readonly #found = new Map<string, DiagnosticDetails[]>();

  constructor(private readonly databases: number) {}

  readonly missed: Missed = (option, diagnostic) => {
    this.#found.set(option, [...(this.#found.get(option) ?? []), diagnostic]);
  };

  /** An error for each option that no database knows. */
  report(reporter: Reporter): void {
    for (const all of this.#found.values()) {
      const [first] = all;
      if (first !== undefined && all.length >= this.databases) reporter.error(first);
    }
  }
}
