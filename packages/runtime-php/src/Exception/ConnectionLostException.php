<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/**
 * The connection broke while it was used. Inside a transaction nothing was committed, unless COMMIT itself was on its way;
 * whether that, or a statement outside of a transaction, was carried out, nobody can say.
 */
final class ConnectionLostException extends ConnectionException
{
    use DatabaseErrorDetails;

    private bool $mayBeCommitted = true;

    /**
     * Whether the work may have been committed all the same: a COMMIT was sent, or a statement outside of a transaction. If
     * false, nothing of it was, and it can be done again.
     */
    public function mayBeCommitted(): bool
    {
        return $this->mayBeCommitted;
    }

    /**
     * @internal
     */
    public function beforeCommit(): self
    {
        $this->mayBeCommitted = false;

        return $this;
    }
}
