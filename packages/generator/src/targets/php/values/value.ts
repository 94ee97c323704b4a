import type { BytesForm, PdoForm } from '../../../drivers/pdo.js';

/**
 * How the values of a column look in generated PHP. Every string is PHP source; null is handled by whoever prints it,
 * and `mixed` has it already. What the functions return can stand wherever an operand can; they may write their argument
 * several times, so it should be a variable or a property.
 */
export interface PhpValue {
  /** Native type of the property, without null: what a row or a setter leaves there. */
  readonly stored: string;
  /** Type of the property for PHPDoc, where it says more than the native one (`list<string>|string`). */
  readonly storedDoc?: string;
  /** Native type that the getter returns, without null; undefined where PHP has no name for it (a resource). */
  readonly returns: string | undefined;
  readonly returnsDoc?: string;
  /** Native type that setters and filters take, without null; undefined where PHP has no name for it. */
  readonly accepts: string | undefined;
  readonly acceptsDoc?: string;
  /** A value of a row that is not null, in its stored form: `(int) $row[0]`. */
  fromRow(value: string): string;
  /** The stored form, not null, as the getter returns it. Absent: as it is. */
  read?(stored: string): string;
  /** Whether the getter keeps what `read` made in the property (it is then a stored form too). */
  readonly memoize?: boolean;
  /**
   * An argument of a setter, not null, in its stored form; throws InvalidValueException. Absent: as it is. Of a column
   * that may be null it can be null (an empty text for a time).
   */
  accept?(value: string): string;
  /** True when the argument of a setter is what the getter shows of the stored form, though it says less. Absent: never. */
  keeps?(given: string, stored: string): string;
  /** True when two stored forms, either may be null, are different values. Absent: `!==`. */
  differs?(current: string, next: string): string;
  /** The stored form, not null, as it is bound. Absent: as it is. */
  bind?(stored: string): string;
  /** What bytes arrive as, where the value is stored as bytes. */
  readonly arrives?: BytesForm;
  readonly pdoType: 'STR' | 'INT' | 'BOOL' | 'LOB';
  /** What `toArray` and `toJson` show of what the getter returns, not null. Absent: as it is. */
  exported?(value: string): string;
  /** What text formats (JSON, XML, CSV) show of what `toArray` shows, where that may be no text. Absent: the same. */
  toText?(exported: string): string;
  /** What `toText` made, as a setter takes it. */
  fromText?(text: string): string;
  /** The present day or time in its stored form. */
  now?(): string;
  /** The schema's default value in its stored form, as a constant expression. */
  readonly default?: string;
}

/** What the value of a column needs of its surroundings. */
export interface ValueContext {
  /** `table.column`, for messages. */
  readonly name: string;
  /** The name to write in this file for a class given with its namespace; the file imports it. */
  use(className: string): string;
  /** The generated enum of an ENUM or SET column, with its namespace; undefined for plain strings. */
  readonly enumClass: string | undefined;
  /** What PDO makes of the column's values on their way. */
  readonly pdo: PdoForm;
}
