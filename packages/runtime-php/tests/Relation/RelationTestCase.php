<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation;

use Orm\Runtime\Tests\Support\ModelTestCase;
use Orm\Runtime\Tests\Support\SqlLog;

/** What the tests of relations have in common. */
abstract class RelationTestCase extends ModelTestCase
{
    /** The statements from here on. */
    protected static function log(): SqlLog
    {
        $log = new SqlLog();
        self::con()->setQueryLog($log);

        return $log;
    }

    protected static function rows(string $table): int
    {
        return (int) self::database()->value("SELECT COUNT(*) FROM $table");
    }

    protected static function emptyPool(): void
    {
        self::con()->getPool()?->clear();
    }
}
