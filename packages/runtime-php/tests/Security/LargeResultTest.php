<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Security;

use Bookstore\AuthorQuery;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Tests\Support\ModelTestCase;

/**
 * Large results with little memory: 2% of what bench/million-rows.mjs does, with 2% of its 64 MB. A result that is held as
 * a whole takes ten times as much.
 */
final class LargeResultTest extends ModelTestCase
{
    private const ROWS = 20000;
    private const BAR = 64 * 1024 * 1024 / 50;

    public function testIteratingKeepsOnlyAPartInMemory(): void
    {
        $this->fill();
        foreach (['with the pool' => [], 'without the pool' => ['instancePool' => false]] as $what => $settings) {
            $con = self::anotherConnection(['settings' => $settings]);
            $this->assertSmall("$what, by key", static fn (): AuthorQuery => AuthorQuery::create(), $con);
            $this->assertSmall("$what, ordered", static fn (): AuthorQuery => AuthorQuery::create()->orderByName('DESC'), $con);
            $con->beginTransaction();
            $this->assertSmall("$what, in a transaction", static fn (): AuthorQuery => AuthorQuery::create()->orderByName(), $con);
            $con->rollBack();
        }
    }

    /** So that the others prove something. */
    public function testAWholeResultIsLarger(): void
    {
        $this->fill();
        $before = \memory_get_usage();
        $all = AuthorQuery::create()->find();
        self::assertCount(self::ROWS, $all);
        self::assertGreaterThan(self::BAR * 4, \memory_get_usage() - $before);
    }

    /**
     * @param callable(): AuthorQuery $query
     */
    private function assertSmall(string $what, callable $query, ConnectionWrapper $con): void
    {
        // Buffers have their size after the first parts.
        foreach ($query()->limit(3000)->iterate($con) as $author) {
            $author->getName();
        }
        unset($author);
        \gc_collect_cycles();
        $used = $mostUsed = \memory_get_usage();
        $resident = $mostResident = self::resident();
        $count = 0;
        foreach ($query()->iterate($con) as $author) {
            $author->getName();
            if (++$count % 500 === 0) {
                $mostUsed = \max($mostUsed, \memory_get_usage());
                $mostResident = \max($mostResident, self::resident());
            }
        }
        self::assertSame(self::ROWS, $count, $what);
        self::assertLessThan(self::BAR, $mostUsed - $used, "$what: memory of PHP");
        // SQLite sorts in memory, up to a few megabytes whatever the number of rows, and has a cache of pages.
        $slack = self::adapter() === 'sqlite' ? 6 * 1024 * 1024 : 1024 * 1024;
        self::assertLessThan(self::BAR + $slack, $mostResident - $resident, "$what: resident memory");
    }

    /** Bytes; 0 where the system does not tell. */
    private static function resident(): int
    {
        $status = \is_readable('/proc/self/status') ? (string) \file_get_contents('/proc/self/status') : '';

        return \preg_match('/^VmRSS:\s+(\d+) kB/m', $status, $match) === 1 ? 1024 * (int) $match[1] : 0;
    }

    private function fill(): void
    {
        $pdo = self::database()->pdo;
        $pdo->beginTransaction();
        $pdo->exec("INSERT INTO author (name) VALUES ('somebody with a name of about forty letters')");
        for ($made = 1; $made < self::ROWS; $made *= 2) {
            $limit = $made * 2 > self::ROWS ? ' LIMIT ' . (self::ROWS - $made) : '';
            $pdo->exec("INSERT INTO author (name) SELECT name FROM author$limit");
        }
        $pdo->commit();
    }
}
