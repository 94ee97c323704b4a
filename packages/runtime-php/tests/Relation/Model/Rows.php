<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation\Model;

/** The rows of all tables, as plain arrays: what a database would have, with what its foreign keys do. */
final class Rows
{
    /** @var array<string, array<string, array<string, int|string|null>>> table => row => `amount` and relations => value */
    public array $tables;

    /** @var array<string, array<string, true>> many-to-many relation => `one>other` */
    public array $links;

    public function __construct()
    {
        $this->tables = \array_fill_keys(Schema::TABLES, []);
        $this->links = \array_fill_keys(\array_keys(Schema::CROSSES), []);
    }

    public function has(string $table, string $row): bool
    {
        return isset($this->tables[$table][$row]);
    }

    /** @return list<string> */
    public function pointingAt(string $relation, string $parent): array
    {
        $found = [];
        foreach ($this->tables[Schema::RELATIONS[$relation]['child']] as $row => $values) {
            if ($values[$relation] === $parent) {
                $found[] = (string) $row;
            }
        }

        return $found;
    }

    /** @return list<string> what a row is linked with, from the given end */
    public function linkedWith(string $cross, int $end, string $row): array
    {
        $found = [];
        foreach ($this->links[$cross] as $pair => $_) {
            $ends = \explode('>', (string) $pair);
            if ($ends[$end] === $row) {
                $found[] = $ends[1 - $end];
            }
        }

        return $found;
    }

    /**
     * Deletes a row and what goes with it.
     *
     * @return array{gone: array<string, true>, cut: list<array{string, string}>}|null null when a foreign key forbids it
     */
    public function delete(string $table, string $row): ?array
    {
        $gone = [$row => true];
        $cut = [];
        $open = [[$table, $row]];
        while ($open !== []) {
            [$from, $parent] = \array_shift($open);
            foreach (Schema::listsOf($from) as $relation => ['child' => $child, 'onDelete' => $onDelete]) {
                foreach ($this->pointingAt($relation, $parent) as $each) {
                    if ($onDelete === 'restrict') {
                        return null;
                    }
                    if ($onDelete === 'setnull') {
                        $cut[] = [$each, $relation];
                    } elseif (!isset($gone[$each])) {
                        $gone[$each] = true;
                        $open[] = [$child, $each];
                    }
                }
            }
        }
        foreach ($cut as [$each, $relation]) {
            $this->tables[Schema::RELATIONS[$relation]['child']][$each][$relation] = null;
        }
        foreach (Schema::TABLES as $each) {
            $this->tables[$each] = \array_diff_key($this->tables[$each], $gone);
        }
        foreach ($this->links as $cross => $pairs) {
            $this->links[$cross] = \array_filter(
                $pairs,
                static fn (string $pair): bool => \array_intersect_key(\array_flip(\explode('>', $pair)), $gone) === [],
                \ARRAY_FILTER_USE_KEY,
            );
        }

        return ['gone' => $gone, 'cut' => \array_values(\array_filter($cut, static fn (array $each): bool => !isset($gone[$each[0]])))];
    }
}
