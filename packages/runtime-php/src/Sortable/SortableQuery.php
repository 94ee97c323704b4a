<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Orm;
use Orm\Runtime\Query\Criteria;
use Orm\Runtime\Query\ModelQuery;

/**
 * Lists, in the query class of a sortable table; generated methods give these types. A scope is the list of values of the
 * scope columns, in order, as the caller gave them; null stands for one that was left out.
 *
 * @template T of ActiveRecord
 *
 * @phpstan-require-extends ModelQuery
 *
 * @internal
 */
trait SortableQuery
{
    /** Whether `inList()` was called. */
    private bool $isRestricted = false;

    // What composes a query: a scope that was left out means rows of all lists

    /**
     * @param list<mixed>|null $scope
     */
    final protected function filterRank(int $rank, ?array $scope): static
    {
        return $this->filterColumns([...self::scopeConditions($scope), [self::rankPosition(), $rank, Criteria::EQUAL]]);
    }

    /**
     * @param list<mixed>|null $scope
     */
    final protected function orderRank(string $order, ?array $scope): static
    {
        $this->orderRanks($order, $this->isOfOneList());

        return $this->filterColumns(self::scopeConditions($scope));
    }

    /**
     * Leaves the rows of one list, which are those with a rank.
     *
     * @param list<mixed> $scope
     */
    final protected function restrictToList(array $scope): static
    {
        $this->isRestricted = true;
        $conditions = self::scopeConditions($scope);
        if (!(static::MAP::LIST['required'] ?? false)) {
            $conditions[] = [self::rankPosition(), null, Criteria::ISNOTNULL];
        }

        return $this->filterToList($conditions);
    }

    // What answers: a scope that was left out means the list of `inList()`, or else the one whose scope is NULL

    /**
     * @param list<mixed>|null $scope
     *
     * @return T|null
     */
    final protected function oneByRank(int $rank, ?array $scope, ?ConnectionWrapper $con): ?ActiveRecord
    {
        $query = clone $this;
        if ($query->needsList($scope)) {
            $query->filterColumns(self::scopeConditions($scope ?? self::nullScope()));
        }

        return $query->filterRank($rank, null)->findOne($con);
    }

    /**
     * @param list<mixed>|null $scope
     *
     * @return ObjectCollection<T>
     */
    final protected function listObjects(?array $scope, ?ConnectionWrapper $con): ObjectCollection
    {
        $query = clone $this;
        if ($query->needsList($scope)) {
            $query->restrictToList($scope ?? self::nullScope());
        }

        return $query->orderRank(Criteria::ASC, null)->find($con);
    }

    /**
     * Whether the list is not known from `inList()`. A scope of NULL behind it stands for none: arguments by name, such
     * as `findList(con: $con)`, cannot be told from it.
     *
     * @param list<mixed>|null $scope
     */
    private function needsList(?array $scope): bool
    {
        return !$this->isRestricted || ($scope !== null && $scope !== self::nullScope());
    }

    // What does not look at the conditions of a query

    /**
     * @param list<mixed>|null $scope
     *
     * @return list<T>
     */
    final protected static function selectRanked(string $order, ?array $scope, ?ConnectionWrapper $con): array
    {
        $query = new static();
        if ($scope !== null) {
            $query->restrictToList($scope);
        }

        return \array_values($query->orderRank($order, null)->find($con)->getData());
    }

    /**
     * @param list<mixed> $scope
     *
     * @return list<T>
     */
    final protected static function listArray(array $scope, ?ConnectionWrapper $con): array
    {
        return static::selectRanked(Criteria::ASC, $scope, $con);
    }

    /**
     * @param list<mixed> $scope
     */
    final protected static function listCount(array $scope, ?ConnectionWrapper $con): int
    {
        return (new static())->restrictToList($scope)->count($con);
    }

    /**
     * @param list<mixed> $scope
     */
    final protected static function listDelete(array $scope, ?ConnectionWrapper $con): int
    {
        return (new static())->restrictToList($scope)->delete($con);
    }

    /**
     * @param list<mixed> $scope
     */
    final protected static function maxRank(array $scope, ?ConnectionWrapper $con): ?int
    {
        return RankedList::of(static::MAP)->max(self::readingLists($con), ListArguments::scope(static::MAP, $scope));
    }

    /**
     * @param array<int|string, mixed> $newOrder ranks by key, or pairs of key and rank
     */
    final protected static function reorderRanks(array $newOrder, ?ConnectionWrapper $con): bool
    {
        $pairs = ListArguments::pairs(static::MAP, $newOrder);
        if ($pairs !== []) {
            RankedList::of(static::MAP)->reorder(self::writingLists($con), $pairs);
        }

        return true;
    }

    /**
     * @param list<mixed> $scope
     */
    final protected static function listCheck(array $scope, ?ConnectionWrapper $con): ListReport
    {
        return RankedList::of(static::MAP)->examine(self::writingLists($con), ListArguments::scope(static::MAP, $scope));
    }

    /**
     * @param list<mixed> $scope
     *
     * @return int the number of rows whose rank was wrong
     */
    final protected static function listRepair(array $scope, ?ConnectionWrapper $con): int
    {
        return RankedList::of(static::MAP)->repair(self::writingLists($con), ListArguments::scope(static::MAP, $scope));
    }

    /**
     * Locks lists until the transaction ends, so that what follows waits for nobody.
     *
     * @param array<mixed> $scopes a value per list; a list of values where several columns make the scope
     */
    final protected static function listLock(array $scopes, ?ConnectionWrapper $con): void
    {
        RankedList::of(static::MAP)->lock(self::writingLists($con), ListArguments::scopes(static::MAP, $scopes));
    }

    /**
     * @param list<mixed>|null $scope
     *
     * @return list<array{int, mixed, string}>
     */
    private static function scopeConditions(?array $scope): array
    {
        $conditions = [];
        foreach ($scope === null ? [] : static::MAP::LIST['scope'] ?? [] as $index => $position) {
            $conditions[] = [$position, $scope[$index] ?? null, Criteria::EQUAL];
        }

        return $conditions;
    }

    /**
     * @return list<null>
     */
    private static function nullScope(): array
    {
        return \array_fill(0, \count(static::MAP::LIST['scope'] ?? []), null);
    }

    private static function rankPosition(): int
    {
        return static::MAP::LIST['rank'] ?? -1;
    }

    private static function readingLists(?ConnectionWrapper $con): ConnectionWrapper
    {
        return $con ?? Orm::$read[static::DATABASE] ?? Orm::readConnection(static::DATABASE);
    }

    private static function writingLists(?ConnectionWrapper $con): ConnectionWrapper
    {
        return $con ?? Orm::$write[static::DATABASE] ?? Orm::writeConnection(static::DATABASE);
    }
}
