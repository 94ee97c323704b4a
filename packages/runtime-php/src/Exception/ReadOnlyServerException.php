<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/**
 * The server takes no writes: it is a replica, was demoted by a failover, or was set to read-only. Nothing was written. The
 * connection is given up, so that the next use connects again, perhaps to another server.
 */
final class ReadOnlyServerException extends ConnectionException
{
    use DatabaseErrorDetails;
}
