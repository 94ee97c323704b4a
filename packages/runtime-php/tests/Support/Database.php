<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Support;

use PDO;

/** A connection to the database under test that does not go through the runtime: to prepare, to look, to clean up. */
final class Database
{
    /** @var array<string, self> */
    private static array $opened = [];

    public readonly PDO $pdo;

    /** @var list<string> names of all tables, quoted */
    private readonly array $tables;

    private readonly string $filled;

    private function __construct(string $name)
    {
        $connection = Project::connections()[$name]
            ?? throw new \LogicException("the project has no connection \"$name\"");
        $this->pdo = self::connect($connection['dsn'], $connection['user'], $connection['password']);
        $this->tables = $this->readTables();
        // Emptying an empty table costs as much as emptying a full one; one query names those that need it.
        $this->filled = \implode(' UNION ALL ', \array_map(
            fn (int $key, string $table): string => "SELECT $key FROM (SELECT 1 AS one) AS one WHERE EXISTS (SELECT 1 FROM $table)",
            \array_keys($this->tables),
            $this->tables
        ));
    }

    /** The same one for all tests of a run. */
    public static function of(string $name): self
    {
        return self::$opened[$name] ??= new self($name);
    }

    /** Another session on the same database, for what takes two. */
    public static function connect(string $dsn, ?string $user, #[\SensitiveParameter] ?string $password): PDO
    {
        $pdo = new PDO($dsn, $user, $password, [
            PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
            PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC,
            PDO::ATTR_EMULATE_PREPARES => false,
        ]);
        // A test that leaves a transaction open must fail the next one soon, and not hang the run.
        match (Project::adapter()) {
            'pgsql' => $pdo->exec("SET lock_timeout = '5s'"),
            'mysql' => $pdo->exec('SET innodb_lock_wait_timeout = 5, lock_wait_timeout = 5'),
            default => $pdo->exec('PRAGMA busy_timeout = 5000'),
        };
        return $pdo;
    }

    /**
     * @param list<mixed> $parameters
     * @return list<array<string, mixed>>
     */
    public function rows(string $sql, array $parameters = []): array
    {
        $statement = $this->pdo->prepare($sql);
        $statement->execute($parameters);
        /** @var list<array<string, mixed>> */
        return $statement->fetchAll(PDO::FETCH_ASSOC);
    }

    /**
     * The first column of the first row, as text.
     *
     * @param list<mixed> $parameters
     */
    public function value(string $sql, array $parameters = []): ?string
    {
        foreach ($this->rows($sql, $parameters) as $row) {
            foreach ($row as $value) {
                return \is_scalar($value) ? (string) $value : null;
            }
        }
        return null;
    }

    /** Deletes all rows of all tables, whatever refers to whatever. Numbering of ids goes on. */
    public function emptyTables(): void
    {
        if ($this->tables === []) {
            return;
        }
        $filled = [];
        foreach ($this->pdo->query($this->filled, PDO::FETCH_COLUMN, 0) ?: [] as $key) {
            $filled[] = $this->tables[\is_numeric($key) ? (int) $key : -1];
        }
        if ($filled === []) {
            return;
        }
        [$off, $on] = match (Project::adapter()) {
            'pgsql' => ["SET session_replication_role = 'replica'", "SET session_replication_role = 'origin'"],
            'mysql' => ['SET foreign_key_checks = 0', 'SET foreign_key_checks = 1'],
            default => ['PRAGMA foreign_keys = OFF', 'PRAGMA foreign_keys = ON'],
        };
        $this->pdo->exec($off);
        $this->pdo->beginTransaction();
        foreach ($filled as $table) {
            $this->pdo->exec("DELETE FROM $table");
        }
        $this->pdo->commit();
        $this->pdo->exec($on);
    }

    /** @return list<string> */
    private function readTables(): array
    {
        // Names are told quoted and with their schema by the database itself.
        $sql = match (Project::adapter()) {
            'pgsql' => "SELECT format('%I.%I', schemaname, tablename) FROM pg_tables"
                . " WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1",
            'mysql' => "SELECT concat('`', replace(table_name, '`', '``'), '`') FROM information_schema.tables"
                . " WHERE table_schema = database() AND table_type = 'BASE TABLE' ORDER BY 1",
            default => "SELECT '\"' || replace(name, '\"', '\"\"') || '\"' FROM sqlite_master"
                . " WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY 1",
        };
        $names = [];
        foreach ($this->pdo->query($sql, PDO::FETCH_COLUMN, 0) ?: [] as $name) {
            $names[] = \is_string($name) ? $name : '';
        }
        return $names;
    }
}
