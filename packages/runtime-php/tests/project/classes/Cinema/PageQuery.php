<?php

declare(strict_types=1);

namespace Cinema;

use Cinema\Base\PageQuery as BasePageQuery;
use Orm\Runtime\Connection\ConnectionWrapper;

/** A stub as users write them: whose page it is, its paper says. */
class PageQuery extends BasePageQuery
{
    protected function preSelect(ConnectionWrapper $con): void
    {
        if (PaperQuery::$tenant !== null) {
            $this->usePaperQuery()->filterByTenant(PaperQuery::$tenant)->endUse();
        }
    }
}
