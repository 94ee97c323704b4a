<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** An object was to be inserted into the list it is in. */
final class AlreadyInListException extends OrmException
{
}
