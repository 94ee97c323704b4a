<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\ObjectDeletedException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Relation\Link;

/**
 * Deleting the rows of objects: of one, and of many of one table. Those go as a set, so that a sortable table renumbers each list
 * once, and hooks never see a list with gaps: preDelete() of all, the rows, postDelete() of all.
 *
 * @internal part of ActiveRecord
 */
trait Deleting
{
    /**
     * Deletes the row.
     *
     * @throws OrmException
     */
    public function delete(?ConnectionWrapper $con = null): void
    {
        $con ??= $this->writeConnection();
        $this->needRowToDelete();
        if (!(self::$hooked[static::class] ?? self::detectHooks())) {
            $this->doDelete($con);

            return;
        }
        $this->atomically($con, function () use ($con): void {
            if ($this->preDelete($con)) {
                $this->doDelete($con);
                $this->postDelete($con);
            }
        });
    }

    /**
     * Deletes objects inside a transaction of the caller's. Those that a cascade or a hook deletes on the way are
     * not deleted again.
     *
     * @param list<self> $objects
     *
     * @return int how many were deleted
     *
     * @internal
     */
    final public static function deleteTogether(array $objects, ConnectionWrapper $con): int
    {
        foreach ($objects as $object) {
            $object->needRowToDelete();
        }
        $wanted = \array_values(\array_filter(
            $objects,
            static fn (self $object): bool => !(self::$hooked[$object::class] ?? $object::detectHooks())
                || (!$object->rowIsDeleted && $object->preDelete($con)),
        ));
        $deleted = $wanted === [] ? [] : $wanted[0]::deleteRows($wanted, $con);
        foreach ($deleted as $object) {
            if (self::$hooked[$object::class] ?? false) {
                $object->postDelete($con);
            }
        }

        return \count($deleted);
    }

    /**
     * Deletes the rows of objects; returns those that were not deleted before their turn came.
     *
     * @param non-empty-list<self> $objects
     *
     * @return list<self>
     */
    protected static function deleteRows(array $objects, ConnectionWrapper $con): array
    {
        $deleted = [];
        foreach ($objects as $object) {
            if (!$object->rowIsDeleted) {
                $object->doDelete($con);
                $deleted[] = $object;
            }
        }

        return $deleted;
    }

    private function needRowToDelete(): void
    {
        $name = static::TABLE_MAP::TABLE_PHP_NAME;
        if ($this->rowIsDeleted) {
            throw new ObjectDeletedException(\sprintf('This %s was deleted already.', $name));
        }
        if ($this->rowIsNew) {
            throw new OrmException(\sprintf('This %s was never saved, so there is no row to delete.', $name));
        }
    }

    protected function doDelete(ConnectionWrapper $con): void
    {
        self::needKey('deleted');
        $links = static::TABLE_MAP::LINKS === [] ? [] : Link::orphaning(static::TABLE_MAP);
        if ($links === []) {
            $this->deleteRow($con);
        } else {
            $this->deleteLeaving($links, $con);
        }
    }

    private function deleteRow(ConnectionWrapper $con): void
    {
        $t = $con->tables[static::TABLE_MAP] ?? $con->table(static::TABLE_MAP);
        $statement = $t->delete ?? $t->deleteStatement();
        $this->fillKey($t);
        $con->write($statement);
        $this->rowWasDeleted($con);
    }

    /** The row is gone: the object, the pool and the objects around it know it from now on. */
    protected function rowWasDeleted(ConnectionWrapper $con): void
    {
        if ($con->frame !== null) {
            $con->frame->undo[$this] ??= [false, false, $this->modifiedWords(), []];
            $this->savedIn = $con->frame;
        }
        $this->rowIsDeleted = true;
        $key = $this->rowPoolKey();
        if ($key !== null) {
            $con->getPool()?->table(static::TABLE_MAP)->remove($key);
        }
        if ($this->linked || static::TABLE_MAP::LINKS !== []) {
            $this->followDelete($con);
        }
    }
}
