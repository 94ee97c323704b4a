<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** The database has rolled back this transaction: nothing can be done in it until the caller rolls back, too. */
final class AbortedTransactionException extends TransactionException
{
}
