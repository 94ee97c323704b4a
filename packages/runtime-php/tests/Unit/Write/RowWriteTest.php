<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Unit\Write;

use Closure;
use Orm\Runtime\Adapter\SqliteAdapter;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\DeadlockException;
use Orm\Runtime\Lock\Lockable;
use Orm\Runtime\Lock\OtherLocks;
use Orm\Runtime\Write\RowPart;
use Orm\Runtime\Write\RowWrite;
use Orm\Runtime\Write\Turn;
use PDO;
use PHPUnit\Framework\TestCase;
use RuntimeException;

/** One row, and several behaviors that take part in its write. */
final class RowWriteTest extends TestCase
{
    /** @var list<string> what was done, in order */
    private array $done = [];

    private ConnectionWrapper $con;

    protected function setUp(): void
    {
        $this->con = new ConnectionWrapper('x', new SqliteAdapter(), static fn (): PDO => new PDO('sqlite::memory:'));
        $this->con->exec('CREATE TABLE t (id INTEGER)');
        $this->done = [];
    }

    public function testEachHasItsTurnBeforeAndAfterTheRow(): void
    {
        $rows = $this->perform([$this->turn('a', [self::lock('1')]), $this->turn('b', [self::lock('2')])]);
        self::assertSame(7, $rows);
        self::assertSame(['a before 1', 'b before 2', 'a fills', 'b fills', 'row', 'a after', 'b after'], $this->done);
        self::assertFalse($this->con->inTransaction());
        self::assertSame(1, $this->rows());
    }

    public function testWithoutLocksThereIsNoTransaction(): void
    {
        $this->perform([$this->turn('a', null)], fn (): int => $this->con->inTransaction() ? 1 : 0);
        self::assertSame(['a before ', 'a fills', 'row', 'a after'], $this->done);
    }

    public function testOneLockIsEnoughForATransactionOfAll(): void
    {
        $result = $this->perform(
            [$this->turn('a', null), $this->turn('b', [self::lock('2')])],
            fn (): int => $this->con->inTransaction() ? 1 : 0,
        );
        self::assertSame(1, $result);
    }

    public function testOneThatNeedsOtherLocksKeepsThoseOfTheOthers(): void
    {
        $first = true;
        $moves = new Turn([self::lock('2')], function (array $locks) use (&$first): RowPart {
            $this->done[] = 'b before ' . self::ids($locks);
            if ($first) {
                $first = false;
                throw self::other([self::lock('3')]);
            }

            return new RowPart();
        });
        $this->perform([$this->turn('a', [self::lock('1')]), $moves], function (): int {
            $this->done[] = 'under ' . self::ids($this->con->locks()->touched());

            return 1;
        });
        // The first attempt is gone as a whole; in the second one each has what it needs.
        self::assertSame(
            ['a before 1', 'b before 2', 'a before 1', 'b before 3', 'a fills', 'row', 'under 1 3', 'a after'],
            $this->done,
        );
    }

    public function testARowThatCannotBeWrittenTakesBackWhatWasFilledIn(): void
    {
        try {
            $this->perform([$this->turn('a', [self::lock('1')]), $this->turn('b', null)], function (): int {
                $this->con->exec('INSERT INTO t VALUES (1)');
                throw new RuntimeException('no');
            });
            self::fail('The error is lost.');
        } catch (RuntimeException $error) {
            self::assertSame('no', $error->getMessage());
        }
        self::assertSame(['a before 1', 'b before ', 'a fills', 'b fills', 'row', 'b takes back', 'a takes back'], $this->done);
        self::assertSame(0, $this->rows());
    }

    public function testWhatFollowsTheRowIsPartOfIt(): void
    {
        $fails = new Turn(null, fn (): RowPart => new RowPart(after: static fn () => throw new RuntimeException('late')));
        try {
            $this->perform([$this->turn('a', [self::lock('1')]), $fails]);
            self::fail('The error is lost.');
        } catch (RuntimeException $error) {
            self::assertSame('late', $error->getMessage());
        }
        self::assertSame(0, $this->rows());
    }

    public function testAfterAConflictAllOfItBeginsAgain(): void
    {
        $tries = 0;
        $this->perform([$this->turn('a', [self::lock('1')])], function () use (&$tries): int {
            if (++$tries === 1) {
                $this->con->exec('INSERT INTO t VALUES (1)');
                throw new DeadlockException('again');
            }
            $this->con->exec('INSERT INTO t VALUES (2)');

            return 1;
        });
        self::assertSame(
            ['a before 1', 'a fills', 'row', 'a takes back', 'a before 1', 'a fills', 'row', 'a after'],
            $this->done,
        );
        self::assertSame(1, $this->rows());
    }

    /**
     * @param list<Turn>            $turns
     * @param (Closure(): int)|null $row
     */
    private function perform(array $turns, ?Closure $row = null): int
    {
        return RowWrite::run($this->con, $turns, function () use ($row): int {
            $this->done[] = 'row';
            if ($row !== null) {
                return $row();
            }
            $this->con->exec('INSERT INTO t VALUES (1)');

            return 7;
        });
    }

    /**
     * @param list<Lockable>|null $locks
     */
    private function turn(string $name, ?array $locks): Turn
    {
        return new Turn($locks, function (array $locked) use ($name): RowPart {
            $this->done[] = "$name before " . self::ids($locked);

            return new RowPart(
                function () use ($name): Closure {
                    $this->done[] = "$name fills";

                    return function () use ($name): void {
                        $this->done[] = "$name takes back";
                    };
                },
                function () use ($name): void {
                    $this->done[] = "$name after";
                },
            );
        });
    }

    private function rows(): int
    {
        return (int) $this->con->query('SELECT COUNT(*) FROM t')->fetchColumn();
    }

    /**
     * @param array<Lockable> $locks
     */
    private static function ids(array $locks): string
    {
        return \implode(' ', \array_map(static fn (Lockable $lock): string => $lock->id(), $locks));
    }

    /**
     * @param list<Lockable> $locks
     */
    private static function other(array $locks): OtherLocks
    {
        return new class ($locks) extends OtherLocks {
            public function meanwhile(): string
            {
                return 'It moved';
            }

            public function again(): string
            {
                return 'It moves';
            }
        };
    }

    private static function lock(string $id): Lockable
    {
        return new class ($id) implements Lockable {
            public function __construct(private readonly string $id)
            {
            }

            public function id(): string
            {
                return $this->id;
            }

            public function table(): string
            {
                return 't';
            }

            public function describe(): string
            {
                return "thing $this->id";
            }

            public function isRow(): bool
            {
                return false;
            }

            public function row(ConnectionWrapper $con, string $statement, array $values = []): ?array
            {
                return null;
            }

            public function write(ConnectionWrapper $con, string $statement, array $values = []): int
            {
                return 0;
            }
        };
    }
}
