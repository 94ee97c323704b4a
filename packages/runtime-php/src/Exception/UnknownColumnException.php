<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

use Orm\Runtime\Map\TableMap;

/** A name was given that is no column of the table. */
class UnknownColumnException extends OrmException
{
    /**
     * @param list<string> $known names that would have been right
     */
    public static function in(string $table, string $name, array $known): self
    {
        $nearest = null;
        $least = 4;
        foreach ($known as $candidate) {
            $distance = \levenshtein(\strtolower(\substr($name, 0, 200)), \strtolower($candidate));
            if ($distance < $least) {
                $least = $distance;
                $nearest = $candidate;
            }
        }

        return new self(\sprintf(
            'Table "%s" has no column "%s". %s',
            $table,
            Excerpt::of($name),
            $nearest === null ? 'It has ' . \implode(', ', $known) . '.' : \sprintf('Did you mean "%s"?', $nearest),
        ));
    }

    /**
     * What is not public is not there for code that goes by names.
     *
     * @param class-string<TableMap> $map
     */
    public static function hidden(string $map, int $position, string $deed, string $attribute): self
    {
        return new self(\sprintf(
            'The column "%s" of table "%s" cannot be %s by name: its %s in the schema is not public. Methods of the class can.',
            $map::COLUMNS[$position][0],
            $map::TABLE_NAME,
            $deed,
            $attribute,
        ));
    }
}
