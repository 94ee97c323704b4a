<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** A name was given that is no column of the table. */
class UnknownColumnException extends OrmException
{
}
