<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable\Model;

/** The product and the oracle differ. */
final class Mismatch extends \RuntimeException
{
    /**
     * @param string $kind what differs: a shorter story has to fail in the same way
     */
    public function __construct(
        public readonly string $kind,
        string $message,
        ?\Throwable $previous = null,
    ) {
        parent::__construct($message, 0, $previous);
    }
}
