<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** A row does not fulfil a CHECK of its table. */
final class CheckViolationException extends ConstraintViolationException
{
}
