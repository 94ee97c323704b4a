<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable;

use Orm\Runtime\Map\TableMap;
use Stringable;

/**
 * Rows in the order of their ranks. Those without a rank come last in both directions, whatever the database thinks of
 * NULL.
 *
 * @internal
 */
final class RankOrder implements Stringable
{
    private function __construct(private readonly string $sql, private readonly string $always)
    {
    }

    /**
     * @param class-string<TableMap> $map       of a sortable table
     * @param string                 $qualifier what stands before a column, with the dot
     * @param bool                   $ranked    whether all rows have a rank; an index can then serve the order
     */
    public static function of(string $map, string $qualifier, bool $descending, bool $ranked): self
    {
        $always = self::sql($map, $qualifier, $descending, false);

        return new self($ranked ? self::sql($map, $qualifier, $descending, true) : $always, $always);
    }

    /** The same order for rows of which some may have no rank. */
    public function ofAllRows(): self
    {
        return new self($this->always, $this->always);
    }

    /** What stands behind ORDER BY. */
    public function __toString(): string
    {
        return $this->sql;
    }

    /**
     * @param class-string<TableMap> $map
     */
    private static function sql(string $map, string $qualifier, bool $descending, bool $ranked): string
    {
        $list = $map::LIST;
        if ($list === []) {
            return '';
        }
        $column = $qualifier . $map::COLUMNS[$list['rank']][1];
        $plain = $column . ($descending ? ' DESC' : ' ASC');
        // PostgreSQL and Oracle take NULL for the greatest value, the others for the least.
        $greatest = \in_array($map::ADAPTER, ['pgsql', 'oracle'], true);
        if ($ranked || $list['required'] || $greatest !== $descending) {
            return $plain;
        }

        return match ($map::ADAPTER) {
            'mysql' => "$column IS NULL, $plain",
            'mssql' => "CASE WHEN $column IS NULL THEN 1 ELSE 0 END, $plain",
            default => "$plain NULLS LAST",
        };
    }
}
