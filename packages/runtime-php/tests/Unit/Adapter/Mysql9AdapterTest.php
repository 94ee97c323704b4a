<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Unit\Adapter;

use Orm\Runtime\Tests\Unit\Support\MysqlTestCase;

final class Mysql9AdapterTest extends MysqlTestCase
{
    protected static function engine(): string
    {
        return 'mysql9';
    }
}
