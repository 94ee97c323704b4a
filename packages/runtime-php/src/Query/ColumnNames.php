<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Orm\Runtime\Exception\Excerpt;
use Orm\Runtime\Exception\InvalidQueryException;

/**
 * Finds the tables and columns that callers name.
 *
 * @internal
 */
final class ColumnNames
{
    /**
     * The table that a name stands for: an alias, a joined relation, or a table's own name. Null when it is none.
     *
     * @param array<string, Join> $joins
     */
    public static function source(string $name, Source $root, array $joins): ?Source
    {
        if ($root->alias !== '' && $root->name === $name) {
            return $root;
        }
        if (isset($joins[$name])) {
            return $joins[$name]->source;
        }
        if (self::isTable($root, $name)) {
            return $root;
        }
        foreach ($joins as $join) {
            if (self::isTable($join->source, $name)) {
                return $join->source;
            }
        }

        return null;
    }

    private static function isTable(Source $source, string $name): bool
    {
        $map = $source->map;

        return $name === $map::TABLE_PHP_NAME || $name === $map::TABLE_NAME || \ltrim($name, '\\') === $map::OM_CLASS;
    }

    /**
     * The column of a name that must be one: `Title`, `Book.Title`, `Author.Name`, `book.title`.
     *
     * @param Source              $own   the table of names without a dot
     * @param array<string, Join> $joins
     *
     * @return array{Source, int}
     */
    public static function column(string $name, Source $own, Source $root, array $joins): array
    {
        $dot = \strrpos($name, '.');
        if ($dot === false) {
            return [$own, $own->map::positionOf($name)];
        }
        $prefix = \substr($name, 0, $dot);
        $source = $own->name === $prefix ? $own : self::source($prefix, $root, $joins);
        if ($source === null) {
            $known = \array_map(\strval(...), [$root->name, ...\array_keys($joins)]);
            throw new InvalidQueryException(\sprintf(
                'The query knows no table "%s" for the column "%s". It has %s; others have to be joined first.',
                self::shown($prefix),
                self::shown($name),
                \implode(', ', $known),
            ));
        }

        return [$source, $source->map::positionOf(\substr($name, $dot + 1))];
    }

    /** What a caller gave, fit for a message. */
    public static function shown(string $text): string
    {
        return Excerpt::of($text);
    }

    /**
     * The known word nearest to a wrong one, for a message.
     *
     * @param list<string> $known
     */
    public static function hint(string $name, array $known): string
    {
        $nearest = null;
        $least = 4;
        foreach ($known as $candidate) {
            $distance = \levenshtein(\strtolower(\substr($name, 0, 200)), \strtolower(\substr($candidate, 0, 200)));
            if ($distance < $least) {
                $least = $distance;
                $nearest = $candidate;
            }
        }
        if ($nearest !== null) {
            return \sprintf('Did you mean "%s"?', $nearest);
        }

        return $known === [] ? 'There are none.' : 'There are ' . \implode(', ', $known) . '.';
    }
}
