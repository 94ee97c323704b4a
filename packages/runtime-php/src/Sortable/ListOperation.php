<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable;

use Closure;
use Orm\Runtime\Connection\Callbacks;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\Retries;
use Orm\Runtime\Exception\ConflictException;
use Orm\Runtime\Exception\LockTimeoutException;
use Orm\Runtime\Exception\SerializationException;
use Orm\Runtime\Exception\TransactionException;
use Orm\Runtime\Orm;
use Orm\Runtime\Sortable\Protocol\Timeout;
use Throwable;

/**
 * One operation on lists, whole or not at all: in a transaction of its own, which begins again after a conflict, or in a
 * savepoint of the caller's.
 *
 * @internal
 */
final class ListOperation
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
     * Locks lists and runs `$work` under the locks. Where it finds that other lists are meant it throws `ListMoved` and is
     * called again with those.
     *
     * @template R
     *
     * @param list<ListScope>|Closure(): list<ListScope> $scopes
     * @param Closure(list<ListScope>): R                $work
     *
     * @return R
     */
    public static function run(ConnectionWrapper $con, ListPlan $plan, array|Closure $scopes, Closure $work): mixed
    {
        if ($con->frame === null) {
            return self::alone($con, $plan, $scopes, $work);
        }

        return self::inside($con, $plan, $scopes instanceof Closure ? $scopes() : $scopes, $work);
    }

    /**
     * The same for one list.
     *
     * @template R
     *
     * @param Closure(ListScope): R $work
     *
     * @return R
     */
    public static function onOne(ConnectionWrapper $con, ListPlan $plan, ListScope $scope, Closure $work): mixed
    {
        return self::run($con, $plan, [$scope], static fn (array $scopes): mixed => $work($scopes[0] ?? $scope));
    }

    /**
     * The same for two lists, which may be one.
     *
     * @template R
     *
     * @param Closure(ListScope, ListScope): R $work
     *
     * @return R
     */
    public static function onTwo(
        ConnectionWrapper $con,
        ListPlan $plan,
        ListScope $one,
        ListScope $two,
        Closure $work,
    ): mixed {
        return self::run(
            $con,
            $plan,
            [$one, $two],
            static fn (array $scopes): mixed => $work($scopes[0] ?? $one, $scopes[1] ?? $two),
        );
    }

    /**
     * @template R
     *
     * @param list<ListScope>|Closure(): list<ListScope> $wanted
     * @param Closure(list<ListScope>): R                $work
     *
     * @return R
     */
    private static function alone(ConnectionWrapper $con, ListPlan $plan, array|Closure $wanted, Closure $work): mixed
    {
        $scopes = $wanted instanceof Closure ? null : $wanted;
        $locks = $con->lists();
        $retries = new Retries();
        $seconds = self::timeout();
        $moves = 0;
        for (;;) {
            try {
                $scopes ??= $wanted instanceof Closure ? $wanted() : $wanted;
                $locks->protocol->begin($con);
                if ($con->frame !== null) {
                    $con->frame->isOurs = true;
                }
                $left = $retries->attempt === 1 ? $seconds : $seconds - $retries->seconds();
                $locks->acquire($con, $plan, $scopes, !($con->frame?->isJoined() ?? false), \max(0.05, $left));
                $result = $work($scopes);
                $locks->protocol->verify($con);
                $actions = $con->commitFrame();
                break;
            } catch (Throwable $error) {
                $error = $error instanceof ConflictException ? $error : $con->conflict() ?? $error;
                // A transaction begun on PDO goes on with what it saw, so that trying again is of no use.
                $isCallers = $con->frame?->isJoined() ?? false;
                $con->unwind(0);
                $late = $retries->seconds() >= $seconds;
                if ($error instanceof ListMoved) {
                    if ($late && ++$moves >= self::MOVES) {
                        throw self::movedTooOften($plan);
                    }
                    $scopes = $error->scopes;
                    continue;
                }
                $mayPass = self::mayPass($error) || $retries->mayReconnect($error);
                if (!$mayPass || $late || $isCallers) {
                    throw self::named($con, $plan, $scopes ?? [], $error);
                }
                $con->noteRetry();
                $retries->pause();
            }
        }
        Callbacks::run($actions);

        return $result;
    }

    /**
     * @template R
     *
     * @param list<ListScope>             $scopes
     * @param Closure(list<ListScope>): R $work
     *
     * @return R
     */
    private static function inside(ConnectionWrapper $con, ListPlan $plan, array $scopes, Closure $work): mixed
    {
        $locks = $con->lists();
        if (!$locks->protocol->takesSavepoints($con)) {
            return self::asPart($con, $plan, $scopes, $work);
        }
        $begun = \hrtime(true);
        $moves = 0;
        for ($attempt = 1;; ++$attempt) {
            $level = $con->getNestedTransactionCount();
            $con->beginTransaction();
            $frame = $con->frame;
            try {
                $locks->acquire($con, $plan, $scopes, false, self::timeout());
                $result = $work($scopes);
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
                    throw $conflict ?? ($error instanceof ListMoved ? self::movedTooOften($plan) : $error);
                }
                if ($error instanceof ListMoved) {
                    if ((\hrtime(true) - $begun) / 1e9 >= self::timeout() && ++$moves >= self::MOVES) {
                        throw self::movedTooOften($plan);
                    }
                    $scopes = $error->scopes;
                    continue;
                }
                $mayWait = $took && $con->adapter->failureAbortsTransaction() && $attempt <= self::SAVEPOINT_RETRIES;
                if (!$error instanceof LockTimeoutException || !$mayWait) {
                    throw self::named($con, $plan, $scopes, $error);
                }
                $con->noteRetry();
                \usleep(\random_int(2000, 20_000));
            }
        }
    }

    /**
     * Where the server takes no savepoints: as a part of a transaction of ours, which is rolled back as a whole.
     *
     * @template R
     *
     * @param list<ListScope>             $scopes
     * @param Closure(list<ListScope>): R $work
     *
     * @return R
     */
    private static function asPart(ConnectionWrapper $con, ListPlan $plan, array $scopes, Closure $work): mixed
    {
        if ($con->frame?->isOurs !== true) {
            throw new TransactionException(\sprintf(
                'The list of "%s" cannot be changed inside a transaction of yours here: it would need a savepoint, and MySQL group '
                    . 'replication with several primaries breaks down on savepoints. Change lists outside of transactions, or '
                    . 'run the group in single-primary mode.',
                $plan->map::TABLE_NAME,
            ));
        }
        $locks = $con->lists();
        try {
            $locks->acquire($con, $plan, $scopes, false, self::timeout());
            $result = $work($scopes);
            $locks->protocol->verify($con);
            $locks->protocol->restore($con, false);

            return $result;
        } catch (Throwable $error) {
            if ($error instanceof ListMoved) {
                $error = new SerializationException(\sprintf(
                    'The row of "%s" was moved to another list meanwhile: roll back and try again.',
                    $plan->map::TABLE_NAME,
                ));
            }
            $con->spoil($error);
            throw self::named($con, $plan, $scopes, $error);
        }
    }

    /**
     * An error that says which list it is about.
     *
     * @param list<ListScope> $scopes
     */
    private static function named(ConnectionWrapper $con, ListPlan $plan, array $scopes, Throwable $error): Throwable
    {
        return $error instanceof LockTimeoutException ? Timeout::ofRows($con, $plan, $scopes, $error) : $error;
    }

    /** Whether a conflict is one between transactions. What is a fact of the data stays one. */
    public static function mayPass(Throwable $error): bool
    {
        return $error instanceof ConflictException && $error::class !== ConflictException::class;
    }

    private static function movedTooOften(ListPlan $plan): ConflictException
    {
        return new ConflictException(\sprintf(
            'The row of "%s" is moved from list to list by others faster than it can be locked: try again later.',
            $plan->map::TABLE_NAME,
        ));
    }
}
