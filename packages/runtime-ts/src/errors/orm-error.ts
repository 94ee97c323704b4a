/** The parent of everything the library throws: one `catch` for all of it. */
export class OrmError extends Error {
  // Each class says its own: a bundler may have shortened the names of classes.
  override name = 'OrmError';
}

/** The settings cannot work: an unknown connection, an outdated configuration, a package that is missing. */
export class ConfigurationError extends OrmError {
  override name = 'ConfigurationError';
}

/** Classes that were built for one vendor meet a connection of another. */
export class AdapterMismatchError extends ConfigurationError {
  override name = 'AdapterMismatchError';
}

/** Generated code meets a runtime of another release line. */
export class VersionMismatchError extends ConfigurationError {
  override name = 'VersionMismatchError';
}

/** A database cannot be reached. */
export class ConnectionError extends OrmError {
  override name = 'ConnectionError';
}

/** Transactions were not used as they have to be: a commit without a begin, an unknown isolation level. */
export class TransactionError extends OrmError {
  override name = 'TransactionError';
}

/** The database has rolled back this transaction: nothing can be done in it until the caller rolls back, too. */
export class AbortedTransactionError extends TransactionError {
  override name = 'AbortedTransactionError';
}

/** A commit is refused because a part of the transaction was rolled back. */
export class RollbackError extends TransactionError {
  override name = 'RollbackError';
}

/** A row that has to exist does not. */
export class EntityNotFoundError extends OrmError {
  override name = 'EntityNotFoundError';
}

/** An update or delete of one object found no row: somebody else has deleted it. */
export class RowGoneError extends EntityNotFoundError {
  override name = 'RowGoneError';
}

/** An object was used after its row was deleted through it. */
export class ObjectDeletedError extends OrmError {
  override name = 'ObjectDeletedError';
}

/** A hook does not let a new row be inserted, so that there is no object to give. */
export class VetoedError extends OrmError {
  override name = 'VetoedError';
}

/** A query was put together wrongly: an unknown operator or direction, a negative limit. */
export class InvalidQueryError extends OrmError {
  override name = 'InvalidQueryError';
}

/** A value cannot be stored in the column it was given to. */
export class InvalidValueError extends OrmError {
  override name = 'InvalidValueError';
}

/** A name was given that is no column of the table. */
export class UnknownColumnError extends OrmError {
  override name = 'UnknownColumnError';
}

/** A required column was read before it was set. */
export class ColumnNotSetError extends OrmError {
  override name = 'ColumnNotSetError';
}

/** Something that can only be read was to be written. */
export class ReadOnlyError extends OrmError {
  override name = 'ReadOnlyError';
}

/** A list cannot be kept right at the isolation level of the transaction. */
export class IsolationLevelError extends OrmError {
  override name = 'IsolationLevelError';
}

/** An object was to be inserted into the list it is in. */
export class AlreadyInListError extends OrmError {
  override name = 'AlreadyInListError';
}

/** An object that is in no list was to be moved. */
export class NotInListError extends OrmError {
  override name = 'NotInListError';
}

/** A rank that the list does not have. */
export class RankOutOfRangeError extends OrmError {
  override name = 'RankOutOfRangeError';
}

/** An object waits to be saved into its place, so that it cannot be moved yet. */
export class UnsavedPositionError extends OrmError {
  override name = 'UnsavedPositionError';
}
