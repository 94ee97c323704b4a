<?php

/**
 * Generated classes on a connection that runs nothing: what they would send is written down, with the values bound, for
 * vendors that no driver of this PHP reaches.
 *
 * Usage of the scripts that include it: php <script> <autoload.php> <folder of generated classes> <adapter>
 */

declare(strict_types=1);

use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Orm;

[, $autoload, $classes, $adapter] = $argv;
require $autoload;
\spl_autoload_register(static function (string $class) use ($classes): void {
    $file = $classes . '/' . \str_replace('\\', '/', $class) . '.php';
    if (\is_file($file)) {
        require $file;
    }
});

/** What was sent, by the name that the script gave it. */
final class Recorder
{
    /** @var list<array{name: string, sql: string, params: list<array{string, string|int}|null>}> */
    public static array $sent = [];

    public static string $name = '';

    /** @var list<list<scalar|null>> rows that the next statements give */
    public static array $answers = [];

    /** Whether the next INSERT fails. */
    public static bool $failing = false;

    /** @var array<string, int> the last key that a table or sequence gave */
    public static array $keys = [];

    /**
     * @param array<int, array{mixed, int}> $params
     */
    public static function add(string $sql, array $params): void
    {
        \ksort($params);
        $shown = [];
        foreach ($params as [$value, $type]) {
            $shown[] = match (true) {
                $value === null => null,
                $type === PDO::PARAM_LOB => ['bytes', \bin2hex((string) $value)],
                \is_int($value), \is_bool($value) => ['int', (int) $value],
                default => ['text', (string) $value],
            };
        }
        self::$sent[] = ['name' => self::$name, 'sql' => $sql, 'params' => $shown];
    }

    public static function nextKey(string $sql): int
    {
        $source = \preg_match('/^INSERT INTO (\S+)|^SELECT (\S+)\.NEXTVAL/', $sql, $match) === 1 ? \end($match) : '';

        return self::$keys[$source] = (self::$keys[$source] ?? 0) + 1;
    }
}

final class RecordingStatement extends PDOStatement
{
    /** @var array<int, array{mixed, int}> */
    private array $bound = [];

    public string $sql = '';

    /** PDO alone may write it. */
    public string $queryString = '';

    public function execute(?array $params = null): bool
    {
        if (Recorder::$failing && \str_starts_with($this->sql, 'INSERT')) {
            Recorder::$failing = false;
            throw new PDOException('refused');
        }
        $bound = $this->bound;
        foreach ($params ?? [] as $index => $value) {
            $bound[$index + 1] = [$value, PDO::PARAM_STR];
        }
        // References are read now.
        Recorder::add($this->sql, \array_map(static fn (array $each): array => [$each[0], $each[1]], $bound));

        return true;
    }

    public function bindValue(string|int $param, mixed $value, int $type = PDO::PARAM_STR): bool
    {
        $this->bound[(int) $param] = [$value, $type];

        return true;
    }

    public function bindParam(
        string|int $param,
        mixed &$var,
        int $type = PDO::PARAM_STR,
        int $maxLength = 0,
        mixed $driverOptions = null,
    ): bool {
        $this->bound[(int) $param] = [&$var, $type];

        return true;
    }

    public function fetch(int $mode = PDO::FETCH_DEFAULT, int $orientation = PDO::FETCH_ORI_NEXT, int $offset = 0): mixed
    {
        return \array_shift(Recorder::$answers) ?? false;
    }

    public function fetchAll(int $mode = PDO::FETCH_DEFAULT, mixed ...$args): array
    {
        return [];
    }

    public function fetchColumn(int $column = 0): mixed
    {
        $answer = \array_shift(Recorder::$answers);

        return $answer === null ? Recorder::nextKey($this->sql) : $answer[$column];
    }

    public function rowCount(): int
    {
        return 1;
    }

    public function closeCursor(): bool
    {
        return true;
    }
}

final class RecordingPdo extends PDO
{
    private bool $inTransaction = false;

    public function __construct()
    {
    }

    public function prepare(string $query, array $options = []): PDOStatement|false
    {
        $statement = new RecordingStatement();
        $statement->sql = $query;

        return $statement;
    }

    public function query(string $query, ?int $fetchMode = null, mixed ...$fetchModeArgs): PDOStatement|false
    {
        Recorder::add($query, []);

        return $this->prepare($query);
    }

    public function exec(string $statement): int|false
    {
        Recorder::add($statement, []);

        return 1;
    }

    public function getAttribute(int $attribute): mixed
    {
        return null;
    }

    public function inTransaction(): bool
    {
        return $this->inTransaction;
    }

    public function beginTransaction(): bool
    {
        return $this->inTransaction = true;
    }

    public function commit(): bool
    {
        return !($this->inTransaction = false);
    }

    public function rollBack(): bool
    {
        return !($this->inTransaction = false);
    }

    public function lastInsertId(?string $name = null): string|false
    {
        $last = Recorder::$sent[\array_key_last(Recorder::$sent)]['sql'];

        return (string) Recorder::nextKey($last);
    }
}

/** Everything that a piece of work sends is known by this name. */
function record(string $name, callable $work): void
{
    Recorder::$name = $name;
    Recorder::$answers = [];
    try {
        $work();
    } catch (Throwable $error) {
        \fwrite(\STDERR, "$name: $error\n");
        exit(1);
    }
}

$container = Orm::getServiceContainer();
$container->setAdapterClass('everything', $adapter);
$container->setConnectionManager(new ConnectionManagerSingle('everything'));
$connection = new ConnectionWrapper(
    'everything',
    $container->getAdapter('everything'),
    static fn (): PDO => new RecordingPdo(),
);
Orm::$write['everything'] = Orm::$read['everything'] = $connection;
\register_shutdown_function(static function (): void {
    echo \json_encode(Recorder::$sent, \JSON_THROW_ON_ERROR | \JSON_UNESCAPED_UNICODE);
});

return $connection;
