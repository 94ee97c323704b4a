<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

/**
 * A table that a query joins through a relation.
 *
 * @internal
 */
final class Join
{
    public function __construct(
        public readonly Source $source,
        /** The table the relation starts at. */
        public readonly Source $from,
        public readonly string $relation,
        /** One of the kinds of TableMap. */
        public readonly int $kind,
        public readonly string $type,
        public readonly Fragment $on,
        /** Whether there is a row for every row of the table the relation starts at. */
        public readonly bool $complete,
    ) {
    }

    public function withType(string $type): self
    {
        return new self($this->source, $this->from, $this->relation, $this->kind, $type, $this->on, $this->complete);
    }

    public function withCondition(Fragment $on): self
    {
        return new self($this->source, $this->from, $this->relation, $this->kind, $this->type, $on, false);
    }
}
