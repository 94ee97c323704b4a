<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable\Model;

/**
 * The oracle's table: rows, and for every list an array of keys whose order is the order of the ranks. There are no rank
 * numbers to get wrong. A clone is a snapshot.
 *
 * @phpstan-type Scope list<int|string|null>
 */
final class Lists
{
    /** @var array<string, array{scope: Scope, title: string, ranked: bool}> by key */
    private array $rows = [];

    /** @var array<string, list<string>> keys of the members by scope */
    private array $lists = [];

    /** @var array<string, string> the key of the last row that an object of the story, by its name, has inserted */
    public array $births = [];

    /**
     * @param Scope $scope
     */
    public static function name(array $scope): string
    {
        return \json_encode($scope, \JSON_THROW_ON_ERROR);
    }

    public function has(string $key): bool
    {
        return isset($this->rows[$key]);
    }

    /** @return list<string> */
    public function keys(): array
    {
        return \array_map(strval(...), \array_keys($this->rows));
    }

    public function title(string $key): string
    {
        return $this->rows[$key]['title'];
    }

    public function setTitle(string $key, string $title): void
    {
        $this->rows[$key]['title'] = $title;
    }

    /** @return Scope */
    public function scope(string $key): array
    {
        return $this->rows[$key]['scope'];
    }

    public function rank(string $key): ?int
    {
        if (!($this->rows[$key]['ranked'] ?? false)) {
            return null;
        }
        $index = \array_search($key, $this->lists[self::name($this->rows[$key]['scope'])], true);

        return \is_int($index) ? $index + 1 : throw new \LogicException("$key is not in its list");
    }

    /**
     * @param Scope $scope
     *
     * @return list<string>
     */
    public function members(array $scope): array
    {
        return $this->lists[self::name($scope)] ?? [];
    }

    /** @return array<string, list<string>> */
    public function all(): array
    {
        return $this->lists;
    }

    /**
     * @param Scope    $scope
     * @param int|null $rank  null: in no list
     */
    public function insert(string $key, array $scope, string $title, ?int $rank): void
    {
        $this->rows[$key] = ['scope' => $scope, 'title' => $title, 'ranked' => false];
        if ($rank !== null) {
            $this->enter($key, $scope, $rank);
        }
    }

    /** The row goes, and the others close up. */
    public function delete(string $key): void
    {
        $this->leave($key);
        unset($this->rows[$key]);
    }

    public function leave(string $key): void
    {
        if (!$this->rows[$key]['ranked']) {
            return;
        }
        $name = self::name($this->rows[$key]['scope']);
        $rest = \array_values(\array_filter($this->lists[$name], static fn (string $other): bool => $other !== $key));
        $this->rows[$key]['ranked'] = false;
        if ($rest === []) {
            unset($this->lists[$name]);
        } else {
            $this->lists[$name] = $rest;
        }
    }

    /**
     * A row that is in no list gets into one, before the member that has this rank.
     *
     * @param Scope $scope
     */
    public function enter(string $key, array $scope, int $rank): void
    {
        $name = self::name($scope);
        $members = $this->lists[$name] ?? [];
        if ($this->rows[$key]['ranked'] || $rank < 1 || $rank > \count($members) + 1) {
            throw new \LogicException("$key cannot enter $name at $rank");
        }
        \array_splice($members, $rank - 1, 0, [$key]);
        $this->lists[$name] = $members;
        $this->rows[$key]['scope'] = $scope;
        $this->rows[$key]['ranked'] = true;
    }

    /**
     * @param Scope $scope
     */
    public function setScope(string $key, array $scope): void
    {
        if ($this->rows[$key]['ranked']) {
            throw new \LogicException("$key is in a list");
        }
        $this->rows[$key]['scope'] = $scope;
    }

    public function move(string $key, int $rank): void
    {
        $scope = $this->rows[$key]['scope'];
        $this->leave($key);
        $this->enter($key, $scope, $rank);
    }

    public function swap(string $one, string $two): void
    {
        $places = [[$one, $this->spot($two)], [$two, $this->spot($one)]];
        foreach ($places as [$key, [$name, $index, $scope]]) {
            $this->lists[$name][$index] = $key;
            $this->rows[$key]['scope'] = $scope;
        }
        foreach ($this->lists as $name => $members) {
            $this->lists[$name] = \array_values($members);
        }
    }

    /**
     * The members take this order.
     *
     * @param Scope        $scope
     * @param list<string> $keys
     */
    public function arrange(array $scope, array $keys): void
    {
        $before = $this->members($scope);
        $after = $keys;
        \sort($before);
        \sort($after);
        if ($before !== $after) {
            throw new \LogicException('an arrangement of other rows');
        }
        $this->lists[self::name($scope)] = $keys;
    }

    /**
     * What the table has to hold.
     *
     * @return array<string, array{0: Scope, 1: int|null, 2: string}> scope, rank and title by key, in the order of keys
     */
    public function table(): array
    {
        $table = [];
        foreach ($this->rows as $key => $row) {
            $table[$key] = [$row['scope'], null, $row['title']];
        }
        foreach ($this->lists as $members) {
            foreach ($members as $index => $key) {
                $table[$key][1] = $index + 1;
            }
        }
        \ksort($table);

        return $table;
    }

    /**
     * @return array{string, int, Scope}
     */
    private function spot(string $key): array
    {
        return [
            self::name($this->rows[$key]['scope']),
            ($this->rank($key) ?? throw new \LogicException("$key is in no list")) - 1,
            $this->rows[$key]['scope'],
        ];
    }
}
