<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Unit\Adapter;

use Orm\Runtime\Adapter\ErrorKind;
use Orm\Runtime\Tests\Unit\Support\MysqlTestCase;

final class MariadbAdapterTest extends MysqlTestCase
{
    protected static function engine(): string
    {
        return 'mariadb';
    }

    public function testARowThatChangedSinceItWasRead(): void
    {
        $this->createTables();
        $this->pdo->exec('SET SESSION innodb_snapshot_isolation = ON');
        $second = $this->connect();
        foreach ($this->adapter->beginStatements('REPEATABLE READ') as $sql) {
            $this->pdo->exec($sql);
        }
        $this->pdo->exec("INSERT INTO adp_author VALUES (7, 'Gus')");
        $this->column('SELECT * FROM adp_author');
        $second->exec("UPDATE adp_author SET name = 'b' WHERE id = 1");
        $error = self::failing(fn () => $this->pdo->exec("UPDATE adp_author SET name = 'a' WHERE id = 1"));
        $this->assertKind(ErrorKind::Serialization, $error);
        self::assertTrue($this->adapter->endsTransaction($error, $this->pdo));
        $this->pdo->exec('DO 0');
        self::assertFalse($this->pdo->inTransaction());
        self::assertEquals([1, 2], $this->column('SELECT id FROM adp_author ORDER BY id', $second));
    }
}
