<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation\Model;

/**
 * What a rollback needs: the state at the beginning of a transaction or savepoint, and what was done since.
 *
 * @phpstan-import-type Removal from World
 * @phpstan-import-type Wish from World
 */
final class Snapshot
{
    /** @var array<string, array<string, true>> object => what was written of it */
    public array $written = [];

    /** @var array<string, array<string, string>> object => relation => what it pointed at until that was deleted */
    public array $cut = [];

    /** @var array<string, true> objects that were read */
    public array $read = [];

    /** Whether rows were deleted. */
    public bool $hasDeleted = false;

    /** @var list<Removal> done, or pointless after a deletion */
    public array $removals = [];

    /** @var list<Wish> done, or pointless after a deletion */
    public array $wishes = [];

    /**
     * @param array<string, Thing> $things
     */
    public function __construct(public readonly Rows $rows, public readonly array $things)
    {
    }

    /**
     * @param Removal|null $removal
     * @param Wish|null    $wish
     */
    public function undone(?array $removal, ?array $wish): void
    {
        if ($removal !== null) {
            $this->removals[] = $removal;
        }
        if ($wish !== null) {
            $this->wishes[] = $wish;
        }
    }

    /** What a savepoint did belongs to the transaction around it. */
    public function join(self $inner): void
    {
        foreach ($inner->written as $id => $columns) {
            $this->written[$id] = ($this->written[$id] ?? []) + $columns;
        }
        foreach ($inner->cut as $id => $relations) {
            $this->cut[$id] = ($this->cut[$id] ?? []) + $relations;
        }
        $this->read += $inner->read;
        $this->removals = [...$this->removals, ...$inner->removals];
        $this->wishes = [...$this->wishes, ...$inner->wishes];
    }
}
