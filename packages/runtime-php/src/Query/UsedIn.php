<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

/**
 * The query that `use…Query()` returns knows the query it came from. Only for the types: every query has `endUse()`,
 * and this says what it gives back.
 *
 * @template TParent
 */
interface UsedIn
{
    /**
     * @return TParent
     */
    public function endUse();
}
