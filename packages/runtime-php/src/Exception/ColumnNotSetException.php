<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** The getter of a required column was called before the column was set. */
class ColumnNotSetException extends OrmException
{
}
