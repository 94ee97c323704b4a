<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** A value cannot be stored in the column it was given to. */
class InvalidValueException extends OrmException
{
}
