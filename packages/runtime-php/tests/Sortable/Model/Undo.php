<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable\Model;

/** Makes `transaction(callable)` roll back. */
final class Undo extends \RuntimeException
{
}
