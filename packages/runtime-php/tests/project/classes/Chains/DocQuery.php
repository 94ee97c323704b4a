<?php

declare(strict_types=1);

namespace Chains;

use Chains\Base\DocQuery as BaseDocQuery;
use Orm\Runtime\Connection\ConnectionWrapper;

/** A stub as users write them: nobody sees what belongs to another tenant. */
class DocQuery extends BaseDocQuery
{
    public const TENANT = 1;

    protected function preSelect(ConnectionWrapper $con): void
    {
        $this->filterByTenant(self::TENANT);
    }
}
