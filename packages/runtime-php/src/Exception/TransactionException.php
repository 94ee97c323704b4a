<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** Transactions were not used as they have to be: a commit without a begin, an unknown isolation level. */
class TransactionException extends OrmException
{
}
