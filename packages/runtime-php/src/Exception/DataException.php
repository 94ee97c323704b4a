<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** The database refused a value: it is too long, out of range, or of the wrong form. Setters refuse most of them earlier. */
final class DataException extends QueryException
{
    use NamesInError;
}
