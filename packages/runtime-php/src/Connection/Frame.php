<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Closure;
use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Relation\ListOrder;
use Orm\Runtime\Relation\RowChanges;
use Orm\Runtime\Sortable\LiveRows;
use WeakMap;

/**
 * An open transaction or savepoint: what to undo in memory when it is rolled back. Objects that nobody holds any more
 * need no undoing, hence the weak map.
 *
 * @phpstan-import-type Snapshot from ActiveRecord
 */
final class Frame
{
    /**
     * The state of objects before this frame changed them. A number stands for the plain cases, of which there may be
     * very many: the columns that an update wrote, or, when it is negative, the complement of those of an insert.
     *
     * @var WeakMap<ActiveRecord, Snapshot|int>
     */
    public WeakMap $undo;

    /** @var list<Closure(): void> run in reverse order when this frame is rolled back */
    public array $onRollback = [];

    /** @var list<Closure(): void> run after the outermost commit */
    public array $onCommit = [];

    /** @var array<class-string<TableMap>, true> tables in which ranks were changed */
    public array $changedLists = [];

    /** @var array<class-string<TableMap>, true> tables of which rows were deleted */
    public array $changedRows = [];

    /** What failed here, where the server then refuses everything until a rollback. */
    public ?string $failure = null;

    /** Whether something was sent here after which the transaction may hold locks. */
    public bool $holds = false;

    /** Whether a savepoint inside was gone back to. */
    public bool $wentBack = false;

    /** Whether the transaction was begun for work of the library, which is rolled back as a whole when a part of it fails. */
    public bool $isOurs = false;

    /** Whether the outermost transaction is over. */
    private bool $ended = false;

    /** The outermost frame of the transaction; null for itself. */
    private readonly ?self $root;

    public function __construct(
        public readonly ?self $parent,
        public readonly string $savepoint,
    ) {
        $this->undo = new WeakMap();
        $this->root = $parent === null ? null : $parent->root ?? $parent;
    }

    /** Whether objects that were saved here may still be noted in an open frame. */
    public function isOpen(): bool
    {
        return !($this->root ?? $this)->ended;
    }

    /** Whether the transaction was begun on PDO directly, so that its end is unknown here. */
    public function isJoined(): bool
    {
        return ($this->root ?? $this)->savepoint !== '';
    }

    /** Whether the transaction may hold locks that others wait for: here or in one of the frames around. */
    public function mayHold(): bool
    {
        return $this->holds || ($this->parent !== null && $this->parent->mayHold());
    }

    /** What this frame changed now belongs to the frame around it, whose older snapshots win. */
    public function mergeInto(self $parent): void
    {
        $parent->wentBack = $parent->wentBack || $this->wentBack;
        foreach ($this->undo as $object => $snapshot) {
            $known = $parent->snapshotOf($object);
            if ($known !== null) {
                $snapshot = self::whole($snapshot);
                $snapshot = self::join($known, $snapshot[2], $snapshot[3]);
            }
            $parent->undo[$object] = $snapshot;
        }
        $parent->changedLists += $this->changedLists;
        $parent->changedRows += $this->changedRows;
        $parent->holds = $parent->holds || $this->holds;
        foreach ($this->onRollback as $action) {
            $parent->onRollback[] = $action;
        }
        foreach ($this->onCommit as $action) {
            $parent->onCommit[] = $action;
        }
        $this->forget();
    }

    /** It has ended. Objects that it saved still point at it, and it must not keep what nobody needs any more. */
    public function forget(): void
    {
        $this->undo = new WeakMap();
        $this->onCommit = $this->onRollback = [];
        $this->ended = $this->parent === null;
    }

    /**
     * The snapshot of an object that this frame has saved before: all columns it has written are unsaved again after a
     * rollback, not only those of the first time.
     *
     * @param list<int>|int          $mask
     * @param list<scalar|null>|null $oldKey the key of the row, when this save changes it
     *
     * @return Snapshot
     */
    public function joined(ActiveRecord $object, array|int $mask, ?array $oldKey = null): array
    {
        return self::join(self::whole($this->undo[$object]), $mask, $oldKey === null ? [] : ['oldKey' => $oldKey]);
    }

    /**
     * What this frame knows of an object; null for nothing.
     *
     * @return Snapshot|null
     */
    public function snapshotOf(ActiveRecord $object): ?array
    {
        return isset($this->undo[$object]) ? self::whole($this->undo[$object]) : null;
    }

    /** Puts objects back into the state they had before this frame. */
    public function undo(ConnectionWrapper $con): void
    {
        $undo = $this->undo;
        $actions = \array_reverse($this->onRollback);
        $this->forget();
        $deleted = [];
        foreach ($undo as $object => $snapshot) {
            if ($object->isDeleted()) {
                $deleted[\spl_object_id($object)] = true;
            }
            $object->restoreState(self::whole($snapshot), $con);
        }
        foreach ($undo as $object => $_) {
            $object->linkAgain(isset($deleted[\spl_object_id($object)]));
        }
        foreach ($this->changedRows as $map => $_) {
            RowChanges::note($map);
        }
        $changed = $this->changedLists;
        $this->changedLists = $this->changedRows = [];
        foreach ($changed as $map => $_) {
            ListOrder::undone($map);
        }
        if ($con->isAborted() && $this->parent !== null) {
            // The database can be asked after the outermost rollback.
            $this->parent->changedLists += $changed;
        } else {
            foreach ($changed as $map => $_) {
                LiveRows::putRight($con, $map);
            }
        }
        // After the objects: what these see is true, and one that throws does no harm to them.
        Callbacks::run($actions);
    }

    /**
     * @param Snapshot|int $snapshot
     *
     * @return Snapshot
     */
    private static function whole(array|int $snapshot): array
    {
        if (\is_array($snapshot)) {
            return $snapshot;
        }

        return $snapshot < 0 ? [true, false, ~$snapshot, []] : [false, false, $snapshot, []];
    }

    /**
     * @param Snapshot             $snapshot
     * @param list<int>|int        $mask
     * @param array<string, mixed> $properties
     *
     * @return Snapshot
     */
    private static function join(array $snapshot, array|int $mask, array $properties): array
    {
        $words = (array) $snapshot[2];
        foreach ((array) $mask as $index => $word) {
            $words[$index] = ($words[$index] ?? 0) | $word;
        }
        $snapshot[2] = \array_values($words);
        // What was set and saved is what was set last; of all else the oldest state comes back.
        $newest = $properties['listSet'] ?? [];
        $oldest = $snapshot[3]['listSet'] ?? [];
        $snapshot[3] += $properties;
        if (\is_array($newest) && \is_array($oldest) && ($newest !== [] || $oldest !== [])) {
            $snapshot[3]['listSet'] = \array_replace($oldest, $newest);
        }

        return $snapshot;
    }
}
