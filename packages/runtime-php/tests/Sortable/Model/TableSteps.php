<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable\Model;

use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Sortable\ListReport;

/**
 * Calls of query classes, and what the oracle says about them.
 *
 * @phpstan-import-type Scope from Lists
 */
final class TableSteps
{
    /** A row is found by its key, through the database or, `$pooled`, as findPk() does it. */
    public static function load(World $world, int $con, string $name, string $key, bool $pooled): void
    {
        $shape = $world->shape;
        $argument = $shape->keyArgument($key);
        $known = null;
        foreach ($world->lives as $live) {
            if ($live->con === $con && $live->key === $key && $live->pooled && !$live->isDeleted && !$live->isNew) {
                $known = $live;
            }
        }
        if ($pooled && $known !== null) {
            // From the pool, whatever the database has.
            $world->perform(
                static fn (): mixed => (new ($shape->query())())->{'findPk'}($argument, $world->connection($con)),
                static function (mixed $result) use ($world, $known, $name): void {
                    if (!$world->isDry() && $result !== $known->object) {
                        throw new Mismatch('result', 'the pool has another object');
                    }
                    $world->lives[$name] = $known;
                    $world->answer = $known->key;
                },
            );

            return;
        }
        $world->perform(
            static fn (): mixed => (new ($shape->query())())->{'filterByPrimaryKey'}($argument)->findOne($world->connection($con)),
            static fn (mixed $result) => ObjectSteps::returned($world, $con, $name, $world->lists->has($key) ? $key : null, $result),
        );
    }

    /**
     * @param Scope $scope
     */
    public static function findList(World $world, int $con, string $name, array $scope, bool $static): void
    {
        $query = $world->shape->query();
        $keys = $world->lists->members($scope);
        $world->perform(
            static fn (): mixed => $static
                ? $query::{'retrieveList'}(...$scope, ...self::con($world, $con))
                : (new $query())->{'findList'}(...$scope, ...self::con($world, $con)),
            static function (mixed $result) use ($world, $con, $name, $keys): void {
                $objects = \is_iterable($result) ? [...$result] : [];
                if (!$world->isDry() && \count($objects) !== \count($keys)) {
                    throw new Mismatch('result', \sprintf('the list has %d objects in place of %d', \count($objects), \count($keys)));
                }
                foreach ($keys as $index => $key) {
                    ObjectSteps::returned($world, $con, "{$name}_$index", $key, \array_values($objects)[$index] ?? null);
                }
                $world->answer = $keys;
            },
        );
    }

    /**
     * @param Scope $scope
     */
    public static function byRank(World $world, int $con, string $name, array $scope, int $rank, bool $static): void
    {
        $query = $world->shape->query();
        $world->perform(
            static fn (): mixed => $static
                ? $query::{'retrieveByRank'}($rank, ...$scope, ...self::con($world, $con))
                : (new $query())->{'findOneByRank'}($rank, ...$scope, ...self::con($world, $con)),
            static fn (mixed $result) => ObjectSteps::returned(
                $world,
                $con,
                $name,
                $world->lists->members($scope)[$rank - 1] ?? null,
                $result,
            ),
        );
    }

    /**
     * A method that only answers with a number.
     *
     * @param Scope $scope
     */
    public static function number(World $world, int $con, string $method, array $scope): void
    {
        $query = $world->shape->query();
        $count = \count($world->lists->members($scope));
        $expected = match ($method) {
            'getMaxRank' => $count === 0 ? null : $count,
            'countList' => $count,
            default => 0,
        };
        $world->perform(
            static fn (): mixed => $query::$method(...$scope, ...self::con($world, $con)),
            static fn (mixed $result) => $method === 'checkList'
                ? self::compare($world, true, $result instanceof ListReport && $result->isRight())
                : self::compare($world, $expected, $result),
        );
    }

    public static function deleteByTitle(World $world, int $con, string $title): void
    {
        $keys = \array_values(\array_filter(
            $world->lists->keys(),
            static fn (string $key): bool => $world->lists->title($key) === $title,
        ));
        self::bulk($world, $keys, static fn (): mixed => (new ($world->shape->query())())->{'filterByTitle'}($title)
            ->delete($world->connection($con)));
    }

    /**
     * @param list<string> $keys
     */
    public static function deleteByKeys(World $world, int $con, array $keys): void
    {
        $arguments = \array_map($world->shape->keyArgument(...), $keys);
        self::bulk($world, $keys, static fn (): mixed => (new ($world->shape->query())())->{'filterByPrimaryKeys'}($arguments)
            ->delete($world->connection($con)));
    }

    /**
     * @param Scope $scope
     */
    public static function deleteList(World $world, int $con, array $scope): void
    {
        $query = $world->shape->query();
        self::bulk(
            $world,
            $world->lists->members($scope),
            static fn (): mixed => $query::{'deleteList'}(...$scope, ...self::con($world, $con)),
        );
    }

    /**
     * @param list<array{0: string, 1: int}> $order key and rank
     * @param list<string>|null              $after the members in their new order; null: it has to be refused
     * @param Scope                          $scope
     */
    public static function reorder(World $world, int $con, array $scope, array $order, ?array $after): void
    {
        $query = $world->shape->query();
        $argument = [];
        foreach ($order as [$key, $rank]) {
            $value = $world->shape->keyArgument($key);
            if (\is_int($value)) {
                $argument[$value] = $rank;
            } else {
                $argument[] = [$value, $rank];
            }
        }
        $world->perform(
            static fn (): mixed => $query::{'reorder'}($argument, ...self::con($world, $con)),
            $after === null ? null : static function (mixed $result) use ($world, $scope, $after): void {
                self::compare($world, true, $result);
                $world->lists->arrange($scope, $after);
            },
            $after === null ? [OrmException::class] : [],
        );
    }

    /** Objects that are still in use leave the pool. */
    public static function clearPool(World $world, int $con): void
    {
        if (!$world->isDry()) {
            $world->connections[$con]->getPool()?->clear();
        }
        foreach ($world->lives as $live) {
            if ($live->con === $con) {
                $live->pooled = false;
            }
        }
    }

    /**
     * @param list<Scope> $scopes
     */
    public static function lock(World $world, int $con, array $scopes): void
    {
        $query = $world->shape->query();
        $arguments = $world->shape->scopes === [] ? [] : [\array_map(Shape::scopeArgument(...), $scopes)];
        $world->perform(
            static fn (): mixed => $query::{'lockLists'}(...$arguments, ...self::con($world, $con)),
            static fn () => null,
        );
    }

    /**
     * @param list<string>       $keys
     * @param \Closure(): mixed $call
     */
    private static function bulk(World $world, array $keys, \Closure $call): void
    {
        $world->perform($call, static function (mixed $result) use ($world, $keys): void {
            self::compare($world, \count($keys), $result);
            foreach ($keys as $key) {
                $world->lists->delete($key);
            }
        });
    }

    private static function compare(World $world, mixed $expected, mixed $actual): void
    {
        $world->answer = $expected;
        if (!$world->isDry() && $actual !== $expected) {
            throw new Mismatch('result', \sprintf('it returned %s, expected was %s', \var_export($actual, true), \var_export($expected, true)));
        }
    }

    /** @return list<mixed> the connection as the last argument, or nothing for the default one */
    private static function con(World $world, int $con): array
    {
        $given = $world->connection($con);

        return $given === null ? [] : [$given];
    }
}
