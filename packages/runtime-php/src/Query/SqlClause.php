<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Orm\Runtime\Exception\InvalidQueryException;

/**
 * SQL that a developer wrote: names such as `Book.Title` become columns, values are bound. It is never a place for
 * text from outside; that belongs into the values.
 *
 * @internal
 */
final class SqlClause
{
    /**
     * Literals, quoted names and comments, which are left alone; placeholders; names, with dots or without; numbers;
     * blanks; operators; the rest.
     */
    private const TOKENS = '~\'(?:[^\']++|\'\')*+\'|"(?:[^"]++|"")*+"|`[^`]*`|--[^\n]*|/\*.*?\*/'
        . '|\?\?|\?|[A-Za-z_\x80-\xff][\w\x80-\xff]*(?:\.[A-Za-z_\x80-\xff][\w\x80-\xff]*)*|\d[\w.]*|\s+'
        . '|<=>|->>?|#>>?|@>|<@|<<|>>|=>|<=|>=|<>|!=|&&|\|\||::|.~s';

    /**
     * @param Source                  $root
     * @param array<string, Join>     $joins
     * @param list<mixed>             $values  one per placeholder; a list stands for as many placeholders in parentheses
     * @param array<string, string>   $aliases SQL of further columns of the query, by name
     * @param array{Source, int}|null $target  the column that gets the value of the clause
     */
    public static function of(
        string $clause,
        Source $own,
        Source $root,
        array $joins,
        array $values,
        array $aliases = [],
        ?array $target = null,
    ): Fragment {
        $tokens = self::tokens($clause);
        $columns = [];
        foreach ($tokens as $index => $token) {
            if (\str_contains($token, '.') && \preg_match('/^[A-Za-z_\x80-\xff]/', $token) === 1) {
                $found = self::column($token, $own, $root, $joins);
                if ($found !== null) {
                    $columns[$index] = $found;
                }
            }
        }
        $types = new ClauseTypes($tokens, $columns, $aliases);
        $places = $types->placeholders($target);
        $fragment = new Fragment('');
        $sql = '';
        $used = 0;
        foreach ($tokens as $index => $token) {
            if ($token === '?') {
                if (!\array_key_exists($used, $values)) {
                    throw new InvalidQueryException(\sprintf(
                        'The clause "%s" has more placeholders than values (%d).',
                        ColumnNames::shown($clause),
                        \count($values),
                    ));
                }
                if ($values[$used] === [] && $types->isList($index) && \preg_match('/\bNOT\s+IN\s*\(?\s*$/iD', $sql) === 1) {
                    throw new InvalidQueryException(\sprintf(
                        'The list for "%s" is empty. SQL has no NOT IN of nothing: leave the condition out.',
                        ColumnNames::shown($clause),
                    ));
                }
                $value = new ClauseValue($own, $places[$index] ?? new Operand(), $types->isList($index), $types->isDocument($index));
                $fragment = $fragment->then($sql, $value->of($values[$used++]));
                $sql = '';
            } elseif (isset($columns[$index])) {
                [$source, $position] = $columns[$index];
                $column = $source->column($position);
                $sql .= match (true) {
                    $types->isDocument($index) => StructuredComparison::normal($source, $position, $column),
                    $types->isMatched($index) => Comparison::unpadded($source, $position, $column),
                    default => $column,
                };
            } else {
                $sql .= $token;
            }
        }
        if ($used < \count($values)) {
            throw new InvalidQueryException(\sprintf(
                'The clause "%s" has %d placeholders and got %d values.',
                ColumnNames::shown($clause),
                $used,
                \count($values),
            ));
        }

        return $fragment->with('', $sql);
    }

    /**
     * The parts of a clause.
     *
     * @return list<string>
     */
    public static function tokens(string $clause): array
    {
        \preg_match_all(self::TOKENS, $clause, $tokens);

        return $tokens[0];
    }

    /** The number of placeholders. */
    public static function placeholders(string $clause): int
    {
        return \count(\array_keys(self::tokens($clause), '?', true));
    }

    /**
     * A name with a dot: a column when it begins with a table that the query knows.
     *
     * @param array<string, Join> $joins
     *
     * @return array{Source, int}|null
     */
    private static function column(string $name, Source $own, Source $root, array $joins): ?array
    {
        $prefix = \substr($name, 0, (int) \strrpos($name, '.'));
        if ($prefix !== $own->name && ColumnNames::source($prefix, $root, $joins) === null) {
            return null;
        }

        return ColumnNames::column($name, $own, $root, $joins);
    }
}
