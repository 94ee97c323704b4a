<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query\Model;

/**
 * What the oracle says: rows in order, and which of them are equal to the order.
 *
 * @phpstan-type Row array{id: string, keys: list<mixed>, values: array<string, mixed>, one: array<string, string|null>, many: array<string, array<string, true>>}
 */
final class Answer
{
    /**
     * @param list<Row> $rows
     * @param bool      $total whether no two different rows are equal to the order
     */
    private function __construct(
        public readonly array $rows,
        public readonly Meaning $meaning,
        public readonly bool $total,
    ) {
    }

    /**
     * Takes LIMIT and OFFSET into account.
     *
     * @param list<Row>            $rows
     * @param \Closure(Row): array $visible what can be seen of a row
     */
    public static function of(array $rows, Meaning $meaning, \Closure $visible): self
    {
        $total = true;
        for ($index = 1; $index < \count($rows) && $total; ++$index) {
            $total = $rows[$index]['keys'] !== $rows[$index - 1]['keys'] || $visible($rows[$index]) === $visible($rows[$index - 1]);
        }
        if (!$total && ($meaning->limit !== null || $meaning->offset > 0)) {
            throw new Undetermined('rows that are equal to the order, and a limit');
        }

        return new self(\array_slice($rows, $meaning->offset, $meaning->limit), $meaning, $total);
    }

    /** @return list<string> the keys of the rows, each once, sorted */
    public function ids(): array
    {
        $ids = \array_values(\array_unique(\array_column($this->rows, 'id')));
        \sort($ids);

        return $ids;
    }

    /**
     * Whether a list of what was found is this answer; rows that are equal to the order may change places.
     *
     * @param list<mixed>                 $found
     * @param \Closure(Row): mixed $shown what a row should look like
     */
    public function isShownBy(array $found, \Closure $shown): bool
    {
        if (\count($found) !== \count($this->rows)) {
            return false;
        }
        for ($from = 0; $from < \count($found); $from = $to) {
            for ($to = $from + 1; $to < \count($found) && $this->rows[$to]['keys'] === $this->rows[$from]['keys'];) {
                ++$to;
            }
            $expected = \array_map(static fn (array $row): string => \serialize($shown($row)), \array_slice($this->rows, $from, $to - $from));
            $actual = \array_map(\serialize(...), \array_slice($found, $from, $to - $from));
            \sort($expected);
            \sort($actual);
            if ($expected !== $actual) {
                return false;
            }
        }

        return true;
    }
}
