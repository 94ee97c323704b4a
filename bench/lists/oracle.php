<?php

// Lists in memory: what the database has to be equal to after the journal was replayed in its order.

declare(strict_types=1);

namespace Bench\Lists;

/** The lists of one table. Rows are named by their code. */
final class Oracle
{
    /** @var array<string, list<string>> codes in the order of their ranks, by the list's key */
    public array $lists = [];

    /** @var array<string, list<int|string|null>> the scope of every row, ranked or not */
    public array $scopes = [];

    /** @param list<int|string|null> $scope */
    public static function key(array $scope): string
    {
        return (string) \json_encode($scope);
    }

    public function isRanked(string $code): bool
    {
        return $this->rankOf($code) !== null;
    }

    public function rankOf(string $code): ?int
    {
        if (!isset($this->scopes[$code])) {
            return null;
        }
        $at = \array_search($code, $this->lists[self::key($this->scopes[$code])] ?? [], true);

        return $at === false ? null : $at + 1;
    }

    /** @return array{?int, list<int|string|null>}|null */
    public function placeOf(string $code): ?array
    {
        return isset($this->scopes[$code]) ? [$this->rankOf($code), $this->scopes[$code]] : null;
    }

    /**
     * Does what was called. Returns the name of the exception it has to end with, or null.
     *
     * @param list<mixed> $call
     */
    public function apply(array $call): ?string
    {
        [$name] = $call;

        return match ($name) {
            'insert' => $this->insert($call[1], $call[2], $call[3]),
            'up', 'down', 'top', 'bottom', 'rank' => $this->move($name, $call[1], $call[2] ?? null),
            'swap' => $this->swap($call[1], $call[2]),
            'before', 'after' => $this->moveBeside($call[1], $call[2], $name === 'after'),
            'delete' => $this->delete($call[1]),
            'deleteAll' => $this->deleteAll($call[1]),
            'deleteList' => $this->deleteList($call[1]),
            'scope' => $this->changeScope($call[1], $call[2], $call[3]),
            'remove' => $this->remove($call[1]),
            'enter' => $this->enter($call[1], $call[2]),
            'reorder' => $this->reorder($call[1]),
            'repair' => null,
            default => throw new \LogicException("unknown operation $name"),
        };
    }

    /**
     * @param list<int|string|null> $scope
     * @param list<mixed>           $where
     */
    private function insert(string $code, array $scope, array $where): ?string
    {
        if ($where[0] === 'unranked') {
            $this->scopes[$code] = $scope;

            return null;
        }
        if (\in_array($where[0], ['before', 'after'], true)) {
            if (!$this->isRanked($where[1])) {
                return 'NotInList';
            }
            $scope = $this->scopes[$where[1]];
        }
        $refusal = $this->position($scope, $where, $at);
        if ($refusal !== null) {
            return $refusal;
        }
        $this->scopes[$code] = $scope;
        $this->put($code, $scope, $at);

        return null;
    }

    private function move(string $name, string $code, ?int $to): ?string
    {
        $rank = $this->rankOf($code);
        if ($rank === null) {
            return 'NotInList';
        }
        $scope = $this->scopes[$code];
        $count = \count($this->lists[self::key($scope)]);
        $to = match ($name) {
            'up' => \max(1, $rank - 1),
            'down' => \min($count, $rank + 1),
            'top' => 1,
            'bottom' => $count,
            default => $to,
        };
        if ($to < 1 || $to > $count) {
            return 'RankOutOfRange';
        }
        $this->take($code);
        $this->put($code, $scope, $to);

        return null;
    }

    private function swap(string $one, string $other): ?string
    {
        [$first, $second] = [$this->rankOf($one), $this->rankOf($other)];
        if ($first === null || $second === null) {
            return 'NotInList';
        }
        $scopes = [$this->scopes[$one], $this->scopes[$other]];
        $this->lists[self::key($scopes[0])][$first - 1] = $other;
        $this->lists[self::key($scopes[1])][$second - 1] = $one;
        [$this->scopes[$other], $this->scopes[$one]] = $scopes;

        return null;
    }

    private function moveBeside(string $code, string $other, bool $after): ?string
    {
        if (!$this->isRanked($code) || !$this->isRanked($other)) {
            return 'NotInList';
        }
        if ($code === $other) {
            return null;
        }
        $this->take($code);
        $this->scopes[$code] = $this->scopes[$other];
        $this->put($code, $this->scopes[$code], $this->rankOf($other) + ($after ? 1 : 0));

        return null;
    }

    private function delete(string $code): null
    {
        $this->take($code);
        unset($this->scopes[$code]);

        return null;
    }

    /** @param list<string> $codes */
    private function deleteAll(array $codes): null
    {
        foreach ($codes as $code) {
            $this->delete($code);
        }

        return null;
    }

    /** @param list<int|string|null> $scope */
    private function deleteList(array $scope): null
    {
        return $this->deleteAll($this->lists[self::key($scope)] ?? []);
    }

    /**
     * @param array<int, int|string|null> $changed the scope columns that were set, by their place
     * @param list<mixed>                 $where
     */
    private function changeScope(string $code, array $changed, array $where): ?string
    {
        if (!isset($this->scopes[$code])) {
            return 'RowGone';
        }
        $old = $this->scopes[$code];
        $new = \array_replace($old, $changed);
        if (!$this->isRanked($code) && $where[0] === 'none') {
            $this->scopes[$code] = $new;

            return null;
        }
        if ($new === $old && $where[0] === 'none') {
            return null;
        }
        $rank = $this->rankOf($code);
        $this->take($code);
        $refusal = $this->position($new, $where, $at);
        if ($refusal !== null) {
            if ($rank !== null) {
                $this->put($code, $old, $rank);
            }

            return $refusal;
        }
        $this->scopes[$code] = $new;
        $this->put($code, $new, $at);

        return null;
    }

    private function remove(string $code): ?string
    {
        if (!isset($this->scopes[$code])) {
            return 'RowGone';
        }
        $this->take($code);

        return null;
    }

    /** @param list<mixed> $where */
    private function enter(string $code, array $where): ?string
    {
        if (!isset($this->scopes[$code])) {
            return 'RowGone';
        }
        $scope = $this->scopes[$code];
        if (\in_array($where[0], ['before', 'after'], true)) {
            if (!$this->isRanked($where[1])) {
                return 'NotInList';
            }
            $scope = $this->scopes[$where[1]];
        }
        // Somebody else may have put it there meanwhile: then it gets the place that was asked for, among the others.
        $rank = $this->rankOf($code);
        $this->take($code);
        $refusal = $this->position($scope, $where, $at);
        if ($refusal !== null && $rank !== null) {
            $this->put($code, $scope, $rank);
        }
        if ($refusal === null) {
            $this->scopes[$code] = $scope;
            $this->put($code, $scope, $at);
        }

        return $refusal;
    }

    /** @param array<string, int> $ranks */
    private function reorder(array $ranks): ?string
    {
        $held = [];
        $keys = [];
        foreach (\array_keys($ranks) as $code) {
            $rank = $this->rankOf((string) $code);
            if ($rank === null) {
                return 'refused';
            }
            $held[] = $rank;
            $keys[self::key($this->scopes[$code])] = true;
        }
        $given = \array_values($ranks);
        \sort($held);
        \sort($given);
        if (\count($keys) !== 1 || $held !== $given) {
            return 'refused';
        }
        $list = &$this->lists[\array_key_first($keys)];
        foreach ($ranks as $code => $rank) {
            $list[$rank - 1] = (string) $code;
        }

        return null;
    }

    /**
     * @param list<int|string|null> $scope
     * @param list<mixed>           $where
     */
    private function position(array $scope, array $where, ?int &$at): ?string
    {
        $count = \count($this->lists[self::key($scope)] ?? []);
        if (\in_array($where[0], ['before', 'after'], true)) {
            if (!$this->isRanked($where[1])) {
                return 'NotInList';
            }
            $at = $this->rankOf($where[1]) + ($where[0] === 'after' ? 1 : 0);

            return null;
        }
        $at = match ($where[0]) {
            'none', 'bottom' => $count + 1,
            'top' => 1,
            'rank' => $where[1],
        };

        return $at < 1 || $at > $count + 1 ? 'RankOutOfRange' : null;
    }

    private function take(string $code): void
    {
        $rank = $this->rankOf($code);
        if ($rank !== null) {
            \array_splice($this->lists[self::key($this->scopes[$code])], $rank - 1, 1);
        }
    }

    /** @param list<int|string|null> $scope */
    private function put(string $code, array $scope, int $at): void
    {
        $key = self::key($scope);
        $this->lists[$key] ??= [];
        \array_splice($this->lists[$key], $at - 1, 0, [$code]);
    }
}
