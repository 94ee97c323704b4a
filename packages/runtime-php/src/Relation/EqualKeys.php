<?php

declare(strict_types=1);

namespace Orm\Runtime\Relation;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Map\TableMap;
use PDO;

/**
 * Texts that are one key to the database and two to PHP: `de` and `DE` in a collation without cases, or with spaces behind
 * them. Which ones are only the database can say, and what it said is kept here.
 *
 * @internal
 */
final class EqualKeys
{
    /** What is kept of one column: where there are more, each row is spelt its own way. */
    private const LIMIT = 10_000;

    /** Keys that one statement asks for. */
    private const TOGETHER = 200;

    /** @var array<class-string<TableMap>, array<int, array<string, string>>> by column: a text => the one that stands for it */
    private static array $known = [];

    /** @var array<class-string<TableMap>, array<string, true>> keys that the database was asked for */
    private static array $asked = [];

    /**
     * The database takes both for one key of a column.
     *
     * @param class-string<TableMap> $map
     */
    public static function note(string $map, int $position, string $one, string $other): void
    {
        if (\count(self::$known[$map][$position] ?? []) > self::LIMIT) {
            self::$known[$map][$position] = self::$asked[$map] = [];
        }
        $stands = self::of($map, $position, $one);
        $replaced = self::of($map, $position, $other);
        if ($stands === $replaced) {
            return;
        }
        $known = self::$known[$map][$position] ?? [];
        foreach ([$one, $other, $replaced, ...\array_map(\strval(...), \array_keys($known, $replaced, true))] as $text) {
            $known[$text] = $stands;
        }
        self::$known[$map][$position] = $known;
    }

    /**
     * The text that stands for all that are equal to it, as far as that is known.
     *
     * @param class-string<TableMap> $map
     */
    public static function of(string $map, int $position, string $text): string
    {
        return self::$known[$map][$position][$text] ?? $text;
    }

    /** Whether the key that others have of an object has a text. */
    public static function isText(Link $link, ActiveRecord $parent): bool
    {
        foreach ($link->columns as [, $there]) {
            if (\is_string($parent->valueAt($there))) {
                return true;
            }
        }

        return false;
    }

    /**
     * Asks the database which rows the texts in the keys of objects stand for.
     *
     * @param Link                        $link the relation of the objects that has the key
     * @param iterable<ActiveRecord>      $objects
     * @param callable(): ConnectionWrapper $con
     *
     * @return bool whether there was something to ask
     */
    public static function ask(Link $link, iterable $objects, callable $con): bool
    {
        $map = $link->map;
        $open = [];
        foreach ($objects as $object) {
            $key = self::textKey($link, $object);
            $id = $key === null ? '' : \json_encode($key, \JSON_INVALID_UTF8_SUBSTITUTE);
            if ($key !== null && !isset(self::$asked[$map][(string) $id])) {
                self::$asked[$map][(string) $id] = true;
                $open[] = $key;
            }
        }
        foreach (\array_chunk($open, self::TOGETHER) as $keys) {
            self::askTogether($link, $keys, $con());
        }

        return $open !== [];
    }

    /**
     * @param list<list<int|string>> $keys
     */
    private static function askTogether(Link $link, array $keys, ConnectionWrapper $con): void
    {
        $map = $link->map;
        $columns = \array_map(static fn (array $pair): string => $map::COLUMNS[$pair[1]][1], $link->columns);
        $select = \implode(', ', $columns) . ' FROM ' . $map::QUOTED . ' WHERE ' . \implode(' = ? AND ', $columns) . ' = ?';
        $parts = [];
        foreach ($keys as $number => $_) {
            $parts[] = "SELECT $number, $select";
        }
        $rows = $con->query(\implode(' UNION ALL ', $parts), \array_merge(...$keys))->fetchAll(PDO::FETCH_NUM);
        /** @var list<int|string> $row */
        foreach ($rows as $row) {
            $key = $keys[(int) \array_shift($row)];
            foreach ($link->columns as $index => [, $there]) {
                if (\is_string($key[$index]) && \is_string($row[$index]) && $key[$index] !== $row[$index]) {
                    self::note($map, $there, $row[$index], $key[$index]);
                }
            }
        }
    }

    /**
     * The key of an object, where it is of texts and numbers and has a text; null for others.
     *
     * @return list<int|string>|null
     */
    private static function textKey(Link $link, ActiveRecord $object): ?array
    {
        $key = [];
        $hasText = false;
        foreach ($link->columns as [$here]) {
            $value = $object->valueAt($here);
            if (!\is_int($value) && !\is_string($value)) {
                return null;
            }
            $hasText = $hasText || \is_string($value);
            $key[] = $value;
        }

        return $hasText ? $key : null;
    }
}
