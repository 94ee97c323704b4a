<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** An update or delete of one object found no row: somebody else has deleted it. */
final class RowGoneException extends EntityNotFoundException
{
}
