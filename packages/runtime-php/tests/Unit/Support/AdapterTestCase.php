<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Unit\Support;

use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Adapter\ErrorKind;
use Orm\Runtime\Adapter\MysqlAdapter;
use Orm\Runtime\Adapter\PgsqlAdapter;
use Orm\Runtime\Adapter\SqliteAdapter;
use Orm\Runtime\Connection\ConnectionSettings;
use PDO;
use PDOException;
use PHPUnit\Framework\TestCase;

/** Base of the tests of an adapter on its real engine, which a child names. Each test has a table prefix of its own. */
abstract class AdapterTestCase extends TestCase
{
    protected AdapterInterface $adapter;

    protected PDO $pdo;

    /** @var list<string> */
    private array $files = [];

    /** `pgsql15`, `pgsql18`, `mariadb`, `mysql9` or `sqlite`. */
    abstract protected static function engine(): string;

    protected function setUp(): void
    {
        parent::setUp();
        $this->adapter = match (true) {
            \str_starts_with(static::engine(), 'pgsql') => new PgsqlAdapter(),
            static::engine() === 'sqlite' => new SqliteAdapter(),
            default => new MysqlAdapter(),
        };
        $this->pdo = $this->connect();
        $this->dropTables();
    }

    protected function tearDown(): void
    {
        if (isset($this->pdo)) {
            unset($this->pdo);
            $this->pdo = $this->connect();
            $this->dropTables();
            unset($this->pdo);
        }
        foreach ($this->files as $file) {
            foreach (['', '-wal', '-shm', '-journal'] as $suffix) {
                if (\is_file($file . $suffix)) {
                    \unlink($file . $suffix);
                }
            }
        }
        parent::tearDown();
    }

    /** One more session on the same database. */
    protected function connect(): PDO
    {
        return $this->adapter->connect($this->settings());
    }

    /**
     * @param array<int|string, mixed> $options
     * @param array<int|string, mixed> $attributes
     * @param list<string>             $queries
     */
    protected function settings(
        array $options = [],
        array $attributes = [],
        array $queries = [],
        ?string $charset = null,
        string $dsnPart = '',
        ?string $password = null,
    ): ConnectionSettings {
        $location = $this->location();

        return new ConnectionSettings(
            name: 'shelf',
            dsn: $location['dsn'] . $dsnPart,
            user: $location['user'] ?? null,
            password: $password ?? $location['password'] ?? null,
            options: $options,
            attributes: $attributes,
            charset: $charset ?? ($this->adapter instanceof MysqlAdapter ? 'utf8mb4' : 'utf8'),
            queries: $queries,
        );
    }

    /** @return array{dsn: string, user?: string, password?: string} */
    protected function location(): array
    {
        if (static::engine() === 'sqlite') {
            $this->files[0] ??= \sys_get_temp_dir() . '/orm-adapter-' . \bin2hex(\random_bytes(6)) . '.sqlite';

            return ['dsn' => 'sqlite:' . $this->files[0]];
        }
        $variable = 'ORM_TEST_' . \strtoupper(static::engine()) . '_URL';
        $url = \parse_url((string) \getenv($variable));
        if (!isset($url['host'], $url['port'], $url['user'], $url['pass'], $url['path'])) {
            $message = static::engine() . " does not run ($variable is not set; node scripts/engines.mjs env prints it)";
            if (\getenv('CI') === 'true') {
                self::fail($message);
            }
            self::markTestSkipped($message);
        }
        $driver = $this->adapter->getName();

        return [
            'dsn' => "$driver:host={$url['host']};port={$url['port']};dbname=" . \ltrim($url['path'], '/'),
            'user' => $url['user'],
            'password' => $url['pass'],
        ];
    }

    /** A session in a process of its own, which can wait for a lock while this one goes on. */
    protected function otherSession(): OtherSession
    {
        $location = $this->location();

        return new OtherSession($location['dsn'], $location['user'] ?? '', $location['password'] ?? '');
    }

    protected static function failing(callable $work): PDOException
    {
        try {
            $work();
        } catch (PDOException $error) {
            return $error;
        }
        self::fail('the statement should have failed');
    }

    protected function assertKind(ErrorKind $kind, PDOException $error): void
    {
        self::assertSame($kind->name, $this->adapter->errorKind($error)->name, $error->getMessage());
    }

    /** @return list<mixed> the first column */
    protected function column(string $sql, ?PDO $pdo = null): array
    {
        $statement = ($pdo ?? $this->pdo)->query($sql);
        self::assertNotFalse($statement);

        return \array_values($statement->fetchAll(PDO::FETCH_COLUMN));
    }

    /** An author with books, and one constraint of each kind. */
    protected function createTables(): void
    {
        $q = $this->adapter->quoteIdentifier(...);
        $engine = $this->adapter instanceof MysqlAdapter ? ' ENGINE=InnoDB' : '';
        $this->pdo->exec("CREATE TABLE {$q('adp_author')} (id INTEGER NOT NULL PRIMARY KEY, name VARCHAR(20))$engine");
        $this->pdo->exec(
            "CREATE TABLE {$q('adp_book')} (id INTEGER NOT NULL PRIMARY KEY, title VARCHAR(40) NOT NULL, isbn VARCHAR(20),"
            . ' shelf INTEGER, author_id INTEGER, price INTEGER,'
            . ' CONSTRAINT adp_book_isbn UNIQUE (isbn), CONSTRAINT adp_book_two UNIQUE (shelf, price),'
            . ' CONSTRAINT adp_book_author FOREIGN KEY (author_id) REFERENCES adp_author (id),'
            . " CONSTRAINT adp_book_price CHECK (price > 0))$engine"
        );
        $this->pdo->exec("INSERT INTO adp_author VALUES (1, 'Ann'), (2, 'Bo')");
        $this->pdo->exec("INSERT INTO adp_book VALUES (1, 'One', '111', 1, 1, 10), (2, 'Two', '222', 1, 2, 20)");
    }

    private function dropTables(): void
    {
        foreach (['adp_restricted', 'adp_booking', 'adp_type', 'adp_book', 'adp_author'] as $table) {
            $this->pdo->exec('DROP TABLE IF EXISTS ' . $table);
        }
    }
}
