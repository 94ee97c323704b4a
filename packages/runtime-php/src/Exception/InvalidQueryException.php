<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** A query was put together wrongly: an unknown operator or direction, a negative limit. */
class InvalidQueryException extends OrmException
{
}
