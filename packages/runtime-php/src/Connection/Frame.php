<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Closure;
use Orm\Runtime\ActiveRecord\ActiveRecord;
use WeakMap;

/**
 * An open transaction or savepoint: what to undo in memory when it is rolled back. Objects that nobody holds any more
 * need no undoing, hence the weak map.
 *
 * @phpstan-import-type Snapshot from ActiveRecord
 */
final class Frame
{
    /** @var WeakMap<ActiveRecord, Snapshot> the state of objects before this frame changed them */
    public WeakMap $undo;

    /** @var list<Closure(): void> run in reverse order when this frame is rolled back */
    public array $onRollback = [];

    /** @var list<Closure(): void> run after the outermost commit */
    public array $onCommit = [];

    /** Whether a statement failed here and the server refuses everything until a rollback. */
    public bool $failed = false;

    public function __construct(
        public readonly ?self $parent,
        public readonly string $savepoint,
    ) {
        $this->undo = new WeakMap();
    }

    /** What this frame changed now belongs to the frame around it, whose older snapshots win. */
    public function mergeInto(self $parent): void
    {
        foreach ($this->undo as $object => $snapshot) {
            $parent->undo[$object] ??= $snapshot;
        }
        foreach ($this->onRollback as $action) {
            $parent->onRollback[] = $action;
        }
        foreach ($this->onCommit as $action) {
            $parent->onCommit[] = $action;
        }
    }

    /** Puts objects back into the state they had before this frame. */
    public function undo(ConnectionWrapper $con): void
    {
        foreach (\array_reverse($this->onRollback) as $action) {
            $action();
        }
        $undo = $this->undo;
        $this->undo = new WeakMap();
        foreach ($undo as $object => $snapshot) {
            $object->restoreState($snapshot, $con);
        }
    }
}
