<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** An object waits to be saved into its place, so that it cannot be moved yet. */
final class UnsavedPositionException extends OrmException
{
}
