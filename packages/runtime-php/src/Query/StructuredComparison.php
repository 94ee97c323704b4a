<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Orm\Runtime\Exception\InvalidQueryException;

/**
 * Conditions on columns whose values are more than one word: sets, lists, documents.
 *
 * @internal
 */
final class StructuredComparison
{
    /** A condition on a column of type SET: a mask of bits. */
    public static function ofSet(Source $source, int $position, mixed $value, ?string $comparison): Fragment
    {
        $operator = self::itemOperator($source, $position, $value, $comparison);
        if ($operator === 'IS NULL' || $operator === 'IS NOT NULL') {
            return new Fragment($source->column($position) . ' ' . $operator);
        }
        if ($value === null) {
            return Comparison::of($source, $position, null, $operator === 'CONTAINS_ALL' ? '=' : $operator, false);
        }
        if ($operator === 'IN' || $operator === 'NOT IN') {
            return Comparison::of($source, $position, $value, $operator, false);
        }
        $column = $source->column($position);
        if ($operator === '=' || $operator === '<>') {
            $mask = BoundValue::of($source, $position, $value);

            return new Fragment("$column $operator ?", [$mask], equal: $operator === '=' ? [$position => $mask] : []);
        }
        $mask = BoundValue::of($source, $position, \is_array($value) ? $value : [$value]);

        return match ($operator) {
            'CONTAINS_ALL' => Comparison::masked($source, $column, (int) $mask, '= ' . (int) $mask, (int) $mask === 0),
            'CONTAINS_SOME' => Comparison::masked($source, $column, (int) $mask, '<> 0'),
            'CONTAINS_NONE' => Comparison::masked($source, $column, (int) $mask, '= 0', (int) $mask === 0),
            default => throw Comparison::useless($source, $position, $operator),
        };
    }

    private static function itemOperator(Source $source, int $position, mixed $value, ?string $comparison): string
    {
        if (\is_array($value) && Comparison::looksLikeRange($value)) {
            throw Comparison::noRange($source, $position, $value);
        }

        return $comparison === null ? 'CONTAINS_ALL' : Comparison::operator($comparison);
    }

    /** A condition on a column of type ARRAY: text in the form `| a | b |`. */
    public static function ofList(Source $source, int $position, mixed $value, ?string $comparison): Fragment
    {
        $operator = self::itemOperator($source, $position, $value, $comparison);
        $column = $source->column($position);
        if ($operator === 'IS NULL' || $operator === 'IS NOT NULL') {
            return new Fragment("$column $operator");
        }
        if ($value === null) {
            return Comparison::of($source, $position, null, $operator === 'CONTAINS_ALL' ? '=' : $operator, false);
        }
        if ($operator === '=' || $operator === '<>') {
            return new Fragment(
                Comparison::compared($source, $position, $column, $operator, '?'),
                [$bound = BoundValue::of($source, $position, $value)],
                equal: $operator === '=' ? [$position => $bound] : [],
            );
        }
        if ($operator === 'IN' || $operator === 'NOT IN') {
            return Comparison::of($source, $position, $value, $operator, false);
        }
        if ($operator === 'LIKE' || $operator === 'NOT LIKE') {
            return Comparison::like($source, $position, $column, $operator, $value, false);
        }
        if (!\str_starts_with($operator, 'CONTAINS')) {
            throw Comparison::useless($source, $position, $operator);
        }
        $params = [];
        $escapes = ['!' => '!!', '%' => '!%', '_' => '!_'];
        if ($source->map::ADAPTER === 'mssql') {
            // A pattern of SQL Server can have sets of characters; others refuse what needs no escape.
            $escapes['['] = '![';
        }
        foreach (\is_array($value) ? $value : [$value] as $item) {
            // The stored form of a list of one is `| item |`: what a list that has the item has in it too.
            $stored = (string) BoundValue::of($source, $position, [$item]);
            $params[] = '%' . \strtr($stored, $escapes) . '%';
        }
        if ($params === []) {
            return $operator === 'CONTAINS_SOME' ? Fragment::never() : new Fragment("$column IS NOT NULL", holds: true);
        }
        $like = $operator === 'CONTAINS_NONE' ? 'NOT LIKE' : 'LIKE';
        $each = \array_fill(0, \count($params), "$column $like ? ESCAPE '!'");

        return new Fragment(
            '(' . \implode($operator === 'CONTAINS_SOME' ? ' OR ' : ' AND ', $each) . ')',
            $params,
        );
    }

    /** A condition on an array of the database, by its own operators. */
    public static function ofArray(Source $source, int $position, mixed $value, ?string $comparison): Fragment
    {
        $operator = self::itemOperator($source, $position, $value, $comparison);
        $column = $source->column($position);
        if ($operator === 'IS NULL' || $operator === 'IS NOT NULL') {
            return new Fragment("$column $operator");
        }
        if ($value === null || $operator === 'IN' || $operator === 'NOT IN') {
            return Comparison::of($source, $position, $value, $operator === 'CONTAINS_ALL' ? '=' : $operator, false);
        }
        $bound = BoundValue::of($source, $position, \is_array($value) ? $value : [$value]);

        return match ($operator) {
            '=' => new Fragment("$column = ?", [$bound], equal: [$position => $bound]),
            '<>', '<', '<=', '>', '>=' => new Fragment("$column $operator ?", [$bound]),
            'CONTAINS_ALL' => new Fragment("$column @> ?", [$bound]),
            'CONTAINS_SOME' => new Fragment("$column && ?", [$bound]),
            'CONTAINS_NONE' => new Fragment("NOT ($column && ?)", [$bound]),
            default => throw Comparison::useless($source, $position, $operator),
        };
    }

    /** A condition on a column whose values are documents or objects, so that an array is one value and not a list. */
    public static function ofDocument(Source $source, int $position, mixed $value, ?string $comparison): Fragment
    {
        $operator = $comparison === null ? '=' : Comparison::operator($comparison);
        $list = match ($operator) {
            'IN', 'NOT IN' => \is_array($value) && \array_is_list($value) ? $value : [$value],
            '=', '<>' => [$value],
            'IS NULL', 'IS NOT NULL', 'LIKE', 'NOT LIKE', 'ILIKE', 'NOT ILIKE' => null,
            default => throw Comparison::useless($source, $position, $operator),
        };
        if ($value === null || $list === null) {
            return Comparison::of($source, $position, $value, $operator, false);
        }
        $not = $operator === '<>' || $operator === 'NOT IN';
        $all = null;
        foreach ($list as $document) {
            $next = self::equal($source, $position, $document, $not);
            $all = $all === null ? $next : $all->then($not ? ' AND ' : ' OR ', $next);
        }

        return match (true) {
            $all === null => $not ? Fragment::always() : Fragment::never(),
            \count($list) === 1 => $all,
            default => $all->with('(', ')'),
        };
    }

    private static function equal(Source $source, int $position, mixed $value, bool $not): Fragment
    {
        $column = $source->column($position);
        if ($value === null) {
            return new Fragment($column . ($not ? ' IS NOT NULL' : ' IS NULL'));
        }
        $bound = BoundValue::of($source, $position, $value);
        $operator = $not ? '<>' : '=';
        $types = BoundValue::types($source, $position, 1);
        $asked = $not ? [] : [$position => $bound];
        if (($source->query::KINDS[$position] ?? '') !== 'document') {
            $sql = Comparison::compared($source, $position, $column, $operator, '?');

            return new Fragment($sql, [$bound], $types, equal: $asked);
        }
        if ($source->map::ADAPTER === 'oracle') {
            return new Fragment(($not ? 'NOT ' : '') . "JSON_EQUAL($column, ?)", [$bound], $types, equal: $asked);
        }

        return new Fragment(
            self::normal($source, $position, $column) . " $operator " . self::normal($source, $position, '?'),
            [$bound],
            $types,
            equal: $asked,
        );
    }

    /**
     * A document in a form that is the same text, or value, for equal documents: the order of keys does not matter, nor
     * how numbers and characters are written; the order of lists does.
     *
     * @param string $sql the column, or a placeholder
     */
    public static function normal(Source $source, int $position, string $sql): string
    {
        return match ($source->map::ADAPTER) {
            // `jsonb` refuses U+0000, which `json` takes: a row that has it must not make the query fail.
            'pgsql' => \in_array($position, $source->query::JSON_TEXTS, true)
                ? "CAST(REPLACE(CAST($sql AS text), '\u0000', '\uf8ff') AS jsonb)"
                : "CAST($sql AS jsonb)",
            // MariaDB has no type to cast to, MySQL no JSON_NORMALIZE. Comments that only one of the two executes make one
            // text of both.
            'mysql' => "/*!80000 CAST(*//*M!100700 JSON_NORMALIZE(*/$sql/*!80000  AS JSON)*//*M!100700 )*/",
            'sqlite' => "orm_json($sql)",
            default => $sql,
        };
    }

    /** A condition on a geometry: whether there is one. What else can be asked differs from database to database. */
    public static function ofGeometry(Source $source, int $position, mixed $value, ?string $comparison): Fragment
    {
        $operator = $comparison === null ? '=' : Comparison::operator($comparison);
        if (\in_array($operator, ['IS NULL', 'IS NOT NULL'], true) || ($value === null && \in_array($operator, ['=', '<>'], true))) {
            return Comparison::of($source, $position, null, $operator, false);
        }
        throw new InvalidQueryException(\sprintf(
            '%s is a geometry, which only functions of the database can compare: use where().',
            BoundValue::name($source, $position),
        ));
    }
}
