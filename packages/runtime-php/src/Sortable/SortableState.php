<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\Frame;

/**
 * Rank and scope of an object in memory: kept true after operations, put back after rollbacks.
 *
 * @internal part of SortableReading and SortableObject
 *
 * @phpstan-require-extends ActiveRecord
 *
 * @phpstan-type ListCall array{'rank', int}|array{'top'|'bottom'|'remove'}|array{'before'|'after', ActiveRecord}
 */
trait SortableState
{
    /** @var ListCall|null what the next save does to the place of the row */
    protected ?array $listCall = null;

    /** The bit of the rank column while an operation writes it with the row. */
    protected int $rankMask = 0;

    /**
     * The scope in the form in which the database gets it.
     *
     * @return list<scalar|null>
     */
    abstract protected function listScope(): array;

    /**
     * Takes over rank and scope as the database has them.
     *
     * @param list<scalar|null> $scope
     */
    abstract protected function takePlace(?int $rank, array $scope): void;

    public static function refreshLists(ConnectionWrapper $con, array $scopes, array $except = [], array $rows = []): void
    {
        $plan = ListPlan::of(static::TABLE_MAP);
        $pool = $con->getPool()?->table(static::TABLE_MAP);
        $lists = [];
        foreach ($scopes as $scope) {
            $lists[$scope->id()] = true;
        }
        $changed = [];
        foreach ($rows as $key) {
            $changed[self::joinKey($key) ?? ''] = true;
        }
        $live = $keys = [];
        foreach ($pool->refs ?? [] as $reference) {
            $object = $reference->get();
            if (!$object instanceof self || $object->rowIsNew || $object->rowIsDeleted || \in_array($object, $except, true)) {
                continue;
            }
            // Which texts are equal only the database knows.
            $isExact = $plan->exact && !$object->changesScope();
            $key = $object->rowKey();
            $name = self::joinKey($key) ?? '';
            if (!$isExact || isset($changed[$name]) || isset($lists[(new ListScope($plan, $object->listScope()))->id()])) {
                $live[$name] = $object;
                $keys[] = $key;
            }
        }
        if ($keys === []) {
            return;
        }
        foreach ($plan->rowsOf($con, $keys) as [$key, $rank, $scope]) {
            $object = $live[self::joinKey($key) ?? ''] ?? null;
            $object?->acceptPlace($con, $rank, $scope);
        }
    }

    public static function refreshPool(ConnectionWrapper $con): void
    {
        $pool = $con->getPool()?->table(static::TABLE_MAP);
        $live = $keys = [];
        foreach ($pool->refs ?? [] as $name => $reference) {
            $object = $reference->get();
            if (!$object instanceof self) {
                $pool?->remove($name);
            } elseif (!$object->rowIsNew && !$object->rowIsDeleted) {
                $key = $object->rowKey();
                $live[self::joinKey($key) ?? ''] = [$name, $object];
                $keys[] = $key;
            }
        }
        if ($keys === []) {
            return;
        }
        foreach (ListPlan::of(static::TABLE_MAP)->rowsOf($con, $keys, false) as [$key, $rank, $scope]) {
            [, $object] = $live[self::joinKey($key) ?? ''] ?? [null, null];
            $object?->acceptPlace(null, $rank, $scope);
            unset($live[self::joinKey($key) ?? '']);
        }
        foreach ($live as [$name]) {
            $pool?->remove($name);
        }
    }

    /**
     * What was set since stays, and so does a call that still waits. What was set and saved is unsaved again.
     */
    public function restoreState(array $snapshot, ConnectionWrapper $con): void
    {
        $plan = ListPlan::of(static::TABLE_MAP);
        $set = $snapshot[3]['listSet'] ?? [];
        unset($snapshot[3]['listSet']);
        foreach (\is_array($set) ? $set : [] as $property => $value) {
            $snapshot[3][(string) $property] = $value;
        }
        foreach ([$plan->rank, ...$plan->scope] as $position) {
            if ($this->wasSet($position)) {
                unset($snapshot[3][static::TABLE_MAP::PROPERTIES[$position]]);
            }
        }
        if ($this->listCall !== null) {
            unset($snapshot[3]['listCall']);
        }
        parent::restoreState($snapshot, $con);
    }

    public function isModified(): bool
    {
        return $this->listCall !== null || parent::isModified();
    }

    /** Reads the row again; unsaved edits and calls that waited for a save are lost. */
    public function reload(bool $deep = false, ?ConnectionWrapper $con = null): void
    {
        parent::reload($deep, $con);
        $this->listCall = null;
    }

    /** Takes over where the row is, but keeps what was set and not saved. */
    protected function acceptPlace(?ConnectionWrapper $con, ?int $rank, ListScope $scope): void
    {
        if ($con?->frame !== null) {
            $this->notePlace($con->frame);
        }
        $kept = [];
        if ($this->anythingIsSet()) {
            foreach (ListPlan::of(static::TABLE_MAP)->properties as $position => $property) {
                if ($this->wasSet($position)) {
                    $kept[$property] = $this->$property;
                }
            }
        }
        $before = $this->linked ? $this->listScope() : [];
        $this->takePlace($rank, $scope->values);
        foreach ($kept as $property => $value) {
            $this->$property = $value;
        }
        if ($this->linked && $before !== $this->listScope()) {
            $this->forgetMisfits();
        }
    }

    /**
     * Rank and scope come back when the transaction or savepoint is rolled back; with `$call`, what was set and
     * what was asked for too, which is about to be saved.
     */
    protected function notePlace(Frame $frame, bool $call = false): void
    {
        $plan = ListPlan::of(static::TABLE_MAP);
        if (!$call && !isset($frame->undo[$this]) && !$this->anythingIsSet()) {
            $properties = [];
            foreach ($plan->properties as $property) {
                $properties[$property] = $this->$property;
            }
            $frame->undo[$this] = [$this->rowIsNew, $this->rowIsDeleted, $this->modifiedWords(), $properties];
            $this->savedIn = $frame;

            return;
        }
        $none = \array_fill(0, \count($this->modifiedWords()), 0);
        $snapshot = $frame->snapshotOf($this) ?? [$this->rowIsNew, $this->rowIsDeleted, $none, []];
        $properties = $snapshot[3];
        foreach ([$plan->rank, ...$plan->scope] as $position) {
            $property = static::TABLE_MAP::PROPERTIES[$position];
            if (!\array_key_exists($property, $properties) && !$this->wasSet($position)) {
                $properties[$property] = $this->$property;
            }
        }
        if ($call) {
            $set = $properties['listSet'] ?? [];
            $set = \is_array($set) ? $set : [];
            foreach ([$plan->rank, ...$plan->scope] as $position) {
                if ($this->wasSet($position)) {
                    $property = static::TABLE_MAP::PROPERTIES[$position];
                    $set[$property] = $this->$property;
                }
            }
            if ($this->listCall !== null) {
                $set['listCall'] = $this->listCall;
            }
            $properties['listSet'] = $set;
        }
        $frame->undo[$this] = [$snapshot[0], $snapshot[1], $snapshot[2], $properties];
        $this->savedIn = $frame;
    }

    /** A column that was set, and is not written, is set again when the transaction is rolled back. */
    private function noteSet(Frame $frame, int $position): void
    {
        $snapshot = $frame->snapshotOf($this);
        if ($snapshot !== null) {
            $saved = (array) $snapshot[2];
            $word = \intdiv($position, 62);
            $saved[$word] = ($saved[$word] ?? 0) | 1 << $position % 62;
            $frame->undo[$this] = [$snapshot[0], $snapshot[1], \array_values($saved), $snapshot[3]];
        }
    }

    /**
     * A scope that another object gave is not one that was set: it goes when the transaction is rolled back.
     *
     * @param list<int> $words the columns that were set before
     */
    private function noteScopeUnset(Frame $frame, array $words): void
    {
        $snapshot = $frame->snapshotOf($this);
        if ($snapshot === null) {
            return;
        }
        $saved = (array) $snapshot[2];
        foreach (ListPlan::of(static::TABLE_MAP)->scope as $position) {
            $word = \intdiv($position, 62);
            $bit = 1 << $position % 62;
            if ((($words[$word] ?? 0) & $bit) === 0) {
                $saved[$word] = ($saved[$word] ?? 0) & ~$bit;
            }
        }
        $frame->undo[$this] = [$snapshot[0], $snapshot[1], \array_values($saved), $snapshot[3]];
    }

    /** Whether any column was set and not saved. */
    private function anythingIsSet(): bool
    {
        $words = $this->modifiedWords();

        return $words !== [0] && \array_filter($words) !== [];
    }

    protected function changesScope(): bool
    {
        if (!$this->anythingIsSet()) {
            return false;
        }
        foreach (static::TABLE_MAP::LIST['scope'] ?? [] as $position) {
            if ($this->wasSet($position)) {
                return true;
            }
        }

        return false;
    }

    protected function wasSet(int $position): bool
    {
        return (($this->modifiedWords()[\intdiv($position, 62)] ?? 0) >> $position % 62 & 1) === 1;
    }

    /** The column counts as never set. */
    private function forgetEdit(int $position): void
    {
        $words = $this->modifiedWords();
        $words[\intdiv($position, 62)] &= ~(1 << $position % 62);
        $this->setModifiedWords(\array_values($words));
    }
}
