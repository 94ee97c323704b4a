<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Adapter\ErrorKind;
use Orm\Runtime\Adapter\ErrorNames;
use PDOException;

/** Makes the library's exceptions of those that PDO throws for a statement. */
final class ErrorTranslator
{
    private const BEHIND = ' the database is behind the schema: run `orm doctor` to see what differs.';

    public static function translate(
        AdapterInterface $adapter,
        PDOException $error,
        string $sql,
        bool $mayBeCommitted = true,
    ): QueryException|ConnectionLostException|ReadOnlyServerException {
        $kind = $adapter->errorKind($error);
        $class = match ($kind) {
            ErrorKind::UniqueViolation => UniqueViolationException::class,
            ErrorKind::ForeignKeyViolation => ForeignKeyViolationException::class,
            ErrorKind::NotNullViolation => NotNullViolationException::class,
            ErrorKind::CheckViolation => CheckViolationException::class,
            ErrorKind::ConstraintViolation => ConstraintViolationException::class,
            ErrorKind::ValueTooLong, ErrorKind::ValueOutOfRange, ErrorKind::InvalidValue => DataException::class,
            ErrorKind::MissingTable, ErrorKind::MissingColumn => SchemaMismatchException::class,
            ErrorKind::Deadlock => DeadlockException::class,
            ErrorKind::Serialization => SerializationException::class,
            ErrorKind::LockTimeout => LockTimeoutException::class,
            ErrorKind::ConnectionLost => ConnectionLostException::class,
            ErrorKind::ReadOnlyServer => ReadOnlyServerException::class,
            ErrorKind::Other => QueryException::class,
        };
        $state = $error->errorInfo[0] ?? null;
        $code = $error->errorInfo[1] ?? null;
        $message = $adapter->withoutValues($error);
        $details = [
            $sql,
            \is_string($state) && $state !== '' ? $state : null,
            \is_int($code) || \is_string($code) ? $code : null,
            $message,
            DriverException::of($error, $message),
        ];
        if ($class === ConnectionLostException::class && !$mayBeCommitted) {
            $summary = self::summary($kind) . ' Nothing of the transaction was committed.';

            return (new ConnectionLostException($summary, ...$details))->beforeCommit();
        }
        if (\is_a($class, ConstraintViolationException::class, true)) {
            $names = $adapter->errorNames($error);

            return new $class(self::located($kind, $names), ...[...$details, $names->constraint, $names->table, $names->columns]);
        }
        if ($class === DataException::class || $class === SchemaMismatchException::class) {
            $names = $adapter->errorNames($error);

            return new $class(self::located($kind, $names), ...[...$details, $names->table, $names->columns]);
        }

        return new $class(self::summary($kind), ...$details);
    }

    /** For a server that says so before anything is written. */
    public static function readOnly(): ReadOnlyServerException
    {
        return new ReadOnlyServerException(self::summary(ErrorKind::ReadOnlyServer));
    }

    /** For a value that the database would not miss. */
    public static function missing(string $table, string $column): NotNullViolationException
    {
        $summary = self::located(ErrorKind::NotNullViolation, new ErrorNames(null, $table, [$column]));

        return new NotNullViolationException($summary, table: $table, columns: [$column]);
    }

    private static function summary(ErrorKind $kind): string
    {
        return match ($kind) {
            ErrorKind::UniqueViolation => 'Duplicate value for a unique column',
            ErrorKind::ForeignKeyViolation => 'A row would refer to another one that does not exist',
            ErrorKind::NotNullViolation => 'A required column is not set',
            ErrorKind::CheckViolation => 'A row does not fulfil a check of its table',
            ErrorKind::ConstraintViolation => 'A row does not fulfil a constraint of its table',
            ErrorKind::ValueTooLong => 'A value is too long for its column',
            ErrorKind::ValueOutOfRange => 'A value is out of the range of its column',
            ErrorKind::InvalidValue => 'A value does not have the form that its column takes',
            ErrorKind::MissingTable => 'The database has no such table',
            ErrorKind::MissingColumn => 'The table in the database has no such column',
            ErrorKind::Deadlock => 'Two transactions waited for each other and this one is rolled back:'
                . ' roll back and try again.',
            ErrorKind::Serialization => 'Another transaction has changed what this one works with:'
                . ' roll back and try again.',
            ErrorKind::LockTimeout => 'Another transaction holds a lock that this statement needs: try again later.',
            ErrorKind::ConnectionLost => 'The connection to the database is lost.',
            ErrorKind::ReadOnlyServer => 'The server takes no writes: it is a replica, was demoted or is read-only.'
                . ' The next use connects again.',
            ErrorKind::Other => 'A statement failed.',
        };
    }

    /** What failed, where, and what to do about a database that may be behind its schema. */
    private static function located(ErrorKind $kind, ErrorNames $names): string
    {
        return self::summary($kind) . self::where($names) . '.' . match ($kind) {
            ErrorKind::MissingTable, ErrorKind::MissingColumn => ' If your schema has it,' . self::BEHIND,
            ErrorKind::ValueTooLong, ErrorKind::ValueOutOfRange => ' If your schema allows the value,' . self::BEHIND,
            default => '',
        };
    }

    private static function where(ErrorNames $names): string
    {
        $parts = $names->constraint === null ? [] : ["constraint \"{$names->constraint}\""];
        $columns = \array_map(
            static fn (string $column): string => $names->table === null ? "\"$column\"" : "\"{$names->table}.$column\"",
            $names->columns,
        );
        if ($columns !== []) {
            $parts[] = (\count($columns) === 1 ? 'column ' : 'columns ') . \implode(', ', $columns);
        } elseif ($names->table !== null) {
            $parts[] = "table \"{$names->table}\"";
        }

        return $parts === [] ? '' : ' (' . \implode(', ', $parts) . ')';
    }
}
