<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\ConflictException;
use Orm\Runtime\Exception\Excerpt;
use Orm\Runtime\Exception\InvalidQueryException;

/**
 * A new order of a list or of a part of it, checked against what the database has.
 *
 * @internal
 */
final class Reordering
{
    /** @var array<string, int> key as text => the rank it shall have */
    private array $wanted = [];

    private bool $wasFound = false;

    /**
     * @param list<array{list<scalar|null>, int}> $pairs key and rank
     */
    public function __construct(private readonly RankedList $list, private readonly array $pairs)
    {
        foreach ($pairs as [$key, $rank]) {
            $text = self::text($key);
            if (isset($this->wanted[$text])) {
                throw new InvalidQueryException(\sprintf('reorder() got the id %s twice.', Excerpt::of(\implode(', ', $key))));
            }
            $this->wanted[$text] = $rank;
        }
        if (\count(\array_unique($this->wanted)) !== \count($this->wanted)) {
            throw new InvalidQueryException('reorder() got the same rank for two ids.');
        }
    }

    /** The list that the rows belong to. */
    public function listOf(ConnectionWrapper $con): ListScope
    {
        $rows = $this->list->plan->rowsOf($con, \array_column($this->pairs, 0));
        $this->refuseMissing($rows);
        $this->wasFound = true;

        return $this->oneList($con, $rows);
    }

    public function apply(ConnectionWrapper $con, ListScope $scope): void
    {
        $plan = $this->list->plan;
        $rows = $plan->rowsOf($con, \array_column($this->pairs, 0));
        $this->refuseMissing($rows);
        $now = $this->oneList($con, $rows);
        if ($now->id() !== $scope->id()) {
            throw new ListMoved([$now]);
        }
        $held = [];
        foreach ($rows as [$key, $rank]) {
            $held[self::text($key)] = $rank;
        }
        $unranked = \array_search(null, $held, true);
        if ($unranked !== false) {
            throw new InvalidQueryException('reorder() got the id of a row that is in no list: insert it first.');
        }
        $report = $this->list->check($con, $scope->values);
        $wanted = \array_values($this->wanted);
        $allowed = $report->rows === \count($this->pairs) ? \range(1, $report->rows) : \array_values($held);
        \sort($wanted);
        \sort($allowed);
        if ($wanted !== $allowed) {
            throw new InvalidQueryException($report->rows === \count($this->pairs)
                ? \sprintf('reorder() of a whole list of %1$d needs each rank from 1 to %1$d once.', $report->rows)
                : 'reorder() of a part of a list can only exchange the ranks that its rows have: '
                    . \implode(', ', \array_slice($allowed, 0, 20)) . (\count($allowed) > 20 ? ', …' : '') . '.');
        }
        $changes = [];
        foreach ($rows as [$key, $rank]) {
            $new = $this->wanted[self::text($key)];
            if ($rank !== $new) {
                $changes[] = [$key, $new];
            }
        }
        if ($changes === []) {
            return;
        }
        $plan->arrange($con, $scope, $changes);
        $this->list->changed($con, $scope, $wanted[0] ?? 1, $wanted[\count($wanted) - 1] ?? null);
    }

    /**
     * @param list<array{list<scalar|null>, int|null, ListScope}> $rows
     */
    private function refuseMissing(array $rows): void
    {
        $missing = $this->wanted;
        foreach ($rows as [$key]) {
            unset($missing[self::text($key)]);
        }
        if ($missing === []) {
            return;
        }
        $shown = \implode('; ', \array_map(
            static fn (int|string $key): string => Excerpt::of((string) $key),
            \array_slice(\array_keys($missing), 0, 5),
        ));
        if ($this->wasFound) {
            throw new ConflictException("Rows that were to be reordered were deleted meanwhile: $shown. Read the list again.");
        }
        throw new InvalidQueryException("reorder() got ids of rows that do not exist: $shown.");
    }

    /**
     * The one list of the rows. Whether two scopes are one list is the database's decision: 'a' and 'A' may be.
     *
     * @param list<array{list<scalar|null>, int|null, ListScope}> $rows
     */
    private function oneList(ConnectionWrapper $con, array $rows): ListScope
    {
        $scopes = [];
        foreach ($rows as [$key, , $scope]) {
            $scopes[$scope->id()] ??= [$scope, $key];
        }
        \ksort($scopes);
        $first = null;
        foreach ($scopes as [$scope, $key]) {
            $first ??= $scope;
            $exact = $this->list->plan->exact;
            if ($first !== $scope && ($exact || $this->list->place($con, $first, $key)?->same !== true)) {
                throw new InvalidQueryException('reorder() got ids of more than one list.');
            }
        }

        return $first ?? throw new InvalidQueryException('reorder() got no ids.');
    }

    /**
     * Different keys have different texts.
     *
     * @param list<scalar|null> $key
     */
    private static function text(array $key): string
    {
        return \count($key) === 1
            ? (string) $key[0]
            : \implode(', ', \array_map(static fn (mixed $part): string => \addcslashes((string) $part, '\\,'), $key));
    }
}
