<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable\Model;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use PDO;
use PDOStatement;

/**
 * What objects and the table say, in the oracle's terms.
 *
 * @phpstan-import-type Scope from Lists
 */
final class Reading
{
    private const TITLE = 'title';

    /** @var \WeakMap<PDO, array<string, PDOStatement>> */
    private static \WeakMap $statements;

    /**
     * @return Scope
     */
    public static function scope(ActiveRecord $object, int $columns): array
    {
        if ($columns === 0) {
            return [];
        }
        $value = $object->{'getScopeValue'}();

        /** @var Scope */
        return $columns === 1 ? [$value] : $value;
    }

    /** The whole table in one statement. */
    public static function table(PDO $pdo, Shape $shape): array
    {
        self::$statements ??= new \WeakMap();
        $prepared = self::$statements[$pdo] ?? [];
        $keys = $shape->keyColumns();
        $scopes = \array_keys($shape->scopes);
        if (!isset($prepared[$shape->name])) {
            $columns = [...$keys, ...$scopes, $shape->rank, self::TITLE];
            $quote = $pdo->getAttribute(PDO::ATTR_DRIVER_NAME) === 'mysql' ? '`' : '"';
            $quoted = \array_map(static fn (string $column): string => $quote . $column . $quote, $columns);
            $prepared[$shape->name] = $pdo->prepare('SELECT ' . \implode(', ', $quoted) . " FROM $quote$shape->name$quote");
            self::$statements[$pdo] = $prepared;
        }
        $statement = $prepared[$shape->name];
        $statement->execute();
        $table = [];
        $kinds = \array_map(\is_int(...), \array_map(static fn (array $values): int|string|null => $values[0], \array_values($shape->scopes)));
        foreach ($statement->fetchAll(PDO::FETCH_NUM) as $row) {
            $key = Shape::key(\array_slice($row, 0, \count($keys)));
            $at = \count($keys);
            $scope = [];
            foreach ($kinds as $integer) {
                $value = $row[$at++];
                $scope[] = $value === null ? null : ($integer ? (int) $value : (string) $value);
            }
            $table[$key] = [$scope, $row[$at] === null ? null : (int) $row[$at], (string) $row[$at + 1]];
        }
        \ksort($table);

        return $table;
    }

    /**
     * Puts a row into the table without the product, and returns its key.
     *
     * @param Scope $scope
     */
    public static function insert(PDO $pdo, Shape $shape, array $scope, int $rank, int $number): string
    {
        $values = [$shape->rank => $rank, self::TITLE => 'given'];
        foreach (\array_keys($shape->scopes) as $index => $column) {
            $values[$column] = $scope[$index];
        }
        foreach ($shape->keys as $column => $kind) {
            $values[$column] ??= $kind === 'word' ? 'w' . $number % 3 : $number;
        }
        $driver = $pdo->getAttribute(PDO::ATTR_DRIVER_NAME);
        $quote = $driver === 'mysql' ? '`' : '"';
        $columns = \implode(', ', \array_map(static fn (string $name): string => $quote . $name . $quote, \array_keys($values)));
        $places = \implode(', ', \array_fill(0, \count($values), '?'));
        $returning = $driver === 'pgsql' && $shape->keys === [] ? ' RETURNING id' : '';
        $statement = $pdo->prepare("INSERT INTO $quote$shape->name$quote ($columns) VALUES ($places)$returning");
        $statement->execute(\array_values($values));
        if ($shape->keys !== []) {
            return Shape::key(\array_map(static fn (string $column): mixed => $values[$column], $shape->keyColumns()));
        }

        return Shape::key([$returning === '' ? $pdo->lastInsertId() : $statement->fetchColumn()]);
    }

    /**
     * @param array<string, array{0: Scope, 1: int|null, 2: string}> $table
     */
    public static function text(array $table): string
    {
        $lines = [];
        foreach ($table as $key => [$scope, $rank, $title]) {
            $lines[] = \sprintf('%s in %s: %s %s', $key, Lists::name($scope), $rank ?? 'no rank', $title);
        }
        \natsort($lines);

        return $lines === [] ? '  (no rows)' : '  ' . \implode("\n  ", $lines);
    }
}
