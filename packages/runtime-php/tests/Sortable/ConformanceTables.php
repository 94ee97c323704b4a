<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable;

use PDO;

/**
 * The tables of the scenarios as plain SQL sees them.
 *
 * @phpstan-type Table array{class: string, name: string, rank?: string, scope?: list<string>, key: list<string>, fill?: array<string, scalar>}
 */
final class ConformanceTables
{
    /** @var array<string, list<scalar|null>> the keys of rows by name, once they were seen */
    private array $keys = [];

    /** @var array<string, string> the table of every row that the scenario names */
    private array $tables = [];

    /**
     * @param array<string, Table> $known
     */
    public function __construct(private readonly array $known, private readonly string $quote)
    {
    }

    public function id(string $name): string
    {
        return $this->quote . $name . $this->quote;
    }

    /** @return Table */
    public function of(string $table): array
    {
        return $this->known[$table] ?? throw new \LogicException("tables.json has no table $table");
    }

    public function isSortable(string $table): bool
    {
        return isset($this->of($table)['rank']);
    }

    public function declare(string $row, string $table): void
    {
        $this->tables[$row] = $table;
    }

    public function knows(string $row): bool
    {
        return isset($this->tables[$row]);
    }

    public function tableOf(string $row): string
    {
        return $this->tables[$row] ?? throw new \LogicException("the scenario has no row $row");
    }

    /** @return list<string> */
    public function used(): array
    {
        return \array_values(\array_unique($this->tables));
    }

    /**
     * @param array<string, mixed> $values by column
     */
    public function insert(PDO $pdo, string $table, string $row, array $values): void
    {
        $given = $this->of($table);
        $values = [$given['name'] => $row] + $values + ($given['fill'] ?? []);
        $columns = \implode(', ', \array_map($this->id(...), \array_keys($values)));
        $places = \implode(', ', \array_fill(0, \count($values), '?'));
        $pdo->prepare("INSERT INTO {$this->id($table)} ($columns) VALUES ($places)")->execute(\array_values($values));
        $this->declare($row, $table);
        $this->key($pdo, $row);
    }

    /**
     * The key of a row, remembered for when the row is gone.
     *
     * @return list<scalar|null>
     */
    public function key(PDO $pdo, string $row): array
    {
        $table = $this->of($this->tableOf($row));
        $columns = \implode(', ', \array_map($this->id(...), $table['key']));
        $from = $this->id($this->tableOf($row));

        return $this->keys[$row] ??= self::all($pdo, "SELECT $columns FROM $from WHERE {$this->id($table['name'])} = ?", [$row])[0]
            ?? throw new \LogicException("there is no row $row in {$this->tableOf($row)}");
    }

    /**
     * The keys of all rows that are there or were seen. One that was inserted again has another.
     *
     * @return array<string, list<scalar|null>>
     */
    public function keys(PDO $pdo): array
    {
        foreach ($this->tables as $row => $table) {
            if ($this->value($pdo, (string) $row, $this->of($table)['name']) !== false) {
                unset($this->keys[$row]);
                $this->key($pdo, (string) $row);
            }
        }

        return $this->keys;
    }

    /**
     * The scope that a key of `lists` names: values between `|`; whole numbers, `null`, `@row` for a key, and texts.
     *
     * @return list<scalar|null>
     */
    public function scope(PDO $pdo, string $table, string $text): array
    {
        return ($this->of($table)['scope'] ?? []) === [] ? [] : \array_map(fn (string $part): mixed => match (true) {
            $part === 'null' => null,
            \preg_match('/^-?\d+$/', $part) === 1 => (int) $part,
            \str_starts_with($part, '@') => $this->key($pdo, \substr($part, 1))[0],
            default => $part,
        }, \explode('|', $text));
    }

    /**
     * The rows of a list: names, each with its rank, in the order of ranks. Without ranks: the unranked rows of a scope.
     *
     * @return list<array{string, int}>
     */
    public function rows(PDO $pdo, string $table, string $scope, bool $ranked = true): array
    {
        $given = $this->of($table);
        $rank = $this->id($given['rank'] ?? '');
        $values = $this->scope($pdo, $table, $scope);
        $where = [$ranked ? "$rank IS NOT NULL" : "$rank IS NULL"];
        foreach ($given['scope'] ?? [] as $index => $column) {
            $where[] = $this->id($column) . ($values[$index] === null ? ' IS NULL' : ' = ?');
        }
        $sql = "SELECT {$this->id($given['name'])}, $rank FROM {$this->id($table)} WHERE " . \implode(' AND ', $where)
            . " ORDER BY $rank, {$this->id($given['name'])}";
        $found = self::all($pdo, $sql, \array_values(\array_filter($values, static fn (mixed $value): bool => $value !== null)));

        return \array_map(static fn (array $row): array => [(string) $row[0], (int) $row[1]], $found);
    }

    /** @return list<string> the lists of a table whose ranks are not 1 to n */
    public function wrongLists(PDO $pdo, string $table): array
    {
        $given = $this->of($table);
        $rank = $this->id($given['rank'] ?? '');
        $columns = \array_map($this->id(...), $given['scope'] ?? []);
        $sql = 'SELECT ' . \implode(', ', [...$columns, 'COUNT(*)', "COUNT(DISTINCT $rank)", "MIN($rank)", "MAX($rank)"])
            . " FROM {$this->id($table)} WHERE $rank IS NOT NULL" . ($columns === [] ? '' : ' GROUP BY ' . \implode(', ', $columns));
        $wrong = [];
        foreach (self::all($pdo, $sql) as $row) {
            [$rows, $ranks, $lowest, $highest] = \array_map(\intval(...), \array_slice($row, -4));
            if ($rows > 0 && [$ranks, $lowest, $highest] !== [$rows, 1, $rows]) {
                $wrong[] = (string) \json_encode($row);
            }
        }

        return $wrong;
    }

    /** A column of a row as text, false without the row. */
    public function value(PDO $pdo, string $row, string $column): string|false|null
    {
        $table = $this->of($this->tableOf($row));
        $from = "{$this->id($this->tableOf($row))} WHERE {$this->id($table['name'])} = ?";
        $found = self::all($pdo, "SELECT {$this->id($column)} FROM $from", [$row]);

        return $found === [] ? false : ($found[0][0] === null ? null : (string) $found[0][0]);
    }

    /**
     * @param list<mixed> $parameters
     *
     * @return list<list<scalar|null>>
     */
    public static function all(PDO $pdo, string $sql, array $parameters = []): array
    {
        $statement = $pdo->prepare($sql);
        $statement->execute($parameters);

        /** @var list<list<scalar|null>> */
        return $statement->fetchAll(PDO::FETCH_NUM);
    }
}
