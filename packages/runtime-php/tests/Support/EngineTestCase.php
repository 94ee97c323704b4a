<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Support;

use PHPUnit\Framework\TestCase;

/**
 * Base of the tests that use generated classes on a real engine; each begins with empty tables.
 *
 * They run under PHPUnit 9.6 and 11: no annotations, attributes or data providers, plain loops instead. `adapter()` and
 * `engine()` say what runs, for the few assertions that differ; a test is never skipped for an engine.
 */
abstract class EngineTestCase extends TestCase
{
    protected function setUp(): void
    {
        parent::setUp();
        $this->withFreshTables();
    }

    protected static function engine(): string
    {
        return Project::engine();
    }

    protected static function adapter(): string
    {
        return Project::adapter();
    }

    /** A connection beside the runtime's, to prepare rows and to see what is really in the tables. */
    protected static function database(string $name = 'bookstore'): Database
    {
        return Database::of($name);
    }

    /** Deletes all rows of all databases of the project. */
    protected function withFreshTables(): void
    {
        foreach (\array_keys(Project::connections()) as $name) {
            Database::of($name)->emptyTables();
        }
    }
}
