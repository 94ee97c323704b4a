<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable\Model;

use Orm\Runtime\Exception\NotInListException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Exception\RankOutOfRangeException;

/**
 * Where a save puts a row.
 *
 * @phpstan-import-type Scope from Lists
 * @phpstan-type Place array{0: Scope, 1: int|null, 2: bool, 3: list<class-string<\Throwable>>}
 */
final class Placement
{
    /**
     * Scope and rank after the save, whether it may succeed, and the exceptions that may refuse it (none: it must
     * succeed).
     *
     * @return Place
     */
    public static function of(World $world, Live $live): array
    {
        return self::into($world, $live, $live->isNew ? $live->scope : $world->wished($live));
    }

    /**
     * @param Scope $scope the list that is wished for
     *
     * @return Place
     */
    public static function into(World $world, Live $live, array $scope): array
    {
        $lists = $world->lists;
        $call = $live->pending;
        $key = $live->isNew ? '' : (string) $live->key;
        $from = $live->isNew ? null : $lists->scope($key);
        $rank = $live->isNew ? null : $lists->rank($key);
        $errors = [];
        if ($world->shape->isFixed() && $from !== null && $scope !== $from) {
            return [$scope, null, false, [OrmException::class]];
        }
        if ($call === null && !$live->isNew) {
            $stays = $rank === null || $scope === $from;

            return [$scope, $stays ? $rank : \count($lists->members($scope)) + 1, true, []];
        }
        if ($call !== null && $call['kind'] === 'remove') {
            return [$scope, null, true, []];
        }
        $beside = $call['beside'] ?? null;
        if ($beside !== null) {
            if ($world->rank($beside) === null) {
                return [$scope, null, false, [$beside->isUnsettled() ? OrmException::class : NotInListException::class]];
            }
            $place = $lists->scope((string) $beside->key);
            if ($world->shape->isFixed() && $place !== $scope) {
                if (!$live->isNew) {
                    return [$scope, null, false, [OrmException::class]];
                }
                $errors[] = OrmException::class;
            }
            $scope = $place;
            if ($beside->isUnsettled()) {
                $errors[] = OrmException::class;
            }
            if ($beside->key === $key) {
                return [$scope, $rank, true, [OrmException::class]];
            }
        }
        $inside = $rank !== null && $scope === $from;
        $members = $lists->members($scope);
        if ($inside) {
            $members = \array_values(\array_diff($members, [$key]));
        }
        $last = \count($members) + 1;
        $kind = $call['kind'] ?? 'bottom';
        $wanted = match ($kind) {
            'top' => 1,
            'bottom' => $last,
            'rank' => (int) ($call['rank'] ?? 0),
            default => (int) \array_search((string) $beside?->key, $members, true) + ($kind === 'before' ? 1 : 2),
        };
        if ($wanted > $last) {
            return [$scope, null, false, [...$errors, RankOutOfRangeException::class]];
        }

        return [$scope, $wanted, true, $errors];
    }
}
