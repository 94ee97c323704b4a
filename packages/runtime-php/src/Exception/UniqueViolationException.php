<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** A value that has to be unique is there already. */
final class UniqueViolationException extends ConstraintViolationException
{
}
