import type { Cell } from '../drivers/session.js';

/** What `checkList()` found. The ranks of a right list are exactly 1 to n. */
export class ListReport {
  /** The values of the scope columns. */
  readonly scope: readonly Cell[];
  /** Rows that have a rank. */
  readonly rows: number;
  /** Different ranks among them. */
  readonly ranks: number;
  readonly lowest: number | null;
  readonly highest: number | null;

  constructor(scope: readonly Cell[], rows: number, ranks: number, lowest: number | null, highest: number | null) {
    this.scope = scope;
    this.rows = rows;
    this.ranks = ranks;
    this.lowest = lowest;
    this.highest = highest;
  }

  isRight(): boolean {
    return this.rows === 0 || (this.ranks === this.rows && this.lowest === 1 && this.highest === this.rows);
  }

  /** Rows beyond the first that share a rank with another one. */
  getDuplicates(): number {
    return this.rows - this.ranks;
  }

  /** What is wrong, as a sentence; empty for a right list. */
  describe(): string {
    if (this.isRight()) return '';
    const duplicates = this.getDuplicates();
    return (
      `${this.rows} rows have ranks from ${this.lowest ?? 0} to ${this.highest ?? 0}, ` +
      `${duplicates > 0 ? `${duplicates} of them twice, ` : ''}where 1 to ${this.rows} is right.`
    );
  }
}
