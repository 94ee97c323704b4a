<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Support;

use Psr\Log\AbstractLogger;

/** Keeps what was logged, with the context put into the messages. */
final class RecordingLogger extends AbstractLogger
{
    /** @var list<string> `warning: The replica …` */
    public array $records = [];

    /** @var list<array<mixed>> */
    public array $contexts = [];

    /**
     * @param mixed              $level
     * @param string|\Stringable $message
     * @param array<mixed>       $context
     */
    public function log($level, $message, array $context = []): void
    {
        $this->contexts[] = $context;
        $replacements = [];
        foreach ($context as $key => $value) {
            $replacements["{{$key}}"] = \is_scalar($value) ? (string) $value : \get_debug_type($value);
        }
        $this->records[] = (\is_string($level) ? $level : '?') . ': ' . \strtr((string) $message, $replacements);
    }
}
