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
        $operator = $comparison === null ? 'CONTAINS_ALL' : Comparison::operator($comparison);
        if ($operator === 'IS NULL' || $operator === 'IS NOT NULL') {
            return new Fragment($source->column($position) . ' ' . $operator);
        }
        if ($value === null) {
            return Comparison::of($source, $position, null, $operator === 'CONTAINS_ALL' ? '=' : $operator, false);
        }
        if ($operator === 'IN' || $operator === 'NOT IN') {
            return Comparison::of($source, $position, $value, $operator, false);
        }
        $mask = BoundValue::of($source, $position, \is_array($value) ? $value : [$value]);
        $column = $source->column($position);

        return match ($operator) {
            'CONTAINS_ALL' => Comparison::masked($source, $column, (int) $mask, '= ' . (int) $mask),
            'CONTAINS_SOME' => Comparison::masked($source, $column, (int) $mask, '<> 0'),
            'CONTAINS_NONE' => Comparison::masked($source, $column, (int) $mask, '= 0'),
            '=', '<>' => new Fragment("$column $operator ?", [$mask]),
            default => throw Comparison::useless($source, $position, $operator),
        };
    }

    /** A condition on a column of type ARRAY: text in the form `| a | b |`. */
    public static function ofList(Source $source, int $position, mixed $value, ?string $comparison): Fragment
    {
        $operator = $comparison === null ? 'CONTAINS_ALL' : Comparison::operator($comparison);
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
                [BoundValue::of($source, $position, \is_array($value) ? $value : [$value])],
            );
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
            return new Fragment($operator === 'CONTAINS_SOME' ? '1 = 0' : "$column IS NOT NULL");
        }
        $like = $operator === 'CONTAINS_NONE' ? 'NOT LIKE' : 'LIKE';
        $each = \array_fill(0, \count($params), "$column $like ? ESCAPE '!'");

        return new Fragment(
            '(' . \implode($operator === 'CONTAINS_SOME' ? ' OR ' : ' AND ', $each) . ')',
            $params,
        );
    }

    /** A condition on a column whose values are documents or objects, so that an array is one value and not a list. */
    public static function ofDocument(Source $source, int $position, mixed $value, ?string $comparison): Fragment
    {
        $operator = $comparison === null ? '=' : Comparison::operator($comparison);
        if ($value === null || ($operator !== '=' && $operator !== '<>')) {
            return Comparison::of($source, $position, $value, $operator, false);
        }
        $bound = BoundValue::of($source, $position, $value);
        $column = $source->column($position);
        $document = ($source->query::KINDS[$position] ?? '') === 'document';
        $equal = match ($document ? $source->map::ADAPTER : '') {
            'pgsql' => "CAST($column AS jsonb) = CAST(? AS jsonb)",
            'sqlite' => "json($column) = json(?)",
            // MariaDB keeps documents as text and has no JSON to cast to; MySQL has no JSON_EQUALS.
            'mysql' => "(JSON_CONTAINS($column, ?) AND JSON_CONTAINS(?, $column) AND JSON_LENGTH($column) = JSON_LENGTH(?))",
            'oracle' => "JSON_EQUAL($column, ?)",
            default => Comparison::compared($source, $position, $column, '=', '?'),
        };
        $count = \substr_count($equal, '?');

        return new Fragment(
            $operator === '=' ? $equal : "NOT ($equal)",
            \array_fill(0, $count, $bound),
            BoundValue::types($source, $position, $count),
        );
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
