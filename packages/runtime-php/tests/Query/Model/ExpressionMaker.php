<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query\Model;

/** Makes up expressions over the columns of some sources. */
final class ExpressionMaker
{
    private readonly Values $values;

    public function __construct(Data $data, private readonly Dice $dice)
    {
        $this->values = new Values($data, $dice);
    }

    /**
     * @param non-empty-array<string, string> $sources tables by name
     *
     * @return array<int, mixed>
     */
    public function condition(array $sources, int $depth = 2): array
    {
        $dice = $this->dice;
        if ($depth > 0 && $dice->maybe(30)) {
            $kind = $dice->pick(['and', 'or', 'or', 'not']);

            return $kind === 'not'
                ? ['not', $this->condition($sources, $depth - 1)]
                : [$kind, $this->condition($sources, $depth - 1), $this->condition($sources, $depth - 1)];
        }
        $source = $dice->pick(\array_keys($sources));
        $table = $sources[$source];
        $column = $this->column($table, ['int', 'decimal', 'text', 'bool', 'date', 'enum']);
        $expr = ['col', $source, $column];
        $type = Schema::columns($table)[$column]['type'];
        if (Schema::columns($table)[$column]['null'] && $dice->maybe(15)) {
            return [$dice->pick(['null', 'notnull']), $expr];
        }

        return match ($type) {
            'int' => $this->numbers($sources, $source, $table, $column),
            'decimal' => $column === 'Price' && $dice->maybe(60)
                ? $this->prices($sources, $source)
                : ['cmp', $this->operator(), $expr, ['val', $this->values->of($table, $column), 'decimal']],
            'text' => $this->texts($expr, $table, $column),
            'date' => $dice->maybe(30)
                ? ['between', $expr, ['val', $dice->day()], ['val', $dice->day()]]
                : ['cmp', $this->operator(), $expr, ['val', $dice->day()]],
            default => ['cmp', $dice->pick(['=', '<>']), $expr, ['val', $this->values->of($table, $column)]],
        };
    }

    /**
     * A number or a text, without values: for withColumn().
     *
     * @param non-empty-array<string, string> $sources
     *
     * @return array<int, mixed>
     */
    public function plain(array $sources): array
    {
        $dice = $this->dice;
        $source = $dice->pick(\array_keys($sources));
        $table = $sources[$source];
        if ($dice->maybe(30)) {
            $text = ['col', $source, $this->column($table, ['text', 'int'])];
            if ($text[2] !== 'Code' && Schema::columns($table)[$text[2]]['type'] === 'text') {
                return $dice->maybe(50) ? ['length', $text] : $text;
            }
        }
        $number = ['col', $source, $this->column($table, ['int'])];

        return match ($dice->number(1, 5)) {
            1 => $number,
            2 => ['*', $number, ['lit', $dice->pick([2, 3, -1])]],
            3 => ['coalesce', $number, ['lit', $dice->number(0, 3)]],
            4 => ['-', ['lit', $dice->number(0, 5)], $number],
            default => ['case', ['cmp', '>', $number, ['lit', $dice->number(0, 3)]], ['lit', 1], ['lit', 0]],
        };
    }

    /**
     * A number for a group of rows.
     *
     * @param non-empty-array<string, string> $sources
     *
     * @return array<int, mixed>
     */
    public function aggregate(array $sources): array
    {
        $dice = $this->dice;
        $source = $dice->pick(\array_keys($sources));
        $column = ['col', $source, $this->column($sources[$source], ['int'])];

        return match ($dice->number(1, 6)) {
            1 => ['count', null, false],
            2 => ['count', $column, false],
            3 => ['count', $column, true],
            4 => ['sum', $column],
            5 => ['min', $column],
            default => ['max', $column],
        };
    }

    /**
     * @param non-empty-array<string, string> $sources
     *
     * @return array<int, mixed>
     */
    public function having(array $sources): array
    {
        return ['cmp', $this->operator(), $this->aggregate($sources), ['val', $this->dice->number(0, 4)]];
    }

    /** @param list<string> $types */
    public function column(string $table, array $types): string
    {
        $columns = \array_filter(
            Schema::columns($table),
            static fn (array $column, string $name): bool => \in_array($column['type'], $types, true) && $name !== 'Mark',
            \ARRAY_FILTER_USE_BOTH,
        );

        return $this->dice->pick(\array_keys($columns ?: [Schema::key($table)[0] => true]));
    }

    private function operator(): string
    {
        return $this->dice->pick(['=', '=', '<>', '>', '<', '>=', '<=']);
    }

    /**
     * @param non-empty-array<string, string> $sources
     *
     * @return array<int, mixed>
     */
    private function numbers(array $sources, string $source, string $table, string $column): array
    {
        $dice = $this->dice;
        $expr = ['col', $source, $column];
        $other = $dice->pick(\array_keys($sources));
        $second = ['col', $other, $this->column($sources[$other], ['int'])];
        $value = ['val', $this->values->of($table, $column)];

        return match ($dice->number(1, 9)) {
            1 => ['cmp', $this->operator(), $expr, $second],
            2 => ['cmp', $this->operator(), ['+', $expr, $second], ['val', $dice->number(0, 6)]],
            3 => ['cmp', $this->operator(), ['-', ['*', $expr, ['lit', 2]], ['lit', 1]], $value],
            4 => [$dice->pick(['in', 'in', 'notin']), $expr, ['list', $this->values->several($table, $column)]],
            5 => ['between', $expr, ['val', $dice->number(-1, 3)], ['val', $dice->number(1, 6)]],
            6 => ['cmp', $this->operator(), ['coalesce', $expr, ['lit', 0]], $value],
            7 => ['cmp', $this->operator(), ['case', ['cmp', '>', $expr, ['lit', 1]], $second, ['lit', 0]], ['lit', $dice->number(0, 3)]],
            default => ['cmp', $this->operator(), $expr, $value],
        };
    }

    /**
     * @param non-empty-array<string, string> $sources
     *
     * @return array<int, mixed>
     */
    private function prices(array $sources, string $source): array
    {
        $dice = $this->dice;
        $price = ['col', $source, 'Price'];
        $number = $dice->pick(\array_keys($sources));
        $value = ['val', $this->values->decimal($dice->number(0, 40) / 4), 'decimal'];

        return match ($dice->number(1, 3)) {
            1 => ['cmp', $this->operator(), ['*', $price, ['lit', 2]], $value],
            2 => ['cmp', $this->operator(), ['*', $price, ['col', $number, $this->column($sources[$number], ['int'])]], $value],
            default => ['between', $price, ['val', $this->values->decimal(2.0), 'decimal'], $value],
        };
    }

    /**
     * @param array<int, mixed> $expr
     *
     * @return array<int, mixed>
     */
    private function texts(array $expr, string $table, string $column): array
    {
        $dice = $this->dice;
        $text = $this->values->of($table, $column);

        return match ($dice->number(1, 8)) {
            1 => $column === 'Code' ? ['notnull', $expr] : ['like', $expr, ['val', $this->values->pattern($text)]],
            2 => ['cmp', '=', ['upper', $expr], ['val', \strtoupper($text)]],
            3 => ['cmp', $this->operator(), ['length', $expr], ['val', $dice->number(1, 3)]],
            4 => ['and', ['cmp', '<>', $expr, ['lit', '?']], ['cmp', '=', $expr, ['val', $text]]],
            5 => [$dice->pick(['in', 'notin']), $expr, ['list', $this->values->several($table, $column)]],
            6 => ['cmp', $column === 'Code' ? '<>' : $dice->pick(['>', '<=']), $expr, ['val', $text]],
            default => ['cmp', $dice->pick(['=', '<>']), $expr, ['val', $text]],
        };
    }
}
