/** What of the prepared statements of a connection changes with a message. */
export interface NamedStatement {
  readonly name: string;
  /** Whether the server has yet to be told its text. */
  readonly isNew: boolean;
  /** The statement that has to go for it. */
  readonly evicted: string | undefined;
}

/** The names of the statements that a connection has prepared, the one that was used longest ago first. */
export class PreparedStatements {
  readonly #names = new Map<string, string>();
  readonly #limit: number;
  #counter = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  use(sql: string): NamedStatement {
    const known = this.#names.get(sql);
    if (known !== undefined) {
      this.#names.delete(sql);
      this.#names.set(sql, known);
      return { name: known, isNew: false, evicted: undefined };
    }
    const evicted = this.#names.size < this.#limit ? undefined : this.#dropOldest();
    const name = `orm_${String(++this.#counter)}`;
    this.#names.set(sql, name);
    return { name, isNew: true, evicted };
  }

  forget(sql: string): void {
    this.#names.delete(sql);
  }

  /** Forgets all, and gives the names that the server still has. */
  clear(): readonly string[] {
    const names = [...this.#names.values()];
    this.#names.clear();
    return names;
  }

  #dropOldest(): string | undefined {
    const [oldest] = this.#names;
    if (oldest === undefined) return undefined;
    this.#names.delete(oldest[0]);
    return oldest[1];
  }
}
