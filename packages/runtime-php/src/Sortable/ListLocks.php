<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\Frame;

/**
 * The locks of lists that a connection holds, and what is known under them.
 *
 * @internal
 *
 * @phpstan-type Touched array{ListPlan, ListScope}
 */
final class ListLocks
{
    /** Seconds that a transaction of ours waits for a second list, which is locked in order. */
    private const NEXT = 1.0;

    /** @var array<int|string, array{int, Frame|null}> key => how often it was taken, and in which frame first */
    private array $held = [];

    /** @var array<string, Touched> lists that the transaction has locked, or whose rows it has edited */
    private array $touched = [];

    /** @var array<string, int> highest ranks of lists, while children of one object are saved */
    private array $maxes = [];

    private bool $lockingReads = false;

    public function __construct(public readonly LockProtocol $protocol)
    {
    }

    /** Whether ranks have to be read in the form for reads under the lock in this transaction. */
    public function usesLockingReads(): bool
    {
        return $this->lockingReads;
    }

    /**
     * Takes the locks of lists, several of them in the order of their keys.
     *
     * @param list<ListScope> $scopes
     * @param float           $seconds how long to wait while nothing is held
     */
    public function acquire(ConnectionWrapper $con, ListPlan $plan, array $scopes, bool $own, float $seconds): void
    {
        if (\count($scopes) === 1 && $own) {
            // Nothing else is in the transaction, and it begins again by itself.
            $this->maxes = [];
            $this->note($con, $this->protocol->lock($con, $plan, $scopes[0], new LockWait($seconds, true, true)));

            return;
        }
        $lists = [];
        foreach ($scopes as $scope) {
            $lists[$scope->id()] = [$plan, $scope];
        }
        $this->take($con, \array_values($lists), $own, $seconds);
    }

    /**
     * @param list<Touched> $lists
     */
    private function take(ConnectionWrapper $con, array $lists, bool $own, float $seconds, float $next = self::NEXT): void
    {
        $this->maxes = [];
        if ($lists === []) {
            // Nobody has said how far a plain read can be behind, so that it is not believed when it finds nothing.
            $this->lockingReads = true;
        }
        foreach ($lists as [$plan, $scope]) {
            $this->touch($plan, $scope);
        }
        // Who holds something waits briefly, since somebody may be waiting for that.
        $holds = !$own && ($this->held !== [] || ($con->frame !== null && $con->frame->mayHold()));
        $wait = new LockWait($holds ? LockWait::HOLDING : $seconds, $own, $own && $this->held === []);
        $later = new LockWait($holds ? LockWait::HOLDING : \min($seconds, $next), $own);
        $keys = [];
        foreach ($lists as [$plan, $scope]) {
            if (\count($lists) > 1 && $this->protocol->hasKeys($plan)) {
                $keys[$this->protocol->key($con, $plan, $scope)] = [$plan, $scope];
            } else {
                $this->note($con, $this->protocol->lock($con, $plan, $scope, $wait));
            }
        }
        \ksort($keys);
        foreach ($keys as $key => [$plan, $scope]) {
            $this->note($con, $this->protocol->lockKey($con, $plan, $scope, $key, $wait));
            $wait = $later;
        }
    }

    private function note(ConnectionWrapper $con, LockAnswer $answer): void
    {
        // What is decided under the lock is what the next reads have to show, even if nothing had to be written.
        $con->writeListener?->noteWrite();
        $this->lockingReads = $answer->lockingReads;
        if ($answer->key !== null) {
            [$times, $frame] = $this->held[$answer->key] ?? [0, $con->frame];
            $this->held[$answer->key] = [$times + 1, $frame];
        }
    }

    public function touch(ListPlan $plan, ListScope $scope): void
    {
        if (\count($this->touched) < 1000) {
            $this->touched[$plan->map . $scope->id()] = [$plan, $scope];
        }
    }

    /**
     * @return list<Touched>
     */
    public function touched(): array
    {
        return \array_values($this->touched);
    }

    /**
     * Takes the locks of an attempt that failed, before the next one does anything. In order, and with nothing else held,
     * each may be waited for.
     *
     * @param list<Touched> $lists
     */
    public function takeAgain(ConnectionWrapper $con, array $lists): void
    {
        if ($lists === []) {
            return;
        }
        $this->take($con, $lists, false, ListOperation::timeout(), ListOperation::timeout());
        $this->protocol->restore($con, false);
    }

    /** Whether a lock was taken in this frame and not before. */
    public function tookIn(?Frame $frame): bool
    {
        foreach ($this->held as [, $taken]) {
            if ($taken === $frame) {
                return true;
            }
        }

        return false;
    }

    /** The savepoint of an operation was released: its locks belong to what is around it. */
    public function handUp(?Frame $frame, ?Frame $parent): void
    {
        foreach ($this->held as $key => [$times, $taken]) {
            if ($taken === $frame) {
                $this->held[$key] = [$times, $parent];
            }
        }
    }

    /** The transaction went back to a savepoint: locks that were taken behind it are gone, or needed no more. */
    public function giveBack(ConnectionWrapper $con, ?Frame $frame): void
    {
        $this->maxes = [];
        if ($con->isAborted()) {
            // They are given back at the end.
            return;
        }
        $given = [];
        foreach ($this->held as $key => [$times, $taken]) {
            if ($taken === $frame) {
                $given[$key] = $times;
                unset($this->held[$key]);
            }
        }
        if ($given !== [] && $this->protocol->outlivesSavepoint()) {
            $this->protocol->release($con, $given);
        }
    }

    /** The caller went back to a savepoint of its own. */
    public function rolledBack(Frame $frame): void
    {
        $this->maxes = [];
        if (!$this->protocol->outlivesSavepoint()) {
            foreach ($this->held as $key => [, $taken]) {
                if ($taken === $frame) {
                    unset($this->held[$key]);
                }
            }
        }
    }

    /** The outermost transaction has ended. */
    public function ended(ConnectionWrapper $con): void
    {
        $keys = $this->held === [] ? [] : \array_map(static fn (array $lock): int => $lock[0], $this->held);
        $this->held = $this->touched = $this->maxes = [];
        $this->lockingReads = false;
        $this->protocol->release($con, $keys);
    }

    /** The highest rank of a list that is locked, if it is known because the last row was put there a moment ago. */
    public function knownMax(ListPlan $plan, ListScope $scope): ?int
    {
        return $this->maxes[$plan->map . $scope->id()] ?? null;
    }

    public function forgetMaxes(): void
    {
        $this->maxes = [];
    }

    public function rememberMax(ListPlan $plan, ListScope $scope, int $max): void
    {
        $this->maxes[$plan->map . $scope->id()] = $max;
    }
}
