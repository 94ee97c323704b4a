<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** A row refers to one that does not exist, or one that is still referred to was to go. */
final class ForeignKeyViolationException extends ConstraintViolationException
{
}
