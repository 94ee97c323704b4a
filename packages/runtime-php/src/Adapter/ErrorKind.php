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
    case Deadlock;
    case Serialization;
    case LockTimeout;
    case ConnectionLost;
    /** The server takes no writes: a replica, or one that was demoted. */
    case ReadOnlyServer;
    case Other;
}
