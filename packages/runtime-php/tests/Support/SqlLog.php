<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Support;

use Psr\Log\AbstractLogger;

/** Keeps the statements of a query log. */
final class SqlLog extends AbstractLogger
{
    /** @var list<string> */
    public array $statements = [];

    /**
     * @param mixed              $level
     * @param string|\Stringable $message
     * @param array<mixed>       $context
     */
    public function log($level, $message, array $context = []): void
    {
        $this->statements[] = \is_string($context['sql'] ?? null) ? $context['sql'] : '?';
    }
}
