<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Unit\Adapter;

use Orm\Runtime\Tests\Unit\Support\PgsqlTestCase;

final class Pgsql18AdapterTest extends PgsqlTestCase
{
    protected static function engine(): string
    {
        return 'pgsql18';
    }
}
