<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** Another transaction changed what this one has read, which its isolation level does not allow. */
final class SerializationException extends ConflictException
{
}
