<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** The parent of everything the library throws: one `catch` for all of it. */
class OrmException extends \RuntimeException
{
}
