<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\Exception\ConnectionException;
use Orm\Runtime\Exception\ConnectionLostException;
use Orm\Runtime\Exception\ReadOnlyServerException;
use Throwable;

/**
 * The attempts at one piece of work: which of them it is, since when, and whether a lost server is a reason for another one.
 *
 * @internal
 */
final class Retries
{
    /** Milliseconds that are waited at most before another attempt: after a conflict, and while there is no server. */
    private const PAUSE = 50;
    private const RECONNECT_PAUSE = 250;

    public int $attempt = 1;

    private readonly int|float $begun;
    private bool $reconnects = false;
    private bool $wasReadOnly = false;

    public function __construct()
    {
        $this->begun = \hrtime(true);
    }

    public function seconds(): float
    {
        return (\hrtime(true) - $this->begun) / 1e9;
    }

    /**
     * Whether the attempt has lost its server before anything was committed. A server that takes no writes is left once: the
     * new connection leads to the same one if nobody has taken over.
     */
    public function mayReconnect(Throwable $error): bool
    {
        if ($error instanceof ConnectionLostException) {
            return $this->reconnects = !$error->mayBeCommitted();
        }
        if ($error instanceof ReadOnlyServerException) {
            $isNew = !$this->wasReadOnly;
            $this->wasReadOnly = true;

            return $this->reconnects = $isNew;
        }

        // While another server takes over, nobody answers.
        return $this->reconnects && $error instanceof ConnectionException;
    }

    /** Waits a little, by chance: who met in one attempt is not to meet in the next. */
    public function pause(): void
    {
        $longest = \min($this->reconnects ? self::RECONNECT_PAUSE : self::PAUSE, 2 ** \min($this->attempt, 8));
        \usleep(\random_int(500, 1000 * $longest));
        ++$this->attempt;
    }
}
