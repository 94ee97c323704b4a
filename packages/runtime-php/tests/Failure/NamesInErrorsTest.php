<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Failure;

use Bookstore\Country;
use Bookstore\CountryQuery;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\CheckViolationException;
use Orm\Runtime\Exception\ConstraintViolationException;
use Orm\Runtime\Exception\DataException;
use Orm\Runtime\Exception\ForeignKeyViolationException;
use Orm\Runtime\Exception\NotNullViolationException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Exception\QueryException;
use Orm\Runtime\Exception\SchemaMismatchException;
use Orm\Runtime\Exception\UniqueViolationException;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** Exceptions name the table, columns and constraint as far as the database does, and say when the database may be behind. */
final class NamesInErrorsTest extends ModelTestCase
{
    private const DOCTOR = 'run `orm doctor` to see what differs.';
    private const INSERT = 'INSERT INTO orm_named (id, code, shop, title, points) VALUES (?, ?, ?, ?, ?)';

    private ConnectionWrapper $connection;

    protected function setUp(): void
    {
        parent::setUp();
        self::dropTables();
        $pdo = self::database()->pdo;
        $engine = self::adapter() === 'mysql' ? ' ENGINE=InnoDB' : '';
        $pdo->exec('CREATE TABLE orm_named (id INTEGER PRIMARY KEY, code VARCHAR(10), shop INTEGER, title VARCHAR(10) NOT NULL,'
            . " points SMALLINT, CONSTRAINT orm_two UNIQUE (code, shop), CONSTRAINT orm_few CHECK (points <> 13))$engine");
        $pdo->exec('CREATE TABLE orm_named_child (code VARCHAR(10), shop INTEGER,'
            . " CONSTRAINT orm_parent FOREIGN KEY (code, shop) REFERENCES orm_named (code, shop))$engine");
        $this->connection = self::anotherConnection([]);
        $this->connection->query(self::INSERT, [1, 'a', 1, 'x', 1]);
    }

    protected function tearDown(): void
    {
        self::dropTables();
        parent::tearDown();
    }

    public function testConstraints(): void
    {
        $byVendor = [
            'pgsql' => [
                [NotNullViolationException::class, null, 'orm_named', ['title']],
                [UniqueViolationException::class, 'orm_two', null, ['code', 'shop']],
                [ForeignKeyViolationException::class, 'orm_parent', 'orm_named_child', ['code', 'shop']],
                [CheckViolationException::class, 'orm_few', 'orm_named', []],
            ],
            'mysql' => [
                [NotNullViolationException::class, null, null, ['title']],
                // MariaDB does not say in which table a key is, MySQL not of which table a check is.
                [UniqueViolationException::class, 'orm_two', self::isMariadb() ? null : 'orm_named', []],
                [ForeignKeyViolationException::class, 'orm_parent', 'orm_named_child', ['code', 'shop']],
                [CheckViolationException::class, 'orm_few', self::isMariadb() ? 'orm_named' : null, []],
            ],
            'sqlite' => [
                [NotNullViolationException::class, null, 'orm_named', ['title']],
                [UniqueViolationException::class, null, 'orm_named', ['code', 'shop']],
                [ForeignKeyViolationException::class, null, null, []],
                [CheckViolationException::class, 'orm_few', null, []],
            ],
        ];
        $statements = [
            [self::INSERT, [2, 'b', 2, null, 1]],
            [self::INSERT, [2, 'a', 1, 'x', 1]],
            ['INSERT INTO orm_named_child (code, shop) VALUES (?, ?)', ['z', 9]],
            [self::INSERT, [2, 'b', 2, 'x', 13]],
        ];
        foreach ($statements as $number => [$sql, $values]) {
            [$class, $constraint, $table, $columns] = $byVendor[self::adapter()][$number] ?? self::fail('another vendor');
            $error = $this->fails($class, $sql, $values);
            self::assertSame([$constraint, $table, $columns], [$error->getConstraint(), $error->getTable(), $error->getColumns()], $error->getMessage());
            self::assertSame(\count($columns) === 1 ? $columns[0] : null, $error->getColumn());
            foreach ([$constraint, ...$columns] as $name) {
                self::assertStringContainsString((string) $name, (string) \strtok($error->getMessage(), "\n"));
            }
        }
    }

    public function testSeveralColumnsAreListed(): void
    {
        $error = $this->fails(UniqueViolationException::class, self::INSERT, [2, 'a', 1, 'x', 1]);
        $expected = [
            'pgsql' => 'Duplicate value for a unique column (constraint "orm_two", columns "code", "shop").',
            'mysql' => self::isMariadb()
                ? 'Duplicate value for a unique column (constraint "orm_two").'
                : 'Duplicate value for a unique column (constraint "orm_two", table "orm_named").',
            'sqlite' => 'Duplicate value for a unique column (columns "orm_named.code", "orm_named.shop").',
        ];
        self::assertSame($expected[self::adapter()] ?? null, \strtok($error->getMessage(), "\n"));
    }

    /** PostgreSQL repeats the row, and a value in it can look like the columns of a key. */
    public function testARowThatLooksLikeAKeyNamesNothing(): void
    {
        $pdo = self::database()->pdo;
        $pdo->exec('DROP TABLE orm_named_child');
        $pdo->exec('CREATE TABLE orm_named_child (note VARCHAR(40), CONSTRAINT orm_never CHECK (note IS NULL))'
            . (self::adapter() === 'mysql' ? ' ENGINE=InnoDB' : ''));
        foreach (['secret)=(x', 'null value in column "secret" violates'] as $value) {
            $error = $this->fails(CheckViolationException::class, 'INSERT INTO orm_named_child (note) VALUES (?)', [$value]);
            self::assertStringNotContainsString('secret', $error->getMessage());
            self::assertSame(['orm_never', []], [$error->getConstraint(), $error->getColumns()]);
        }
    }

    public function testValuesThatDoNotFit(): void
    {
        if (self::adapter() === 'sqlite') {
            // It takes any value, except for the row id.
            $error = $this->fails(DataException::class, self::INSERT, ['secret', 'b', 2, 'x', 1]);
            self::assertStringStartsWith('A value does not have the form that its column takes.', $error->getMessage());

            return;
        }
        $update = 'UPDATE orm_named SET ';
        $cases = [
            ['title = ?', 'secret secret', 'A value is too long for its column', 'title', true],
            ['points = ?', 99999, 'A value is out of the range of its column', 'points', true],
            ['points = ?', "secret' for column 'secret' at row 1", 'A value does not have the form that its column takes', 'points', false],
        ];
        foreach ($cases as [$set, $value, $summary, $column, $hint]) {
            $error = $this->fails(DataException::class, $update . $set, [$value]);
            // PostgreSQL does not say the column.
            self::assertSame(self::adapter() === 'mysql' ? $column : null, $error->getColumn(), $error->getMessage());
            self::assertSame(self::isMariadb() && !$hint ? 'orm_named' : null, $error->getTable(), $error->getMessage());
            self::assertStringStartsWith($summary, $error->getMessage());
            self::assertSame($hint, \str_contains($error->getMessage(), self::DOCTOR), $error->getMessage());
            self::assertStringNotContainsString('secret', $error->getMessage());
        }
    }

    public function testAStatementThatNamesWhatIsNotThere(): void
    {
        $cases = [
            ['SELECT * FROM orm_nowhere', [], 'The database has no such table (table "orm_nowhere").', 'orm_nowhere', null],
            ['SELECT orm_named.other FROM orm_named', [],
                'The table in the database has no such column (column "orm_named.other").', 'orm_named', 'other'],
            ['SELECT other FROM orm_named', [], 'The table in the database has no such column (column "other").', null, 'other'],
        ];
        foreach ($cases as [$sql, $values, $summary, $table, $column]) {
            $error = $this->fails(SchemaMismatchException::class, $sql, $values);
            self::assertSame([$table, $column], [$error->getTable(), $error->getColumn()], $error->getMessage());
            self::assertSame("$summary If your schema has it, the database is behind the schema: " . self::DOCTOR, \strtok($error->getMessage(), "\n"));
        }
        foreach (['INSERT INTO orm_named (id, other) VALUES (?, ?)', 'UPDATE orm_named SET shop = ?, other = ?'] as $sql) {
            $error = $this->fails(SchemaMismatchException::class, $sql, [5, 6]);
            self::assertSame('other', $error->getColumn(), $error->getMessage());
        }
    }

    public function testAnAliasThatIsMissingIsAMistakeInTheStatement(): void
    {
        $error = $this->fails(QueryException::class, 'SELECT b.id FROM orm_named a', []);
        // The others say that the column "b.id" is missing.
        self::assertSame(self::adapter() !== 'pgsql', \str_contains($error->getMessage(), self::DOCTOR));
    }

    public function testADatabaseBehindTheSchema(): void
    {
        $pdo = self::database()->pdo;
        $pdo->exec('ALTER TABLE country RENAME COLUMN name TO old_name');
        try {
            $con = self::anotherConnection([]);
            $calls = [
                'save' => static fn () => (new Country())->setCode('XX')->setName('secret')->save($con),
                'find' => static fn () => CountryQuery::create()->find($con),
                'filter' => static fn () => CountryQuery::create()->filterByName('secret')->count($con),
                'update' => static fn () => CountryQuery::create()->update(['Name' => 'secret'], $con),
            ];
            foreach ($calls as $name => $call) {
                $error = self::caught(SchemaMismatchException::class, $call);
                self::assertSame('name', $error->getColumn(), $name . ': ' . $error->getMessage());
                self::assertStringContainsString(self::DOCTOR, $error->getMessage());
                self::assertStringNotContainsString('secret', $error->getMessage());
            }
        } finally {
            $pdo->exec('ALTER TABLE country RENAME COLUMN old_name TO name');
        }
        self::assertSame(0, CountryQuery::create()->count());
    }

    /**
     * @template E of OrmException
     *
     * @param class-string<E>   $class
     * @param list<scalar|null> $values
     *
     * @return E
     */
    private function fails(string $class, string $sql, array $values): OrmException
    {
        return self::caught($class, fn () => $this->connection->query($sql, $values));
    }

    private static function isMariadb(): bool
    {
        $version = self::database()->pdo->getAttribute(\PDO::ATTR_SERVER_VERSION);

        return \is_string($version) && \stripos($version, 'mariadb') !== false;
    }

    private static function dropTables(): void
    {
        self::database()->pdo->exec('DROP TABLE IF EXISTS orm_named_child');
        self::database()->pdo->exec('DROP TABLE IF EXISTS orm_named');
    }
}
