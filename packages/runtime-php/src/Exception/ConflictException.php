<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** Another transaction was in the way. Rolled back and tried again, the work may succeed. */
class ConflictException extends QueryException
{
}
