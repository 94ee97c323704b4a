<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

/**
 * One side of a comparison in SQL that a developer wrote, or several sides put together.
 *
 * @internal
 */
final class Operand
{
    /**
     * @param array{Source, int}|null $column whose values it has
     * @param string|null             $kind   where no column says it: `number`, `text`, `date`, `time`, `pattern`
     * @param list<int>               $places the placeholders among its tokens, which get values of the same kind
     * @param bool                    $plain  whether it is columns and placeholders alone
     * @param list<int>               $tokens of the columns, where it is plain
     * @param list<self>              $row    the parts of a row value: `(a, b)`
     */
    public function __construct(
        public readonly ?array $column = null,
        public readonly ?string $kind = null,
        public readonly array $places = [],
        public readonly bool $plain = false,
        public readonly array $tokens = [],
        public readonly array $row = [],
    ) {
    }

    /** Both, as the two sides of a comparison: what one of them is, the other has to be. */
    public function and(self $other): self
    {
        return new self(
            $this->column ?? $other->column,
            $this->kind ?? $other->kind,
            [...$this->places, ...$other->places],
            $this->plain && $other->plain,
            [...$this->tokens, ...$other->tokens],
        );
    }

    /** The same as the result of a function. */
    public function computed(): self
    {
        return new self($this->column, $this->kind, $this->places);
    }
}
