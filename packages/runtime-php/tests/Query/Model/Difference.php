<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query\Model;

/** The product gave another answer than the oracle. */
final class Difference extends \RuntimeException
{
    public function __construct(public readonly string $kind, string $message, ?\Throwable $previous = null)
    {
        parent::__construct($message, 0, $previous);
    }
}
