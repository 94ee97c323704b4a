<?php

declare(strict_types=1);

namespace Orm\Runtime\Lock;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\Frame;

/**
 * The locks that a connection holds, and what is known under them.
 *
 * @internal
 */
final class Locks
{
    /** Seconds that a transaction of ours waits for a second lock, which is taken in order. */
    private const NEXT = 1.0;

    /** @var array<int|string, array{int, Frame|null}> key => how often it was taken, and in which frame first */
    private array $held = [];

    /** @var array<string, Lockable> what the transaction has locked, or whose rows it has edited, by id */
    private array $touched = [];

    /** @var array<string, int> numbers that hold while the locks are held and nobody else writes, by id: a list's highest rank */
    private array $known = [];

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
     * Takes locks, several of them in the order of their keys.
     *
     * @param list<Lockable> $locks
     * @param float          $seconds how long to wait while nothing is held
     */
    public function acquire(ConnectionWrapper $con, array $locks, bool $own, float $seconds): void
    {
        if (\count($locks) === 1 && $own) {
            // Nothing else is in the transaction, and it begins again by itself.
            $this->known = [];
            $this->note($con, $this->protocol->lock($con, $locks[0], new LockWait($seconds, true, true)));

            return;
        }
        $different = [];
        foreach ($locks as $lock) {
            $different[$lock->id()] = $lock;
        }
        $this->take($con, \array_values($different), $own, $seconds);
    }

    /**
     * @param list<Lockable> $locks
     */
    private function take(ConnectionWrapper $con, array $locks, bool $own, float $seconds, float $next = self::NEXT): void
    {
        $this->known = [];
        if ($locks === []) {
            // Nobody has said how far a plain read can be behind, so that it is not believed when it finds nothing.
            $this->lockingReads = true;
        }
        foreach ($locks as $lock) {
            $this->touch($lock);
        }
        // Who holds something waits briefly, since somebody may be waiting for that.
        $holds = !$own && ($this->held !== [] || ($con->frame !== null && $con->frame->mayHold()));
        $wait = new LockWait($holds ? LockWait::HOLDING : $seconds, $own, $own && $this->held === []);
        $later = new LockWait($holds ? LockWait::HOLDING : \min($seconds, $next), $own);
        $keys = [];
        foreach ($locks as $lock) {
            if (\count($locks) > 1 && $this->protocol->hasKeys($lock)) {
                $keys[$this->protocol->key($con, $lock)] = $lock;
            } else {
                $this->note($con, $this->protocol->lock($con, $lock, $wait));
            }
        }
        \ksort($keys);
        foreach ($keys as $key => $lock) {
            $this->note($con, $this->protocol->lockKey($con, $lock, $key, $wait));
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

    public function touch(Lockable $lock): void
    {
        if (\count($this->touched) < 1000) {
            $this->touched[$lock->id()] = $lock;
        }
    }

    /**
     * @return list<Lockable>
     */
    public function touched(): array
    {
        return \array_values($this->touched);
    }

    /**
     * Takes the locks of an attempt that failed, before the next one does anything. In order, and with nothing else held,
     * each may be waited for.
     *
     * @param list<Lockable> $locks
     */
    public function takeAgain(ConnectionWrapper $con, array $locks): void
    {
        if ($locks === []) {
            return;
        }
        $this->take($con, $locks, false, LockedWork::timeout(), LockedWork::timeout());
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
        $this->known = [];
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
        $this->known = [];
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
        $this->held = $this->touched = $this->known = [];
        $this->lockingReads = false;
        $this->protocol->release($con, $keys);
    }

    /** What is known under a lock that is held, such as the highest rank of a list after a row was put there. */
    public function known(Lockable $lock): ?int
    {
        return $this->known[$lock->id()] ?? null;
    }

    public function know(Lockable $lock, int $number): void
    {
        $this->known[$lock->id()] = $number;
    }

    public function forgetKnown(): void
    {
        $this->known = [];
    }
}
