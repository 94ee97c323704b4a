<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation\Model;

/** An object of a story, as the oracle sees it. Several may be of one row. */
final class Thing
{
    public bool $isNew = true;

    /** It was deleted, or its row was and nobody had to tell it: it is not used any more. */
    public bool $isGone = false;

    public int $amount = 0;

    /** @var array<string, string|null> by relation: the row that it points at, or will when it is saved */
    public array $refs = [];

    /** @var array<string, string|null> by relation: the object that it was linked with */
    public array $links = [];

    /** @var array<string, true> what a save has to write: relations and `amount` */
    public array $dirty = [];

    public function __construct(public readonly string $id, public readonly string $row, public readonly string $table)
    {
        foreach (Schema::keysOf($table) as $relation => $_) {
            $this->refs[$relation] = $this->links[$relation] = null;
        }
    }

    public function hasWork(): bool
    {
        return !$this->isGone && ($this->isNew || $this->dirty !== []);
    }
}
