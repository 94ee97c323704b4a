<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Unit\Support;

use Orm\Runtime\Adapter\ErrorKind;
use Orm\Runtime\Adapter\ErrorNames;
use Orm\Runtime\Exception\CheckViolationException;
use Orm\Runtime\Exception\ErrorTranslator;
use Orm\Runtime\Exception\ForeignKeyViolationException;
use Orm\Runtime\Exception\NotNullViolationException;
use Orm\Runtime\Exception\UniqueViolationException;
use PDOException;

/** What every engine has to show: each constraint really violated, and the names that the database gives. */
trait ViolationTests
{
    /**
     * Statement => what it should say.
     *
     * @return array<string, array{ErrorKind, ?string, ?string, ?string}> kind, constraint, table, column
     */
    abstract protected static function violations(): array;

    public function testEveryErrorNamesIsToldByKindAndName(): void
    {
        $this->createTables();
        foreach (static::violations() as $sql => [$kind, $constraint, $table, $column]) {
            $error = self::failing(fn () => $this->pdo->exec($sql));
            $this->assertKind($kind, $error);
            $violated = $this->adapter->errorNames($error);
            self::assertSame([$constraint, $table, $column], [$violated->constraint, $violated->table, $violated->column], $error->getMessage());
        }
    }

    public function testConstraintViolationsBecomeTheirExceptions(): void
    {
        $this->createTables();
        $classes = [
            "INSERT INTO adp_book (id, title, isbn) VALUES (3, 'Three', '111')" => UniqueViolationException::class,
            "INSERT INTO adp_book (id, title, author_id) VALUES (3, 'Three', 9)" => ForeignKeyViolationException::class,
            'INSERT INTO adp_book (id, title) VALUES (3, NULL)' => NotNullViolationException::class,
            "INSERT INTO adp_book (id, title, price) VALUES (3, 'Three', 0)" => CheckViolationException::class,
        ];
        foreach ($classes as $sql => $class) {
            $error = self::failing(fn () => $this->pdo->exec($sql));
            $exception = ErrorTranslator::translate($this->adapter, $error, $sql);
            self::assertInstanceOf($class, $exception);
            $previous = $exception->getPrevious();
            self::assertInstanceOf(PDOException::class, $previous);
            self::assertSame($error->getCode(), $previous->getCode());
            self::assertSame(\array_slice($error->errorInfo ?? [], 0, 2), \array_slice($previous->errorInfo ?? [], 0, 2));
            self::assertStringContainsString($exception->getDatabaseMessage(), $previous->getMessage());
            self::assertSame($sql, $exception->getSql());
            self::assertSame($error->errorInfo[0] ?? null, $exception->getSqlState());
            self::assertStringContainsString($exception->getDatabaseMessage(), $exception->getMessage());
            self::assertStringContainsString($sql, $exception->getMessage());
        }
    }

    public function testAFailedStatementOfAnotherKindIsOther(): void
    {
        foreach (['SELECT 1 FROM WHERE', 'SELEKT 1'] as $sql) {
            $error = self::failing(fn () => $this->pdo->query($sql));
            $this->assertKind(ErrorKind::Other, $error);
            self::assertEquals(new ErrorNames(), $this->adapter->errorNames($error));
        }
    }

    public function testAViolationLeavesTheTransactionToTheCaller(): void
    {
        $this->createTables();
        foreach ($this->adapter->beginStatements(null) as $statement) {
            $this->pdo->exec($statement);
        }
        $this->pdo->exec("INSERT INTO adp_author VALUES (3, 'Cy')");
        $this->pdo->exec($this->adapter->savepointStatement('a "name"'));
        $error = self::failing(fn () => $this->pdo->exec("INSERT INTO adp_author VALUES (3, 'again')"));
        self::assertFalse($this->adapter->endsTransaction($error, $this->pdo));
        $this->pdo->exec($this->adapter->rollbackToStatement('a "name"'));
        $this->pdo->exec((string) $this->adapter->releaseStatement('a "name"'));
        $this->pdo->exec('COMMIT');
        self::assertEquals([1, 2, 3], $this->column('SELECT id FROM adp_author ORDER BY id'));
    }

    public function testAStatementForOneUseGivesAndTakesTheSameValues(): void
    {
        $this->createTables();
        $text = "it's \\ \"quoted\" ? é 😀";
        foreach (['prepareOnce', 'prepare'] as $key => $how) {
            $prepare = fn (string $sql) => $how === 'prepare' ? $this->pdo->prepare($sql) : $this->adapter->prepareOnce($this->pdo, $sql);
            $insert = $prepare('INSERT INTO adp_book (id, title, price) VALUES (?, ?, ?)');
            $insert->bindValue(1, 10 + $key, \PDO::PARAM_INT);
            $insert->bindValue(2, $text);
            $insert->bindValue(3, null, \PDO::PARAM_NULL);
            $insert->execute();
            $select = $prepare('SELECT id, title, price FROM adp_book WHERE id = ? AND title = ?');
            $select->execute([10 + $key, $text]);
            self::assertSame([10 + $key, $text, null], $select->fetch(\PDO::FETCH_NUM));
        }
        if ($this->adapter->getName() === 'mysql') {
            self::assertSame(0, $this->pdo->getAttribute(\PDO::ATTR_EMULATE_PREPARES));
        }
    }

    public function testAnUpdateCountsTheRowsItFoundAlsoIfNothingChanges(): void
    {
        $this->createTables();
        self::assertSame(1, $this->pdo->exec("UPDATE adp_author SET name = 'Ann' WHERE id = 1"));
        self::assertSame(0, $this->pdo->exec("UPDATE adp_author SET name = 'Ann' WHERE id = 99"));
    }

    public function testLimits(): void
    {
        $this->createTables();
        $sql = 'SELECT id FROM adp_author ORDER BY id';
        $cases = [[null, 0, [1, 2]], [1, 0, [1]], [1, 1, [2]], [null, 1, [2]], [0, 0, []], [5, 9, []]];
        foreach ($cases as [$limit, $offset, $expected]) {
            self::assertEquals($expected, $this->column($this->adapter->limit($sql, $limit, $offset, true)));
        }
    }

    public function testLikeWithoutCase(): void
    {
        $literal = fn (string $text): string => "'$text'";
        $yes = $this->adapter->ignoreCaseLike($literal('Hamlet'), $literal('hAM%'), false);
        $no = $this->adapter->ignoreCaseLike($literal('Hamlet'), $literal('hAM%'), true);
        self::assertEquals([1], $this->column("SELECT CASE WHEN $yes THEN 1 ELSE 0 END"));
        self::assertEquals([0], $this->column("SELECT CASE WHEN $no THEN 1 ELSE 0 END"));
    }

    public function testAFloatIsComparedAsANumber(): void
    {
        $this->createTables();
        $statement = $this->pdo->prepare("SELECT id FROM adp_book WHERE price * 1.0 > {$this->adapter->floatPlaceholder()}");
        $statement->execute(['9.5']);
        self::assertCount(2, $statement->fetchAll());
    }
}
