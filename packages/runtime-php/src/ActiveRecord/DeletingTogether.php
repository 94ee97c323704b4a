<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\ObjectDeletedException;
use Orm\Runtime\Exception\OrmException;

/**
 * Deleting many objects of one table. Their rows go as a set, so that a sortable table renumbers each list once, and
 * hooks never see a list with gaps: preDelete() of all, the rows, postDelete() of all.
 *
 * @internal part of ActiveRecord
 */
trait DeletingTogether
{
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
}
