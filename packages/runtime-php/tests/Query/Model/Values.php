<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query\Model;

/** Values that conditions compare with: mostly some that are there. */
final class Values
{
    public function __construct(private readonly Data $data, private readonly Dice $dice)
    {
    }

    /** A value of the column; decimals as users write them. */
    public function of(string $table, string $column): mixed
    {
        $type = Schema::columns($table)[$column]['type'];
        $there = \array_values(\array_filter(
            \array_column($this->data->rows[$table], $column),
            static fn (mixed $value): bool => $value !== null && $value !== [],
        ));
        $value = $there !== [] && $this->dice->maybe(85) ? $this->dice->pick($there) : match ($type) {
            'int' => $this->dice->number(-1, 9),
            'decimal' => $this->dice->number(0, 40) / 4,
            'bool' => $this->dice->maybe(50),
            'date' => $this->dice->day(),
            'enum' => $this->dice->pick(Schema::STYLES),
            'set' => [$this->dice->pick(Schema::COLORS)],
            'array' => [$this->dice->pick(['a', 'b', 'c|d', 'z'])],
            default => $this->dice->word(),
        };

        return $type === 'decimal' ? $this->decimal($value) : $value;
    }

    public function decimal(float $value): string|int|float
    {
        return match (true) {
            $this->dice->maybe(25) => $value,
            $value === \floor($value) && $this->dice->maybe(40) => (int) $value,
            default => \rtrim(\rtrim(\number_format($value, 4, '.', ''), '0'), '.'),
        };
    }

    /** @return list<mixed> */
    public function several(string $table, string $column): array
    {
        $list = [];
        for ($left = $this->dice->number(1, 3); $left > 0; --$left) {
            $list[] = $this->of($table, $column);
        }

        return $list;
    }

    public function pattern(string $text): string
    {
        if ($this->dice->maybe(20)) {
            $text = \addcslashes($text, '%_\\');
        }

        return match ($this->dice->number(1, 6)) {
            1 => "$text%",
            2 => "%$text",
            3 => "%$text%",
            4 => \substr($text, 0, 1) . '_',
            5 => '_%' . \substr($text, -1),
            default => $text,
        };
    }
}
