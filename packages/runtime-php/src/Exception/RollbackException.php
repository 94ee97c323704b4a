<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** A commit is refused because a part of the transaction was rolled back. */
final class RollbackException extends TransactionException
{
}
