<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Adapter\ErrorKind;
use PDOException;

/** Makes the library's exceptions of those that PDO throws for a statement. */
final class ErrorTranslator
{
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
        if (!\is_a($class, ConstraintViolationException::class, true)) {
            return new $class(self::summary($kind), ...$details);
        }
        $violated = $adapter->violatedConstraint($error);
        $where = self::where($violated->constraint, $violated->table, $violated->column);
        $details = [...$details, $violated->constraint, $violated->table, $violated->column];

        return new $class(self::summary($kind) . $where . '.', ...$details);
    }

    /** For a server that says so before anything is written. */
    public static function readOnly(): ReadOnlyServerException
    {
        return new ReadOnlyServerException(self::summary(ErrorKind::ReadOnlyServer));
    }

    /** For a value that the database would not miss. */
    public static function missing(string $table, string $column): NotNullViolationException
    {
        $summary = self::summary(ErrorKind::NotNullViolation) . self::where(null, $table, $column) . '.';

        return new NotNullViolationException($summary, table: $table, column: $column);
    }

    private static function summary(ErrorKind $kind): string
    {
        return match ($kind) {
            ErrorKind::UniqueViolation => 'Duplicate value for a unique column',
            ErrorKind::ForeignKeyViolation => 'A row would refer to another one that does not exist',
            ErrorKind::NotNullViolation => 'A required column is not set',
            ErrorKind::CheckViolation => 'A row does not fulfil a check of its table',
            ErrorKind::ConstraintViolation => 'A row does not fulfil a constraint of its table',
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

    private static function where(?string $constraint, ?string $table, ?string $column): string
    {
        $parts = [];
        if ($constraint !== null) {
            $parts[] = "constraint \"$constraint\"";
        }
        if ($table !== null && $column !== null) {
            $parts[] = "column \"$table.$column\"";
        } elseif ($table !== null || $column !== null) {
            $parts[] = $table === null ? "column \"$column\"" : "table \"$table\"";
        }

        return $parts === [] ? '' : ' (' . \implode(', ', $parts) . ')';
    }
}
