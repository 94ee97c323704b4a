<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Orm\Runtime\ActiveRecord\ActiveRecord;

/**
 * What the base of table maps names as its query class. Never made.
 *
 * @extends ModelQuery<ActiveRecord>
 *
 * @internal
 */
abstract class AnyQuery extends ModelQuery
{
}
