<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/**
 * The connection broke while it was used. What a transaction had done is rolled back; whether a statement outside of one
 * (or a COMMIT) was carried out, nobody can say.
 */
final class ConnectionLostException extends ConnectionException
{
    use DatabaseErrorDetails;
}
