<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** A name was given that is no column of the table. */
class UnknownColumnException extends OrmException
{
    /**
     * @param list<string> $known names that would have been right
     */
    public static function in(string $table, string $name, array $known): self
    {
        $shown = \mb_strimwidth(\preg_replace('/[\x00-\x1f\x7f]/', '?', $name) ?? '?', 0, 80, '…');
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
            $shown,
            $nearest === null ? 'It has ' . \implode(', ', $known) . '.' : \sprintf('Did you mean "%s"?', $nearest),
        ));
    }
}
