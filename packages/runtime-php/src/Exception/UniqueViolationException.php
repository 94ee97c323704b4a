<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** Duplicate value for a unique column. */
final class UniqueViolationException extends ConstraintViolationException
{
}
