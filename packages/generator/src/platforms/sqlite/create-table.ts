import { commentsOf } from './create-table-comments.js';
import { isWord, nameOf, oneLine, type Token, tokens } from './tokens.js';

/** What the text of CREATE TABLE says and no pragma does. SQLite has accepted the text: nothing here reports an error. */
export interface TableText {
  /** The comment behind the opening parenthesis. */
  readonly comment: string | undefined;
  readonly columns: readonly ColumnText[];
  /** Those of columns and those of the table, in the order of the text. */
  readonly constraints: readonly ConstraintText[];
}

export interface ColumnText {
  readonly name: string;
  readonly comment: string | undefined;
  readonly collation: string | undefined;
  readonly generated: { readonly sql: string; readonly stored: boolean } | undefined;
  /** The `ON CONFLICT` of its NOT NULL. */
  readonly conflict: string | undefined;
}

export type ConstraintText = PrimaryKeyText | UniqueText | CheckText | ForeignKeyText;

interface Constraint {
  readonly name: string | undefined;
  /** The word behind `ON CONFLICT`, in capitals. */
  readonly conflict: string | undefined;
}

export interface PrimaryKeyText extends Constraint {
  readonly kind: 'primary key';
  readonly columns: readonly string[];
  readonly autoIncrement: boolean;
  /** False where it is a part of its column. */
  readonly ofTable: boolean;
}

export interface UniqueText extends Constraint {
  readonly kind: 'unique';
  readonly columns: readonly string[];
}

export interface CheckText extends Constraint {
  readonly kind: 'check';
  /** The condition without its parentheses, on one line. */
  readonly sql: string;
}

export interface ForeignKeyText extends Constraint {
  readonly kind: 'foreign key';
  readonly columns: readonly string[];
  readonly foreignTable: string;
  readonly foreignColumns: readonly string[];
  readonly deferrable: boolean;
  readonly deferred: boolean;
}

const TABLE_CONSTRAINTS = ['CONSTRAINT', 'PRIMARY', 'UNIQUE', 'CHECK', 'FOREIGN'] as const;
/** Words that cannot be part of a type name. */
const COLUMN_CONSTRAINTS = [
  ...['CONSTRAINT', 'PRIMARY', 'NOT', 'NULL', 'UNIQUE', 'CHECK', 'DEFAULT', 'COLLATE', 'REFERENCES', 'AS'],
  ...['DEFERRABLE'],
] as const;

type ColumnFacts = { -readonly [Key in 'collation' | 'generated' | 'conflict']: ColumnText[Key] };

/** Reads the text of `sqlite_master.sql` of a table. */
export function readCreateTable(sql: string): TableText {
  return new Reader(sql).read();
}

class Reader {
  readonly #all: readonly Token[];
  readonly #tokens: readonly Token[];
  #at = 0;
  /** The name of a CONSTRAINT that has not begun yet. */
  #name: string | undefined;
  readonly #columns: (Omit<ColumnText, 'comment'> & { readonly first: Token })[] = [];
  readonly #constraints: ConstraintText[] = [];
  /** First tokens of those of the table. */
  readonly #constraintStarts: Token[] = [];

  constructor(private readonly sql: string) {
    this.#all = tokens(sql);
    this.#tokens = this.#all.filter(({ kind }) => kind !== 'space' && kind !== 'comment');
  }

  read(): TableText {
    while (this.#peek() !== undefined && this.#peek()?.text !== '(') this.#at++;
    const opening = this.#next();
    if (opening === undefined) return { comment: undefined, columns: [], constraints: [] };
    while (this.#peek() !== undefined && this.#peek()?.text !== ')') {
      if (this.#peek()?.text === ',') this.#at++;
      else if (isWord(this.#peek(), ...TABLE_CONSTRAINTS)) this.#tableConstraint();
      else this.#column();
    }
    const comments = commentsOf(this.#all, {
      opening,
      columns: this.#columns.map(({ first }) => first),
      constraints: this.#constraintStarts,
    });
    return {
      comment: comments.table,
      columns: this.#columns.map(({ first, ...column }) => ({ ...column, comment: comments.columns.get(first) })),
      constraints: this.#constraints,
    };
  }

  #peek(ahead = 0): Token | undefined {
    return this.#tokens[this.#at + ahead];
  }

  #next(): Token | undefined {
    return this.#tokens[this.#at++];
  }

  #word(...words: readonly string[]): boolean {
    if (!isWord(this.#peek(), ...words)) return false;
    this.#at++;
    return true;
  }

  #takeName(): string {
    const token = this.#next();
    return token === undefined ? '' : nameOf(token);
  }

  /** What stands between parentheses, as tokens; nothing where none is opened. */
  #group(): Token[] {
    if (this.#peek()?.text !== '(') return [];
    this.#at++;
    const from = this.#at;
    for (let depth = 1; this.#peek() !== undefined; this.#at++) {
      if (this.#peek()?.text === '(') depth++;
      else if (this.#peek()?.text === ')' && --depth === 0) break;
    }
    const inner = this.#tokens.slice(from, this.#at);
    this.#at++;
    return inner;
  }

  #groupSql(): string {
    const inner = this.#group();
    const [first, last] = [inner[0], inner.at(-1)];
    return first && last ? oneLine(this.sql.slice(first.start, last.start + last.text.length)) : '';
  }

  /** The first names between commas: columns of a key, without their collation and order. */
  #names(): string[] {
    return partsOf(this.#group()).flatMap(([first]) => (first ? [nameOf(first)] : []));
  }

  #conflict(): string | undefined {
    if (!isWord(this.#peek(), 'ON') || !isWord(this.#peek(1), 'CONFLICT')) return undefined;
    this.#at += 2;
    return this.#next()?.text.toUpperCase();
  }

  #constraintName(): string | undefined {
    const name = this.#name;
    this.#name = undefined;
    return name;
  }

  #column(): void {
    const first = this.#next();
    if (first === undefined) return;
    const name = nameOf(first);
    const facts: ColumnFacts = { collation: undefined, generated: undefined, conflict: undefined };
    this.#name = undefined;
    while (!this.#atEndOfDefinition()) {
      if (this.#peek()?.text === '(') this.#group();
      else if (isWord(this.#peek(), ...COLUMN_CONSTRAINTS)) this.#columnConstraint(name, facts);
      else this.#at++;
    }
    this.#columns.push({ name, first, ...facts });
  }

  #atEndOfDefinition(): boolean {
    const token = this.#peek();
    return token === undefined || (token.kind === 'symbol' && (token.text === ',' || token.text === ')'));
  }

  #columnConstraint(column: string, facts: ColumnFacts): void {
    if (this.#word('CONSTRAINT')) this.#name = this.#takeName();
    else if (this.#word('PRIMARY')) this.#primaryKey(column);
    else if (this.#word('UNIQUE')) this.#unique([column]);
    else if (this.#word('CHECK')) this.#check();
    else if (this.#word('REFERENCES')) this.#references([column]);
    else {
      // Of these SQLite keeps no name.
      this.#name = undefined;
      this.#columnFact(facts);
    }
  }

  #columnFact(facts: ColumnFacts): void {
    if (this.#word('COLLATE')) facts.collation = this.#takeName();
    else if (this.#word('DEFAULT')) this.#default();
    else if (this.#word('AS')) facts.generated = { sql: this.#groupSql(), stored: this.#word('STORED') };
    else if (this.#atDeferrable()) this.#deferrable();
    else if (this.#word('NOT')) {
      this.#word('NULL');
      facts.conflict = this.#conflict();
    } else {
      this.#at++;
      this.#conflict();
    }
  }

  /** The value is in a pragma; here it must only not be taken for something else. */
  #default(): void {
    if (this.#peek()?.text === '(') {
      this.#group();
      return;
    }
    const token = this.#next();
    if (token?.text === '+' || token?.text === '-') this.#at++;
  }

  #tableConstraint(): void {
    const first = this.#peek();
    if (first) this.#constraintStarts.push(first);
    if (this.#word('CONSTRAINT')) this.#name = this.#takeName();
    else if (this.#word('PRIMARY')) this.#primaryKey(undefined);
    else if (this.#word('UNIQUE')) this.#unique(this.#names());
    else if (this.#word('CHECK')) this.#check();
    else {
      this.#at += 2;
      const columns = this.#names();
      this.#word('REFERENCES');
      this.#references(columns);
    }
  }

  /** Behind PRIMARY. */
  #primaryKey(column: string | undefined): void {
    this.#word('KEY');
    const group = column === undefined ? this.#group() : [];
    this.#word('ASC', 'DESC');
    const conflict = this.#conflict();
    this.#constraints.push({
      kind: 'primary key',
      name: this.#constraintName(),
      conflict,
      columns: column === undefined ? partsOf(group).flatMap(([first]) => (first ? [nameOf(first)] : [])) : [column],
      autoIncrement: isWord(group.at(-1), 'AUTOINCREMENT') || this.#word('AUTOINCREMENT'),
      ofTable: column === undefined,
    });
  }

  #unique(columns: readonly string[]): void {
    const conflict = this.#conflict();
    this.#constraints.push({ kind: 'unique', name: this.#constraintName(), conflict, columns });
  }

  #check(): void {
    const sql = this.#groupSql();
    // A check takes the clause and has no use for it.
    this.#conflict();
    this.#constraints.push({ kind: 'check', name: this.#constraintName(), conflict: undefined, sql });
  }

  /** Behind REFERENCES. */
  #references(columns: readonly string[]): void {
    const foreignTable = this.#takeName();
    const foreignColumns = this.#names();
    // The actions are in a pragma, MATCH has no effect.
    while (isWord(this.#peek(), 'MATCH') || (isWord(this.#peek(), 'ON') && !isWord(this.#peek(1), 'CONFLICT'))) {
      this.#at += isWord(this.#peek(), 'MATCH') ? 2 : 3;
      if (isWord(this.#peek(-1), 'SET', 'NO')) this.#at++;
    }
    this.#constraints.push({
      kind: 'foreign key',
      name: this.#constraintName(),
      conflict: undefined,
      columns,
      foreignTable,
      foreignColumns,
      deferrable: false,
      deferred: false,
    });
    if (this.#atDeferrable()) this.#deferrable();
  }

  #atDeferrable(): boolean {
    return isWord(this.#peek(isWord(this.#peek(), 'NOT') ? 1 : 0), 'DEFERRABLE');
  }

  /** Behind a foreign key, or on its own in a column: then it is said of the last one. */
  #deferrable(): void {
    const deferrable = !this.#word('NOT');
    this.#at++;
    const deferred = this.#word('INITIALLY') && isWord(this.#next(), 'DEFERRED') && deferrable;
    const at = this.#constraints.findLastIndex(({ kind }) => kind === 'foreign key');
    const key = this.#constraints[at];
    if (key?.kind === 'foreign key') this.#constraints[at] = { ...key, deferrable, deferred };
  }
}

/** The items of a list, split at the commas that are in no parentheses. */
function partsOf(list: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]];
  let depth = 0;
  for (const token of list) {
    if (token.text === '(') depth++;
    else if (token.text === ')') depth--;
    if (token.text === ',' && depth === 0) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}
