<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** A rank that the list does not have. */
final class RankOutOfRangeException extends OrmException
{
}
