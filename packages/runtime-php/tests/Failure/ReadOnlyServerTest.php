<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Failure;

use ArrayObject;
use Closure;
use Lists\Item;
use Lists\ItemQuery;
use Lists\SharedItem;
use Lists\SharedItemQuery;
use LogicException;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\ConnectionException;
use Orm\Runtime\Exception\QueryException;
use Orm\Runtime\Exception\ReadOnlyServerException;
use Orm\Runtime\Tests\Sortable\ListTestCase;
use PDO;
use Psr\Log\AbstractLogger;

/**
 * A server that takes no writes any more, because a failover has made it a replica: whoever stays connected to it fails for
 * as long as the process lives. SQLite has no server: a database that is only read stays connected, since another connection
 * would not help, and one in memory would be lost.
 */
final class ReadOnlyServerTest extends ListTestCase
{
    protected function setUp(): void
    {
        parent::setUp();
        self::items('a', 'b', 'c');
        (new SharedItem())->setTitle('s')->save();
        (new SharedItem())->setTitle('t')->save();
        self::con()->getPool()?->clear();
        if (self::adapter() === 'mysql') {
            // Who may do everything may write there too.
            $pdo = self::database('lists')->pdo;
            $pdo->exec("CREATE USER IF NOT EXISTS 'orm_plain'@'%' IDENTIFIED BY 'plain'");
            $pdo->exec("GRANT SELECT, INSERT, UPDATE, DELETE ON *.* TO 'orm_plain'@'%'");
        }
    }

    protected function tearDown(): void
    {
        if (self::adapter() === 'mysql') {
            self::database('lists')->pdo->exec('SET GLOBAL read_only = 0');
            self::database('lists')->pdo->exec("DROP USER 'orm_plain'@'%'");
        }
        parent::tearDown();
    }

    public function testAStatementOnItsOwn(): void
    {
        $con = self::plain();
        $pdo = self::demote($con);
        $save = fn () => (new Item())->setTitle('d')->setRank(9)->save($con);
        if (self::adapter() === 'sqlite') {
            self::caught(QueryException::class, $save);
            self::assertTrue($con->isOpen());
            $con->getPdo()->exec('PRAGMA query_only = 0');
        } else {
            $error = self::caught(ReadOnlyServerException::class, $save);
            self::assertInstanceOf(ConnectionException::class, $error);
            self::assertStringStartsWith('The server takes no writes', $error->getMessage());
            self::assertFalse($con->isOpen());
            self::promote();
        }
        self::assertSame(1, $save());
        self::assertSame(self::adapter() === 'sqlite', $con->getPdo() === $pdo);
    }

    public function testInsideATransactionByHand(): void
    {
        $con = self::plain();
        $con->beginTransaction();
        $pdo = self::demote($con, true);
        $item = self::item('a', $con);
        self::caught(
            self::adapter() === 'sqlite' ? QueryException::class : ReadOnlyServerException::class,
            fn () => $item->setTitle('x')->save($con),
        );
        self::assertTrue($con->isOpen(), 'the transaction goes on until its end');
        self::assertFalse($con->isAborted());
        self::adapter() === 'sqlite' ? $con->rollBack() : $con->endRequest();
        self::assertFalse($con->inTransaction());
        self::promote();
        if (self::adapter() === 'sqlite') {
            $con->getPdo()->exec('PRAGMA query_only = 0');
        } else {
            self::assertFalse($con->isOpen());
        }
        self::assertSame(1, $item->save($con));
        self::assertSame(self::adapter() === 'sqlite', $con->getPdo() === $pdo);
    }

    public function testWorkIsDoneAgainOnANewConnection(): void
    {
        if (self::adapter() === 'sqlite') {
            $this->testAStatementOnItsOwn();

            return;
        }
        $con = self::plain();
        $con->setLogger(new class (self::promote(...)) extends AbstractLogger {
            public function __construct(private readonly Closure $promote)
            {
            }

            /**
             * @param mixed              $level
             * @param string|\Stringable $message
             * @param array<mixed>       $context
             */
            public function log($level, $message, array $context = []): void
            {
                if (\str_contains((string) $message, 'is retried')) {
                    ($this->promote)();
                }
            }
        });
        self::demote($con);
        $runs = new ArrayObject();
        $con->transaction(function (ConnectionWrapper $con) use ($runs): void {
            $runs[] = 'run';
            self::item('a', $con)->setTitle('x')->save($con);
        });
        self::assertCount(2, $runs);
        self::assertSame('x1 b2 c3', self::ranks('item'));
        // If the next connection leads to such a server too, nobody has taken over.
        $runs->exchangeArray([]);
        $error = self::caught(ReadOnlyServerException::class, fn () => $con->transaction(
            function (ConnectionWrapper $con) use ($runs): void {
                $runs[] = 'run';
                self::demote($con, true);
                self::item('x', $con)->setTitle('y')->save($con);
            },
        ));
        self::assertCount(2, $runs);
        self::assertFalse($con->isOpen(), $error->getMessage());
    }

    /** What such a server has may be old: an operation that finds nothing to do there must not say that it was done. */
    public function testAListThatStaysAsItIs(): void
    {
        if (self::adapter() === 'sqlite') {
            $this->testAStatementOnItsOwn();

            return;
        }
        $operations = [
            fn (ConnectionWrapper $con) => self::item('a', $con)->moveToTop($con),
            fn (ConnectionWrapper $con) => SharedItemQuery::create()->findOneByTitle('s', $con)?->moveToTop($con),
            fn (ConnectionWrapper $con) => ItemQuery::repairList($con),
        ];
        foreach ($operations as $operation) {
            $con = self::plain();
            self::demote($con);
            $con->beginTransaction();
            self::caught(ReadOnlyServerException::class, fn () => $operation($con));
            $con->rollBack();
            self::assertFalse($con->isOpen());

            $pdo = self::demote($con);
            if (self::adapter() === 'pgsql') {
                $operation($con);
                self::assertNotSame($pdo, $con->getPdo(), 'done on a connection that leads to another server');
            } else {
                self::caught(ReadOnlyServerException::class, fn () => $operation($con));
                self::assertFalse($con->isOpen());
            }
            self::promote();
            $operation($con);
        }
    }

    private static function item(string $title, ConnectionWrapper $con): Item
    {
        return ItemQuery::create()->findOneByTitle($title, $con) ?? throw new LogicException($title);
    }

    /** A connection of somebody with ordinary rights. */
    private static function plain(): ConnectionWrapper
    {
        $con = self::anotherConnection(self::adapter() === 'mysql' ? ['user' => 'orm_plain', 'password' => 'plain'] : []);
        $con->getPdo();

        return $con;
    }

    /** The server of a connection takes no writes any more; on PostgreSQL, as far as this session is concerned. */
    private static function demote(ConnectionWrapper $con, bool $inTransaction = false): PDO
    {
        $pdo = $con->getPdo();
        match (self::adapter()) {
            'pgsql' => $pdo->exec($inTransaction
                ? 'SET LOCAL transaction_read_only = on'
                : 'SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY'),
            'mysql' => self::database('lists')->pdo->exec('SET GLOBAL read_only = 1'),
            default => $pdo->exec('PRAGMA query_only = 1'),
        };

        return $pdo;
    }

    /** Another server, which new connections lead to, takes writes. */
    private static function promote(): void
    {
        if (self::adapter() === 'mysql') {
            self::database('lists')->pdo->exec('SET GLOBAL read_only = 0');
        }
    }
}
