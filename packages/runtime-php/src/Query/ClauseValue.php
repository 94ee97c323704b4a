<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use BackedEnum;
use DateTimeInterface;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Orm;
use Orm\Runtime\Value\Real;
use Orm\Runtime\Value\Temporal;
use Orm\Runtime\Value\Text;
use PDO;
use Stringable;

/**
 * The value of a placeholder in SQL that a developer wrote: a value of the column that it is compared with, where there is
 * one, and otherwise what its own type says.
 *
 * @internal
 */
final class ClauseValue
{
    /**
     * @param Source  $own        the table of the query
     * @param Operand $type       what the placeholder is compared with
     * @param bool    $isList     whether it stands for the list of an IN
     * @param bool    $isDocument whether it is compared as a JSON document
     */
    public function __construct(
        private readonly Source $own,
        private readonly Operand $type,
        private readonly bool $isList,
        private readonly bool $isDocument,
    ) {
    }

    /** A list stands for as many placeholders in parentheses, unless an array is one value of the column. */
    public function of(mixed $value): Fragment
    {
        if (!\is_iterable($value) || (!$this->isList && $this->isStructured())) {
            return $this->one($value);
        }
        $all = null;
        foreach ($value as $item) {
            $next = $this->one($item);
            $all = $all === null ? $next : $all->then(', ', $next);
        }

        return ($all ?? new Fragment('NULL'))->with('(', ')');
    }

    private function isStructured(): bool
    {
        [$source, $position] = $this->type->column ?? [null, 0];

        return $source !== null && isset($source->query::KINDS[$position]);
    }

    private function one(mixed $value): Fragment
    {
        if ($value === null) {
            return new Fragment('?', [null]);
        }
        if ($this->type->kind === 'pattern') {
            return $this->pattern($value);
        }

        return $this->type->column === null ? $this->plain($value) : $this->ofColumn($this->type->column, $value);
    }

    /**
     * @param array{Source, int} $column
     */
    private function ofColumn(array $column, mixed $value): Fragment
    {
        [$source, $position] = $column;
        $place = $source->map::COLUMNS[$position][3];
        $types = BoundValue::types($source, $position, 1);
        $number = $this->type->plain ? null : $source->query::NUMBERS[$position] ?? null;
        if ($this->isDocument) {
            $place = StructuredComparison::normal($source, $position, $place);
        } elseif ($number !== null) {
            $place = $this->numberPlace($place, $number);
            $types = $number === 'integer' ? [PDO::PARAM_INT] : $types;
        }

        return new Fragment($place, [BoundValue::of($source, $position, $value)], $types);
    }

    private function plain(mixed $value): Fragment
    {
        $kind = $this->type->kind;

        return match (true) {
            (\is_int($value) || \is_float($value)) && $kind === 'text' => new Fragment('?', [(string) $value]),
            \is_int($value) => new Fragment('?', [$value], [PDO::PARAM_INT]),
            \is_bool($value) => new Fragment('?', [(int) $value], [PDO::PARAM_INT]),
            \is_float($value) => new Fragment(
                Orm::getAdapter($this->own->map::DATABASE_NAME)->floatPlaceholder(),
                [Real::text($value)],
            ),
            \is_string($value) => new Fragment(
                $kind === 'number' && \is_numeric($value) && $this->own->map::ADAPTER === 'sqlite' ? 'CAST(? AS NUMERIC)' : '?',
                [$this->whole($value)],
            ),
            $value instanceof DateTimeInterface => new Fragment('?', [$this->moment($value)]),
            $value instanceof BackedEnum => new Fragment('?', [$value->value]),
            $value instanceof Stringable => new Fragment('?', [$this->whole((string) $value)]),
            default => throw new InvalidQueryException(\sprintf(
                'A value of type %s cannot be bound: give a scalar, a date, an enum, or a list of these.',
                \get_debug_type($value),
            )),
        };
    }

    private function moment(DateTimeInterface $value): string
    {
        return match ($this->type->kind) {
            'date' => Temporal::date($value, $this->own->map::TABLE_NAME),
            'time' => $value->format('H:i:s'),
            default => Temporal::dateTime($value, 6, true, $this->own->map::TABLE_NAME),
        };
    }

    /**
     * A placeholder of numbers beside something that is worked out: SQLite takes a text for greater than every number
     * there, and MySQL compares texts.
     */
    private function numberPlace(string $place, string $number): string
    {
        return match ($this->own->map::ADAPTER . ' ' . $number) {
            'sqlite integer', 'sqlite decimal', 'sqlite float' => "CAST($place AS NUMERIC)",
            'mysql decimal' => "CAST($place AS DECIMAL(65, 30))",
            'mysql float' => "($place + 0e0)",
            default => $place,
        };
    }

    private function pattern(mixed $value): Fragment
    {
        if (!\is_string($value) && !\is_int($value) && !$value instanceof Stringable) {
            return $this->plain($value);
        }
        $pattern = LikePattern::of($this->whole((string) $value), $this->own->map::ADAPTER);

        return new Fragment('?' . $pattern->sql, [$pattern->text]);
    }

    /** The driver of PostgreSQL would send what stands before a zero byte, and find what nobody asked for. */
    private function whole(string $value): string
    {
        return $this->own->map::ADAPTER === 'pgsql' && \str_contains($value, "\0")
            ? throw Text::zeroByte($value, $this->own->map::TABLE_NAME)
            : $value;
    }
}
