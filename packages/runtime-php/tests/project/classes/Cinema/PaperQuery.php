<?php

declare(strict_types=1);

namespace Cinema;

use Cinema\Base\PaperQuery as BasePaperQuery;
use Orm\Runtime\Connection\ConnectionWrapper;

/** A stub as users write them: nobody sees the papers of other tenants. */
class PaperQuery extends BasePaperQuery
{
    public static ?int $tenant = null;

    protected function preSelect(ConnectionWrapper $con): void
    {
        if (self::$tenant !== null) {
            $this->filterByTenant(self::$tenant);
        }
    }
}
