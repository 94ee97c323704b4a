/** What went wrong with a statement, whatever the vendor calls it; the names are those of conformance/protocol.json. */
export type ErrorKind =
  | 'uniqueViolation'
  | 'foreignKeyViolation'
  | 'notNullViolation'
  | 'checkViolation'
  /** Any other constraint, such as an exclusion constraint of PostgreSQL. */
  | 'constraintViolation'
  | 'valueTooLong'
  | 'valueOutOfRange'
  /** A text that is no number, no date, no JSON or none of the values of its column. */
  | 'invalidValue'
  | 'missingTable'
  | 'missingColumn'
  | 'deadlock'
  | 'serialization'
  | 'lockTimeout'
  | 'connectionLost'
  /** The server takes no writes: a replica, or one that was demoted. */
  | 'readOnlyServer'
  | 'other';

export const isViolation = (kind: ErrorKind): boolean => kind.endsWith('Violation');

/** The names that a database gives in an error. */
export interface ErrorNames {
  readonly constraint?: string | undefined;
  /** Without its schema, or the alias that the statement gives it. */
  readonly table?: string | undefined;
  readonly columns?: readonly string[];
}
