<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable;

use Orm\Runtime\Value\Bytes;

/**
 * Which list: the values of the scope columns, as the database gets them. NULL is a value of its own.
 *
 * @internal
 */
final class ListScope
{
    /** One character per column: `1` for a value, `0` for NULL. Conditions are planned per pattern. */
    public readonly string $pattern;

    private ?string $id = null;

    /**
     * @param list<scalar|null> $values in the order of the scope columns
     */
    public function __construct(public readonly array $values)
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
    public static function ofRow(array $raw): self
    {
        $values = [];
        foreach ($raw as $value) {
            $values[] = \is_scalar($value) || $value === null ? $value : Bytes::ofRow($value);
        }

        return new self($values);
    }

    /** The same text for the same values. Values that only the database takes for equal have different ones. */
    public function id(): string
    {
        if ($this->id !== null) {
            return $this->id;
        }
        $id = '';
        foreach ($this->values as $value) {
            $text = $value === null ? '' : (string) $value;
            $id .= ($value === null ? '-' : \strlen($text)) . ':' . $text;
        }

        return $this->id = $id;
    }

    /** For messages: `project_id = 5`. */
    public function describe(ListPlan $plan): string
    {
        $parts = [];
        foreach ($this->values as $index => $value) {
            $name = $plan->map::COLUMNS[$plan->scope[$index]][0];
            $printable = \is_string($value) && \preg_match('/^[^\x00-\x1f]{0,100}$/Du', $value) !== 1;
            $parts[] = $name . ' = ' . ($value === null ? 'NULL' : ($printable ? '…' : \var_export($value, true)));
        }

        return $parts === [] ? '' : ' (' . \implode(', ', $parts) . ')';
    }
}
