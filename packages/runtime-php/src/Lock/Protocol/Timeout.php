<?php

declare(strict_types=1);

namespace Orm\Runtime\Lock\Protocol;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\LockTimeoutException;
use Orm\Runtime\Exception\QueryException;
use Orm\Runtime\Lock\Lockable;
use Orm\Runtime\Lock\LockWait;

/**
 * What to throw when others hold a list, or rows of it, for too long.
 *
 * @internal
 */
final class Timeout
{
    public static function of(Lockable $lock, LockWait $wait, ?QueryException $previous = null): LockTimeoutException
    {
        $list = 'The ' . $lock->describe();
        $message = match (true) {
            $previous !== null && !$previous instanceof LockTimeoutException => $list . ' is in use, and a time-out of the server for'
                . ' statements has ended the wait for it: try again later, or set statement_timeout (max_execution_time,'
                . ' max_statement_time) above runtime.lists.lockTimeout.',
            $wait->seconds <= LockWait::HOLDING => $list . ' is in use, and this transaction holds rows or lists already, so that'
                . ' waiting longer could block others for good: roll back and try again, do the work in transaction(callable),'
                . ' or take the locks first with lockLists().',
            default => \sprintf(
                '%s is in use by others for more than %s seconds: try again later, or raise runtime.lists.lockTimeout.',
                $list,
                \round($wait->seconds, 1),
            ),
        };

        return new LockTimeoutException($message, previous: $previous);
    }

    /**
     * A row that an operation has to write was locked for too long; on SQLite the database.
     *
     * @param list<Lockable> $locks
     */
    public static function ofRows(
        ConnectionWrapper $con,
        array $locks,
        LockTimeoutException $error,
    ): LockTimeoutException {
        if ($error->getSql() === '' || $error->getPrevious() instanceof LockTimeoutException) {
            // It says already which list is meant, or comes from elsewhere.
            return $error;
        }
        $names = \array_map(static fn (Lockable $lock): string => $lock->describe(), \array_slice($locks, 0, 3));
        $lists = 'the ' . \implode(' and the ', $names);

        return new LockTimeoutException(
            $con->adapter->getName() === 'sqlite'
                ? "Another process writes to the database for longer than its busy time-out, so that $lists cannot be changed:"
                    . ' try again later, or raise ATTR_TIMEOUT.'
                : "Another transaction holds a row that has to be written for $lists, or a row beside it: roll back and try again,"
                    . ' or lock lists before their rows with lockLists().',
            $error->getSql(),
            $error->getSqlState(),
            $error->getDriverCode(),
            $error->getDatabaseMessage(),
            $error,
        );
    }
}
