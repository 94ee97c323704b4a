<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** An object that is in no list was to be moved. */
final class NotInListException extends OrmException
{
}
