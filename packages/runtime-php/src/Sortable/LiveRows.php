<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\TableMap;

/**
 * Objects in use after something that their own operations did not tell them: a rollback that undid changes of ranks, or a
 * statement that deleted many rows.
 *
 * @internal
 */
final class LiveRows
{
    /**
     * @param class-string<TableMap> $map
     */
    public static function putRight(ConnectionWrapper $con, string $map): void
    {
        $pool = $con->getPool()?->table($map);
        $model = $map::OM_CLASS;
        if ($pool === null || $pool->refs === []) {
            return;
        }
        // In the middle of a stricter transaction a question could be the one that fails it.
        $mayAsk = $con->frame === null || \in_array($con->getIsolation(), [null, 'READ COMMITTED'], true);
        try {
            if ($mayAsk && $con->isOpen() && !$con->isAborted() && \is_subclass_of($model, Sortable::class)) {
                $model::refreshPool($con);

                return;
            }
        } catch (OrmException) {
            // Nobody can be asked; they are read anew when they are needed.
        }
        $pool->clear();
    }
}
