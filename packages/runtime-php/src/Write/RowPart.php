<?php

declare(strict_types=1);

namespace Orm\Runtime\Write;

use Closure;

/**
 * What a behavior does with a row when it is written.
 *
 * @internal
 */
final class RowPart
{
    /**
     * @param (Closure(): (Closure(): void))|null $fill  gives the row values that nobody has set; what it returns takes them back,
     *                                                   for a row that could not be written
     * @param (Closure(): void)|null              $after what follows the row in the same transaction
     */
    public function __construct(public readonly ?Closure $fill = null, public readonly ?Closure $after = null)
    {
    }
}
