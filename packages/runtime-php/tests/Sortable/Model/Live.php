<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable\Model;

use Orm\Runtime\ActiveRecord\ActiveRecord;

/**
 * What an object that the story holds has to look like.
 *
 * @phpstan-import-type Scope from Lists
 * @phpstan-type Pending array{kind: string, rank: int|null, beside: Live|null, again: bool}
 */
final class Live
{
    public bool $isNew = true;
    public bool $isDeleted = false;

    /** The key of its row; null before the first save. */
    public ?string $key = null;

    public string $title = '';
    public bool $titleSet = false;

    /** @var Scope what the object says, wishes included */
    public array $scope = [];

    /** @var Scope what was last asked for */
    public array $wish = [];

    /** @var Scope what was asked for when it was last saved */
    public array $savedWish = [];

    /** @var list<bool> which of them were set and not saved */
    public array $scopeSet = [];

    public ?int $rank = null;

    /** @var Pending|null the deferred call that the next save carries out */
    public ?array $pending = null;

    /**
     * Whether rank and scope have to be those of the row. Not so for an object outside the pool whose row was changed by
     * somebody else, nor for one whose row another connection has changed: these are right when they are used.
     */
    public bool $sure = true;

    /** Whether its state cannot be known: it may only be reloaded or dropped. */
    public bool $tainted = false;

    /** Whether others may hold it: it cannot be dropped then. */
    public bool $held = false;

    public bool $pooled = false;

    /** Whether its row was there after the last step: keys of rows that are gone may come again. */
    public bool $hadRow = false;

    /** Whether it came into being as a new object. */
    public bool $born = false;

    public function __construct(
        public readonly string $name,
        public readonly int $con,
        public ?ActiveRecord $object,
        public readonly int $id,
    ) {
    }

    public function hasScopeWish(): bool
    {
        return \in_array(true, $this->scopeSet, true);
    }

    /** Whether an immediate call has to be refused. */
    public function isUnsettled(): bool
    {
        return $this->pending !== null || $this->hasScopeWish();
    }

    public function isModified(): bool
    {
        return $this->titleSet || $this->isUnsettled();
    }

    /** Takes over what the row has, except for wishes. */
    public function take(Lists $lists): void
    {
        if ($this->key === null || !$lists->has($this->key)) {
            return;
        }
        $this->rank = $lists->rank($this->key);
        foreach ($lists->scope($this->key) as $index => $value) {
            if (!$this->scopeSet[$index]) {
                $this->scope[$index] = $value;
            }
        }
    }

    /** A save has written everything. */
    public function settle(Lists $lists): void
    {
        $this->titleSet = false;
        $this->scopeSet = \array_fill(0, \count($this->scope), false);
        $this->pending = null;
        $this->sure = true;
        $this->take($lists);
    }
}
