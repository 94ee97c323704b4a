<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable\Model;

/**
 * Orders for `reorder`: right ones of the whole list or a part of it, and wrong ones.
 *
 * @phpstan-import-type Scope from Lists
 */
final class Reordering
{
    public const KINDS = ['whole', 'part', 'unknown', 'ranks', 'part ranks', 'two lists'];

    /**
     * @param Scope     $scope
     * @param list<int> $dice
     */
    public static function play(World $world, int $con, array $scope, string $kind, array $dice): void
    {
        [$order, $after] = self::order($world->lists, $world->shape, $scope, $kind, $dice);
        $world->order = $order;
        TableSteps::reorder($world, $con, $scope, $order, $after);
    }

    /**
     * @param Scope     $scope
     * @param list<int> $dice
     *
     * @return array{0: list<array{0: string, 1: int}>, 1: list<string>|null} the order, and the list after it
     */
    public static function order(Lists $lists, Shape $shape, array $scope, string $kind, array $dice): array
    {
        $members = $lists->members($scope);
        $count = \count($members);
        $chosen = $members;
        if ($kind === 'part' || $kind === 'part ranks') {
            $chosen = \array_values(\array_filter(
                $members,
                static fn (int $index): bool => ($dice[$index % \count($dice)] & 1) === 1,
                \ARRAY_FILTER_USE_KEY,
            ));
            $chosen = $chosen === [] ? [$members[0]] : $chosen;
        }
        // The chosen exchange their ranks by the dice.
        $ranks = \array_map(static fn (string $key): int => (int) $lists->rank($key), $chosen);
        $shuffled = $chosen;
        $throws = \array_map(static fn (int $index): int => \crc32("$index/" . \implode(' ', $dice)), \array_keys($shuffled));
        \array_multisort($throws, $shuffled);
        $order = \array_map(null, $shuffled, $ranks);
        $after = $members;
        foreach ($order as [$key, $rank]) {
            $after[$rank - 1] = $key;
        }
        if ($kind === 'unknown') {
            $missing = $shape->keys === [] ? '#2000000000' : '#' . \implode('/', \array_map(
                static fn (string $of): string => $of === 'word' ? 'w' : ($of === 'scope' ? (string) $scope[0] : '2000000000'),
                $shape->keys,
            ));

            return [[...$order, [$missing, $count + 1]], null];
        }
        if ($kind === 'ranks') {
            $order[0][1] = $count + 1;

            return [$order, null];
        }
        if ($kind === 'part ranks') {
            if ($chosen === $members) {
                $order[0][1] = 0;
            } else {
                $foreign = \array_values(\array_diff(\range(0, $count + 1), $ranks));
                $order[0][1] = $foreign[$dice[0] % \count($foreign)];
            }

            return [$order, null];
        }
        if ($kind === 'two lists') {
            foreach ($lists->all() as $others) {
                if ($others !== $members) {
                    return [[...$order, [$others[0], $count + 1]], null];
                }
            }
        }

        return [$order, $after];
    }
}
