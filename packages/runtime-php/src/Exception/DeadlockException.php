<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** Two transactions waited for each other, and the database chose this one to fail. */
final class DeadlockException extends ConflictException
{
}
