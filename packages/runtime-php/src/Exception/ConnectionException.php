<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** A database cannot be reached. */
class ConnectionException extends OrmException
{
}
