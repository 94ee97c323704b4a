<?php

declare(strict_types=1);

namespace Orm\Runtime\ServiceContainer;

use Psr\Log\AbstractLogger;

/**
 * What a connection logs to: the logger that its name has at that moment. A logger may be registered after the first
 * statement has run.
 *
 * @internal
 */
final class ConnectionLogger extends AbstractLogger
{
    public function __construct(
        private readonly StandardServiceContainer $container,
        private readonly string $name,
    ) {
    }

    /**
     * Untyped, so that it fits every version of psr/log.
     *
     * @param mixed              $level
     * @param string|\Stringable $message
     * @param array<mixed>       $context
     */
    public function log($level, $message, array $context = []): void
    {
        $this->container->getLogger($this->name)->log($level, $message, $context);
    }
}
