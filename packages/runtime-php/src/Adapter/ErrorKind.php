<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter;

/** What went wrong with a statement, whatever the vendor calls it. */
enum ErrorKind
{
    case UniqueViolation;
    case ForeignKeyViolation;
    case NotNullViolation;
    case CheckViolation;
    /** Any other constraint, such as an exclusion constraint of PostgreSQL. */
    case ConstraintViolation;
    case ValueTooLong;
    case ValueOutOfRange;
    /** A text that is no number, no date, no JSON or none of the values of its column. */
    case InvalidValue;
    /** The statement names a table that the database does not have. */
    case MissingTable;
    case MissingColumn;
    case Deadlock;
    case Serialization;
    case LockTimeout;
    case ConnectionLost;
    /** The server takes no writes: a replica, or one that was demoted. */
    case ReadOnlyServer;
    case Other;

    public function isViolation(): bool
    {
        return match ($this) {
            self::UniqueViolation, self::ForeignKeyViolation, self::NotNullViolation, self::CheckViolation, self::ConstraintViolation => true,
            default => false,
        };
    }
}
