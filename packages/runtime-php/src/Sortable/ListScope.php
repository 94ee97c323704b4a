<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Lock\Lockable;
use Orm\Runtime\Value\Bytes;

/**
 * Which list of a table: the values of the scope columns, as the database gets them. NULL is a value of its own.
 *
 * @internal
 */
final class ListScope implements Lockable
{
    /** One character per column: `1` for a value, `0` for NULL. Conditions are planned per pattern. */
    public readonly string $pattern;

    private ?string $id = null;

    /**
     * @param list<scalar|null> $values in the order of the scope columns
     */
    public function __construct(public readonly ListPlan $plan, public readonly array $values)
    {
        $pattern = '';
        foreach ($values as $value) {
            $pattern .= $value === null ? '0' : '1';
        }
        $this->pattern = $pattern;
    }

    /**
     * The scope of a row that was read.
     *
     * @param array<int, mixed> $raw
     */
    public static function ofRow(ListPlan $plan, array $raw): self
    {
        $values = [];
        foreach ($raw as $value) {
            $values[] = \is_scalar($value) || $value === null ? $value : Bytes::ofRow($value);
        }

        return new self($plan, $values);
    }

    /** Values that only the database takes for equal have different ones. */
    public function id(): string
    {
        if ($this->id !== null) {
            return $this->id;
        }
        $id = $this->plan->map;
        foreach ($this->values as $value) {
            $text = $value === null ? '' : (string) $value;
            $id .= ($value === null ? '-' : \strlen($text)) . ':' . $text;
        }

        return $this->id = $id;
    }

    public function table(): string
    {
        return $this->plan->map::TABLE_NAME;
    }

    public function describe(): string
    {
        $parts = [];
        foreach ($this->values as $index => $value) {
            $name = $this->plan->map::COLUMNS[$this->plan->scope[$index]][0];
            $printable = \is_string($value) && \preg_match('/^[^\x00-\x1f]{0,100}$/Du', $value) !== 1;
            $parts[] = $name . ' = ' . ($value === null ? 'NULL' : ($printable ? '…' : \var_export($value, true)));
        }

        return \sprintf('list of "%s"%s', $this->table(), $parts === [] ? '' : ' (' . \implode(', ', $parts) . ')');
    }

    /** Whether the lists of the table have rows in a header table. */
    public function isRow(): bool
    {
        return $this->plan->header;
    }

    public function row(ConnectionWrapper $con, string $statement, array $values = []): ?array
    {
        return $this->plan->row($con, $statement, $this->of($statement), $values);
    }

    public function write(ConnectionWrapper $con, string $statement, array $values = []): int
    {
        return $this->plan->write($con, $statement, $this->of($statement), $values);
    }

    private function of(string $statement): self
    {
        return $statement === 'lock' || $statement === 'key' ? $this : $this->plan->none;
    }
}
