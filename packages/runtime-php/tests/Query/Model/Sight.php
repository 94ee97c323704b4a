<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query\Model;

use Orm\Runtime\ActiveRecord\ActiveRecord;

/** Objects that were found, and those that should have been, in the same words. */
final class Sight
{
    public function __construct(private readonly Meaning $meaning)
    {
    }

    /**
     * What can be seen of an object: its key, further columns, what was loaded eagerly.
     *
     * @return array<string, mixed>
     */
    public function seen(ActiveRecord $object): array
    {
        $seen = ['id' => self::identity($this->meaning->table, $object), 'values' => [], 'one' => [], 'many' => []];
        foreach (\array_keys($this->meaning->columns) as $name) {
            $seen['values'][$name] = Normal::value($object->getVirtualColumn($name));
        }
        foreach ($this->meaning->with as $source => ['parent' => $parent, 'relation' => $relation]) {
            if ($parent !== $this->meaning->root) {
                continue;
            }
            $known = Schema::relations($this->meaning->table)[$relation];
            if ($known['many']) {
                $ids = [];
                foreach ($object->{'get' . self::plural($relation)}() as $related) {
                    $ids[] = self::identity($known['table'], $related);
                }
                \sort($ids);
                $seen['many'][$source] = $ids;
            } else {
                $related = $object->{"get$relation"}();
                $seen['one'][$source] = $related === null ? null : self::identity($known['table'], $related);
            }
        }

        return $seen;
    }

    /**
     * What should be seen of it.
     *
     * @param array<string, mixed> $row
     *
     * @return array<string, mixed>
     */
    public function expected(array $row): array
    {
        $shown = ['id' => $row['id'], 'values' => \array_map(Normal::value(...), $row['values']), 'one' => [], 'many' => []];
        foreach ($this->meaning->with as $source => ['parent' => $parent]) {
            if ($parent !== $this->meaning->root) {
                continue;
            }
            if (isset($row['many'][$source])) {
                $ids = \array_map(\strval(...), \array_keys($row['many'][$source]));
                \sort($ids);
                $shown['many'][$source] = $ids;
            } else {
                $shown['one'][$source] = $row['one'][$source];
            }
        }

        return $shown;
    }

    private static function identity(string $table, object $object): string
    {
        return \implode('/', \array_map(static fn (string $column): string => (string) $object->{"get$column"}(), Schema::key($table)));
    }

    private static function plural(string $relation): string
    {
        return ['Child' => 'Children', 'Box' => 'Boxes'][$relation] ?? "{$relation}s";
    }
}
