<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Unit\Connection;

use Orm\Runtime\Connection\ConnectionWrapper;

/** A connection class of a user. */
final class SampleConnection extends ConnectionWrapper
{
}
