<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** A row that has to exist does not. */
class EntityNotFoundException extends OrmException
{
}
