<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Orm\Runtime\Exception\InvalidQueryException;

/**
 * `_if(…)` in a chain of calls. A branch that is not taken works on a copy, which is thrown away at the next
 * `_elseif`, `_else` or `_endif`.
 */
trait Branching
{
    /** @var static|null the query whose branch this copy stands for */
    private ?self $kept = null;

    /** @var list<bool> whether a branch was taken, for every `_if` that is open */
    private array $branches = [];

    public function _if(bool $condition): static
    {
        $this->branches[] = $condition;

        return $condition ? $this : $this->aside();
    }

    public function _elseif(bool $condition): static
    {
        return $this->branch($condition);
    }

    public function _else(): static
    {
        return $this->branch(true);
    }

    public function _endif(): static
    {
        $query = $this->branches === [] ? $this->kept ?? $this : $this;
        if ($query->branches === []) {
            throw new InvalidQueryException('_endif() needs an _if() before it.');
        }
        \array_pop($query->branches);

        return $query;
    }

    private function branch(bool $condition): static
    {
        $query = $this->branches === [] ? $this->kept ?? $this : $this;
        $depth = \count($query->branches) - 1;
        if ($depth < 0) {
            throw new InvalidQueryException('_elseif() and _else() need an _if() before them.');
        }
        if ($query->branches[$depth] || !$condition) {
            return $query->aside();
        }
        $query->branches[$depth] = true;

        return $query;
    }

    private function aside(): static
    {
        $copy = clone $this;
        $copy->kept = $this;
        $copy->branches = [];

        return $copy;
    }
}
