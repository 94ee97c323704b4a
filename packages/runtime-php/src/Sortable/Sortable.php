<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable;

use Orm\Runtime\Connection\ConnectionWrapper;

/** What every model class of a sortable table is. */
interface Sortable
{
    /**
     * Called after ranks of a list changed, inside the transaction: a stub class overrides it. It may be called again when
     * the transaction has to begin again.
     */
    public static function postListChange(ListChange $change, ConnectionWrapper $con): void;

    /**
     * Gives objects in use their true ranks: those that remember one of these lists, and those of these rows.
     *
     * @param list<ListScope>         $scopes
     * @param list<object>            $except
     * @param list<list<scalar|null>> $rows   keys
     *
     * @internal
     */
    public static function refreshLists(ConnectionWrapper $con, array $scopes, array $except = [], array $rows = []): void;

    /**
     * Gives all objects in use their true ranks; those without a row are forgotten.
     *
     * @internal
     */
    public static function refreshPool(ConnectionWrapper $con): void;

    /** Whether the row of this object has a rank, as the database says. */
    public function isInList(?ConnectionWrapper $con = null): bool;
}
