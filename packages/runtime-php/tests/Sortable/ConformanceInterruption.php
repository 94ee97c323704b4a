<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable;

use Psr\Log\AbstractLogger;

/** Does something after the first statement that a connection sends. */
final class ConformanceInterruption extends AbstractLogger
{
    /**
     * @param \Closure(): void $work
     */
    public function __construct(private readonly \Closure $work)
    {
    }

    /**
     * @param mixed              $level
     * @param string|\Stringable $message
     * @param array<mixed>       $context
     */
    public function log($level, $message, array $context = []): void
    {
        ($this->work)();
    }
}
