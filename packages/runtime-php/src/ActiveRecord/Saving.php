<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Relation\Link;
use ReflectionMethod;

/**
 * Saving an object that has hooks, or related objects to be saved with it.
 *
 * @phpstan-require-extends ActiveRecord
 */
trait Saving
{
    /** Whether its hooks are told that it was saved. */
    private bool $tellsSaved = false;

    /** @var array<class-string, bool> whether a class has hooks of its own */
    private static array $hooked = [];

    /** @var array<class-string, bool> whether saving objects of a class may put rows into lists */
    private static array $listed = [];

    private function saveWhole(ConnectionWrapper $con, bool $hooks): int
    {
        // A cycle of related objects, or a hook of one of them, comes back here while this one is still being saved.
        if ($this->saving !== self::NOT) {
            return $this->saving === self::WAITS ? 0 : $this->saveRest($con);
        }
        if ($this->tellsSaved && !$this->isModified() && !$this->hasRelatedWork()) {
            return 0; // or a hook that saves would call itself for ever
        }
        if (!$hooks && !$this->hasRelatedWork()) {
            return $this->rowIsNew ? $this->doInsert($con) : ($this->isModified() ? $this->doUpdate($con) : 0);
        }
        ++$con->savesRelated;
        try {
            return $this->atomically($con, fn (): int => $this->saveParts($con, $hooks));
        } finally {
            $this->saving = self::NOT;
            if (--$con->savesRelated === 0) {
                $con->relatedAreSaved();
            }
        }
    }

    private function saveParts(ConnectionWrapper $con, bool $hooks): int
    {
        $insert = $this->rowIsNew;
        $this->saving = self::WAITS;
        if ($hooks && (!$this->preSave($con) || !($insert ? $this->preInsert($con) : $this->preUpdate($con)))) {
            return 0;
        }
        $rows = $this->saveParents($con);
        if ($this->rowIsDeleted) {
            return $rows; // It had been removed from one of them.
        }
        if ($this->rowIsNew) {
            $rows += $this->doInsert($con);
        } elseif ($this->isModified()) {
            $rows += $this->doUpdate($con);
        }
        do {
            $this->saving = self::WRITTEN;
            $rows += $this->saveChildren($con) + $this->saveLateParents($con);
        } while ($this->isSavedAgain());
        $this->saving = self::NOT;
        if ($hooks) {
            $this->tellSaved($insert, $con);
        }

        return $rows;
    }

    /** What hooks of related objects have changed here since the row was written; hooks of this one follow anyway. */
    private function saveRest(ConnectionWrapper $con): int
    {
        $this->saving = self::AGAIN;

        return $this->isModified() ? $this->doUpdate($con) : 0;
    }

    /** @phpstan-impure */
    private function isSavedAgain(): bool
    {
        return $this->saving === self::AGAIN;
    }

    /** Hooks may change the object again and save it, with all that belongs to saving. */
    private function tellSaved(bool $insert, ConnectionWrapper $con): void
    {
        $tells = $this->tellsSaved;
        $this->tellsSaved = true;
        try {
            $insert ? $this->postInsert($con) : $this->postUpdate($con);
            $this->postSave($con);
        } finally {
            $this->tellsSaved = $tells;
        }
    }

    /**
     * Runs something of several statements: in a transaction of its own, unless one is open.
     *
     * @template R
     *
     * @param callable(): R $work
     *
     * @return R
     */
    private function atomically(ConnectionWrapper $con, callable $work): mixed
    {
        if ($con->frame !== null) {
            return $work();
        }
        self::$listed[static::class] ??= self::touchesLists();

        return $con->atomic($work, self::$listed[static::class]);
    }

    /** Whether saving an object may put rows into lists: its own, or those that point at it. */
    private static function touchesLists(): bool
    {
        foreach (Link::all(static::TABLE_MAP) as $link) {
            if ($link->map::LIST !== []) {
                return true;
            }
        }

        return static::TABLE_MAP::LIST !== [];
    }

    /** Whether the class, its stub included, overrides a hook; found out once. */
    private static function detectHooks(): bool
    {
        $found = false;
        foreach (self::HOOKS as $hook) {
            $found = $found || (new ReflectionMethod(static::class, $hook))->class !== self::class;
        }

        return self::$hooked[static::class] = $found;
    }
}
