<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** An object was used after its row was deleted through it. */
class ObjectDeletedException extends OrmException
{
}
