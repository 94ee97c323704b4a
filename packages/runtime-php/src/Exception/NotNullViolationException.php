<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** A column that needs a value got none. */
final class NotNullViolationException extends ConstraintViolationException
{
}
