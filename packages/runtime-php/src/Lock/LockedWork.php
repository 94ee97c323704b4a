<?php

declare(strict_types=1);

namespace Orm\Runtime\Lock;

use Closure;
use Orm\Runtime\Connection\Callbacks;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\Retries;
use Orm\Runtime\Exception\ConflictException;
use Orm\Runtime\Exception\LockTimeoutException;
use Orm\Runtime\Exception\SerializationException;
use Orm\Runtime\Exception\TransactionException;
use Orm\Runtime\Lock\Protocol\Timeout;
use Orm\Runtime\Orm;
use Throwable;

/**
 * Work under locks, whole or not at all: in a transaction of its own, which begins again after a conflict, or in a savepoint
 * of the caller's.
 *
 * @internal
 */
final class LockedWork
{
    /** How often an operation of PostgreSQL goes back to its savepoint because somebody holds a row of the list. */
    private const SAVEPOINT_RETRIES = 3;

    /** How often a row may turn out to be in another list after the time is over, most of which is spent on waiting. */
    private const MOVES = 5;

    /** Seconds to wait for a list while nothing is held: `runtime.lists.lockTimeout`. */
    public static function timeout(): float
    {
        return Orm::getServiceContainer()->getListLockTimeout();
    }

    /**
     * Takes locks and runs `$work` under them. Where it finds that others are needed it throws `OtherLocks` and is called again
     * with those.
     *
     * @template L of Lockable
     * @template R
     *
     * @param list<L>|Closure(): list<L> $locks
     * @param Closure(list<L>): R        $work
     *
     * @return R
     */
    public static function run(ConnectionWrapper $con, array|Closure $locks, Closure $work): mixed
    {
        if ($con->frame === null) {
            return self::alone($con, $locks, $work);
        }

        return self::inside($con, $locks instanceof Closure ? $locks() : $locks, $work);
    }

    /**
     * Runs one statement that needs no lock. Outside of a transaction it is retried after a conflict, which has undone all of it.
     *
     * @template R
     *
     * @param Closure(): R $work
     *
     * @return R
     */
    public static function unlocked(ConnectionWrapper $con, Closure $work): mixed
    {
        if ($con->frame !== null || $con->isInForeignTransaction()) {
            return $work();
        }
        $retries = new Retries();
        for (;;) {
            try {
                return $work();
            } catch (ConflictException $error) {
                if (!self::mayPass($error) || $retries->seconds() >= self::timeout()) {
                    throw $error;
                }
                $con->noteRetry();
                $retries->pause();
            }
        }
    }

    /**
     * @template L of Lockable
     * @template R
     *
     * @param list<L>|Closure(): list<L> $wanted
     * @param Closure(list<L>): R        $work
     *
     * @return R
     */
    private static function alone(ConnectionWrapper $con, array|Closure $wanted, Closure $work): mixed
    {
        $needed = $wanted instanceof Closure ? null : $wanted;
        $locks = $con->locks();
        $retries = new Retries();
        $seconds = self::timeout();
        $moves = 0;
        for (;;) {
            try {
                $needed ??= $wanted instanceof Closure ? $wanted() : $wanted;
                $locks->protocol->begin($con);
                if ($con->frame !== null) {
                    $con->frame->isOurs = true;
                }
                $left = $retries->attempt === 1 ? $seconds : $seconds - $retries->seconds();
                $locks->acquire($con, $needed, !($con->frame?->isJoined() ?? false), \max(0.05, $left));
                $result = $work($needed);
                $locks->protocol->verify($con);
                $actions = $con->commitFrame();
                break;
            } catch (Throwable $error) {
                $error = $error instanceof ConflictException ? $error : $con->conflict() ?? $error;
                // A transaction begun on PDO goes on with what it saw, so that trying again is of no use.
                $isCallers = $con->frame?->isJoined() ?? false;
                $con->unwind(0);
                $late = $retries->seconds() >= $seconds;
                if ($error instanceof OtherLocks) {
                    if ($late && ++$moves >= self::MOVES) {
                        throw self::movedTooOften($error);
                    }
                    /** @var list<L> $needed */
                    $needed = $error->locks;
                    continue;
                }
                $mayPass = self::mayPass($error) || $retries->mayReconnect($error);
                if (!$mayPass || $late || $isCallers) {
                    throw self::named($con, $needed ?? [], $error);
                }
                $con->noteRetry();
                $retries->pause();
            }
        }
        Callbacks::run($actions);

        return $result;
    }

    /**
     * @template L of Lockable
     * @template R
     *
     * @param list<L>             $needed
     * @param Closure(list<L>): R $work
     *
     * @return R
     */
    private static function inside(ConnectionWrapper $con, array $needed, Closure $work): mixed
    {
        $locks = $con->locks();
        if (!$locks->protocol->takesSavepoints($con)) {
            return self::asPart($con, $needed, $work);
        }
        $begun = \hrtime(true);
        $moves = 0;
        for ($attempt = 1;; ++$attempt) {
            $level = $con->getNestedTransactionCount();
            $con->beginTransaction();
            $frame = $con->frame;
            try {
                $locks->acquire($con, $needed, false, self::timeout());
                $result = $work($needed);
                $locks->protocol->verify($con);
                $locks->protocol->restore($con, false);
                $con->commit();
                $locks->handUp($frame, $con->frame);

                return $result;
            } catch (Throwable $error) {
                $took = $locks->tookIn($frame);
                $con->unwind($level);
                $locks->giveBack($con, $frame);
                $locks->protocol->restore($con, true);
                if ($con->isAborted()) {
                    $conflict = $error instanceof ConflictException ? $error : $con->conflict();
                    throw $conflict ?? ($error instanceof OtherLocks ? self::movedTooOften($error) : $error);
                }
                if ($error instanceof OtherLocks) {
                    if ((\hrtime(true) - $begun) / 1e9 >= self::timeout() && ++$moves >= self::MOVES) {
                        throw self::movedTooOften($error);
                    }
                    /** @var list<L> $needed */
                    $needed = $error->locks;
                    continue;
                }
                $mayWait = $took && $con->adapter->failureAbortsTransaction() && $attempt <= self::SAVEPOINT_RETRIES;
                if (!$error instanceof LockTimeoutException || !$mayWait) {
                    throw self::named($con, $needed, $error);
                }
                $con->noteRetry();
                \usleep(\random_int(2000, 20_000));
            }
        }
    }

    /**
     * Where the server takes no savepoints: as a part of a transaction of ours, which is rolled back as a whole.
     *
     * @template L of Lockable
     * @template R
     *
     * @param list<L>             $needed
     * @param Closure(list<L>): R $work
     *
     * @return R
     */
    private static function asPart(ConnectionWrapper $con, array $needed, Closure $work): mixed
    {
        if ($con->frame?->isOurs !== true) {
            throw new TransactionException(\sprintf(
                'The %s cannot be changed inside a transaction of yours here: it would need a savepoint, and MySQL group '
                    . 'replication with several primaries breaks down on savepoints. Do it outside of transactions, or run the '
                    . 'group in single-primary mode.',
                $needed === [] ? 'database' : $needed[0]->describe(),
            ));
        }
        $locks = $con->locks();
        try {
            $locks->acquire($con, $needed, false, self::timeout());
            $result = $work($needed);
            $locks->protocol->verify($con);
            $locks->protocol->restore($con, false);

            return $result;
        } catch (Throwable $error) {
            if ($error instanceof OtherLocks) {
                $error = new SerializationException($error->meanwhile() . ': roll back and try again.');
            }
            $con->spoil($error);
            throw self::named($con, $needed, $error);
        }
    }

    /**
     * An error that says what it is about.
     *
     * @param list<Lockable> $locks
     */
    private static function named(ConnectionWrapper $con, array $locks, Throwable $error): Throwable
    {
        return $error instanceof LockTimeoutException ? Timeout::ofRows($con, $locks, $error) : $error;
    }

    /** Whether a conflict is one between transactions. What is a fact of the data stays one. */
    public static function mayPass(Throwable $error): bool
    {
        return $error instanceof ConflictException && $error::class !== ConflictException::class;
    }

    private static function movedTooOften(OtherLocks $error): ConflictException
    {
        return new ConflictException($error->again() . ' by others faster than it can be locked: try again later.');
    }
}
