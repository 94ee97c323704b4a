<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use BackedEnum;
use DateTimeInterface;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Orm;
use Orm\Runtime\Value\Real;
use Orm\Runtime\Value\Text;
use PDO;
use Stringable;

/**
 * SQL that a developer wrote: names such as `Book.Title` become columns, values are bound. It is never a place for
 * text from outside; that belongs into the values.
 *
 * @internal
 */
final class SqlClause
{
    /** Literals, quoted names and comments, which are left alone; placeholders; names with dots; the rest. */
    private const TOKENS = '~\'(?:[^\']++|\'\')*+\'|"(?:[^"]++|"")*+"|`[^`]*`|--[^\n]*|/\*.*?\*/'
        . '|\?\?|\?|[A-Za-z_\x80-\xff][\w\x80-\xff]*(?:\.[A-Za-z_\x80-\xff][\w\x80-\xff]*)+'
        . '|[A-Za-z_\x80-\xff][\w\x80-\xff]*|[^\'"`?A-Za-z_\x80-\xff/-]+|.~s';

    /**
     * @param Source              $root
     * @param array<string, Join> $joins
     * @param list<mixed>         $values one per placeholder; a list stands for as many placeholders in parentheses
     */
    public static function of(string $clause, Source $own, Source $root, array $joins, array $values): Fragment
    {
        \preg_match_all(self::TOKENS, $clause, $tokens);
        $sql = '';
        $params = [];
        $types = [];
        $column = null;
        $between = '';
        $used = 0;
        foreach ($tokens[0] as $token) {
            if ($token === '?') {
                if (!\array_key_exists($used, $values)) {
                    throw new InvalidQueryException(\sprintf(
                        'The clause "%s" has more placeholders than values (%d).',
                        ColumnNames::shown($clause),
                        \count($values),
                    ));
                }
                $compared = $column !== null && \preg_match('/^\s*(=|<>|!=|<=?|>=?|(NOT\s+)?IN)\s*$/iD', $between) === 1;
                if ($values[$used] === [] && \preg_match('/\bNOT\s+IN\s*$/iD', $between) === 1) {
                    throw new InvalidQueryException(\sprintf(
                        'The list for "%s" is empty. SQL has no NOT IN of nothing: leave the condition out.',
                        ColumnNames::shown($clause),
                    ));
                }
                $next = self::value($values[$used++], $compared ? $column : null, $own);
                $sql .= $next->sql;
                $types = Fragment::typesBehind($types, \count($params), $next->types);
                \array_push($params, ...$next->params);
                $column = null;
                continue;
            }
            $found = \str_contains($token, '.') && \preg_match('/^[\'"`\/-]/', $token) === 0
                ? self::column($token, $own, $root, $joins)
                : null;
            if ($found !== null) {
                $column = $found;
                $between = '';
                $sql .= $found[0]->column($found[1]);
            } else {
                $between .= $token;
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

        return new Fragment($sql, $params, $types);
    }

    /** The number of placeholders. */
    public static function placeholders(string $clause): int
    {
        \preg_match_all(self::TOKENS, $clause, $tokens);

        return \count(\array_keys($tokens[0], '?', true));
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

    /**
     * @param array{Source, int}|null $column what the value is compared with
     */
    private static function value(mixed $value, ?array $column, Source $own): Fragment
    {
        if (\is_iterable($value)) {
            $all = null;
            foreach ($value as $item) {
                $next = self::single($item, $column, $own);
                $all = $all === null ? $next : $all->then(', ', $next);
            }

            return ($all ?? new Fragment('NULL'))->with('(', ')');
        }

        return self::single($value, $column, $own);
    }

    /**
     * @param array{Source, int}|null $column
     */
    private static function single(mixed $value, ?array $column, Source $own): Fragment
    {
        if ($value !== null && $column !== null) {
            [$source, $position] = $column;

            return new Fragment(
                $source->map::COLUMNS[$position][3],
                [BoundValue::of($source, $position, $value)],
                BoundValue::types($source, $position, 1),
            );
        }

        return match (true) {
            $value === null => new Fragment('?', [null]),
            \is_int($value) => new Fragment('?', [$value], [PDO::PARAM_INT]),
            \is_bool($value) => new Fragment('?', [(int) $value], [PDO::PARAM_INT]),
            \is_float($value) => new Fragment(
                Orm::getAdapter($own->map::DATABASE_NAME)->floatPlaceholder(),
                [Real::text($value)],
            ),
            \is_string($value) => new Fragment('?', [self::whole($value, $own)]),
            $value instanceof DateTimeInterface => new Fragment('?', [$value->format('Y-m-d H:i:s.u')]),
            $value instanceof BackedEnum => new Fragment('?', [$value->value]),
            $value instanceof Stringable => new Fragment('?', [self::whole((string) $value, $own)]),
            default => throw new InvalidQueryException(\sprintf(
                'A value of type %s cannot be bound: give a scalar, a date, an enum, or a list of these.',
                \get_debug_type($value),
            )),
        };
    }

    /** The driver of PostgreSQL would send what stands before a zero byte, and find what nobody asked for. */
    private static function whole(string $value, Source $own): string
    {
        return $own->map::ADAPTER === 'pgsql' && \str_contains($value, "\0")
            ? throw Text::zeroByte($value, $own->map::TABLE_NAME)
            : $value;
    }
}
