<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Connection;

use Bookstore\Country;
use Bookstore\CountryQuery;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\TransactionException;
use Orm\Runtime\Tests\Support\ModelTestCase;
use Orm\Runtime\Tests\Support\Pooler;
use Orm\Runtime\Tests\Support\Project;

/**
 * Two clients of a pooler with one server connection, which both use in turn: what one has prepared there, the other would
 * run. PostgreSQL only; elsewhere connections are direct, and say so.
 */
final class PoolerTest extends ModelTestCase
{
    private ?Pooler $pooler = null;

    protected function tearDown(): void
    {
        $this->pooler?->stop();
        parent::tearDown();
    }

    public function testADirectConnectionKeepsItsSession(): void
    {
        $con = self::anotherConnection(['settings' => ['statementCache' => true]]);
        $con->getPdo();
        self::assertTrue($con->keepsSession());
        self::assertTrue($con->usesStatementCache());
        $con->setStatementCache(false);
        self::assertFalse($con->usesStatementCache());
        self::assertTrue($con->keepsSession());
    }

    public function testNobodyRunsTheStatementOfAnotherClient(): void
    {
        self::countries('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
        [$reader, $writer] = [$this->pooled(), $this->pooled()];
        for ($i = 0; $i < 5; ++$i) {
            self::assertSame('name a', self::read('a', $reader)?->getName());
        }
        foreach (['e', 'f', 'g', 'h'] as $code) {
            self::read($code, self::con())?->delete($writer);
        }
        self::assertSame('name b', self::read('b', $reader)?->getName());
        self::assertSame(['a', 'b', 'c', 'd'], self::codes(), 'a read deletes nothing');
        self::assertSame(self::adapter() !== 'pgsql', $reader->usesStatementCache());
        self::assertSame(self::adapter() !== 'pgsql', $reader->keepsSession());
        $reader->setStatementCache(true);
        self::assertSame(self::adapter() !== 'pgsql', $reader->usesStatementCache(), 'nobody can ask for it behind a pooler');
    }

    /** `prepare()` of the connection, and of PDO itself. */
    public function testStatementsOfTheApplication(): void
    {
        self::countries('a', 'b');
        [$one, $two] = [$this->pooled(), $this->pooled()];
        foreach ([fn (ConnectionWrapper $con) => $con->prepare(...), fn (ConnectionWrapper $con) => $con->getPdo()->prepare(...)] as $way) {
            $first = $way($one)(self::quoted('SELECT "name" FROM "country" WHERE "code" = ?'));
            $first->execute(['a']);
            self::assertSame('name a', $first->fetchColumn());
            $first->closeCursor();
            $second = $way($two)(self::quoted('DELETE FROM "country" WHERE "code" = ?'));
            $second->execute(['x']);
            $first->execute(['b']);
            self::assertSame('name b', $first->fetchColumn());
            $first->closeCursor();
            unset($first, $second);
        }
        self::assertSame(['a', 'b'], self::codes());
    }

    public function testACursorNeedsATransaction(): void
    {
        self::countries('a', 'b', 'c');
        $con = $this->pooled();
        $read = static function () use ($con): array {
            $codes = [];
            foreach (CountryQuery::create()->orderByName('desc')->iterate($con, 1) as $country) {
                $codes[] = $country->getCode();
            }

            return $codes;
        };
        if (self::adapter() === 'pgsql') {
            $error = self::caught(TransactionException::class, $read);
            self::assertStringContainsString('call it inside transaction()', $error->getMessage());
        } else {
            self::assertSame(['c', 'b', 'a'], $read());
        }
        self::assertSame(['c', 'b', 'a'], $con->transaction($read));
        $con->getPdo()->beginTransaction();
        self::assertSame(['c', 'b', 'a'], $read());
        $con->getPdo()->commit();
        // By its key a table is read in parts, each a statement of its own.
        self::assertCount(3, \iterator_to_array(CountryQuery::create()->iterate($con, 1)));
    }

    public function testAConnectionThatIsOpenedAgainIsLookedAtAgain(): void
    {
        self::countries('a');
        $con = $this->pooled();
        self::read('a', $con);
        $con->close();
        self::read('a', $con);
        self::assertSame(self::adapter() !== 'pgsql', $con->usesStatementCache());
    }

    private function pooled(): ConnectionWrapper
    {
        if (self::adapter() !== 'pgsql') {
            return self::anotherConnection();
        }
        $dsn = Project::connections()[self::CONNECTION]['dsn'];
        $this->pooler ??= new Pooler($dsn, 1);

        return self::anotherConnection(['dsn' => $this->pooler->dsn(), 'settings' => ['statementCache' => true]]);
    }

    private static function countries(string ...$codes): void
    {
        foreach ($codes as $code) {
            (new Country())->setCode($code)->setName("name $code")->save();
        }
    }

    private static function read(string $code, ConnectionWrapper $con): ?Country
    {
        $con->getPool()?->clear();

        return CountryQuery::create()->findPk($code, $con);
    }

    /** @return list<mixed> */
    private static function codes(): array
    {
        return \array_column(self::database()->rows('SELECT code FROM country ORDER BY code'), 'code');
    }
}
