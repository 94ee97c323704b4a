<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** Something that can only be read was to be written. */
class ReadOnlyException extends OrmException
{
}
