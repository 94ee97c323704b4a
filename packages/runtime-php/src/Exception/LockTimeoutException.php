<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** A lock was not given in time, or not at once where waiting was ruled out. */
final class LockTimeoutException extends ConflictException
{
}
