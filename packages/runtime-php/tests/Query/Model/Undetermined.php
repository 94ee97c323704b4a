<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query\Model;

/** The oracle cannot say what a plan finds: a limit in an order with ties, a name that nothing has. */
final class Undetermined extends \RuntimeException
{
}
