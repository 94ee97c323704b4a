<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** Classes that were built for one vendor meet a connection of another. */
final class AdapterMismatchException extends ConfigurationException
{
}
