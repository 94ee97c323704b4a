<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Engine;

use Orm\Runtime\Tests\Support\EngineTestCase;

/** The suite runs where its report says it ran; a run on the wrong server would prove nothing. */
final class EngineTest extends EngineTestCase
{
    public function testItIsTheEngineOfTheReport(): void
    {
        $expected = match (self::engine()) {
            'pgsql15' => '/^PostgreSQL 15\./',
            'pgsql18' => '/^PostgreSQL 18\./',
            'mariadb' => '/^10\.11\..*MariaDB/',
            'mysql9' => '/^9\.(?!.*MariaDB)/',
            'sqlite' => '/^3\./',
            default => self::fail('unknown engine ' . self::engine()),
        };
        $sql = self::adapter() === 'sqlite' ? 'SELECT sqlite_version()' : 'SELECT version()';
        self::assertMatchesRegularExpression($expected, (string) self::database()->value($sql));
    }

    public function testItIsThePhpOfTheReport(): void
    {
        $expected = \getenv('ORM_TEST_PHP');
        self::assertIsString($expected);
        self::assertStringStartsWith("$expected.", \PHP_VERSION);
    }

    public function testTablesAreEmptyBetweenTests(): void
    {
        $database = self::database();
        $database->pdo->exec("INSERT INTO author (name) VALUES ('Ann')");
        $id = $database->value('SELECT id FROM author');
        $database->pdo->exec("INSERT INTO book (title, author_id) VALUES ('Persuasion', $id)");
        $this->withFreshTables();
        self::assertSame('0', $database->value('SELECT count(*) FROM book'));
        self::assertSame('0', $database->value('SELECT count(*) FROM author'));
    }
}
