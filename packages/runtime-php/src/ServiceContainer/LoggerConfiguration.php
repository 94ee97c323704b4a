<?php

declare(strict_types=1);

namespace Orm\Runtime\ServiceContainer;

use Monolog\Handler\HandlerInterface;
use Monolog\Handler\RotatingFileHandler;
use Monolog\Handler\StreamHandler;
use Monolog\Handler\SyslogHandler;
use Monolog\Logger;
use Monolog\Processor\PsrLogMessageProcessor;
use Orm\Runtime\Exception\ConfigurationException;
use Orm\Runtime\Exception\Excerpt;
use Orm\Runtime\Orm;
use Psr\Log\LoggerInterface;

/**
 * A logger of `runtime.log` in the configuration, on its way to Monolog.
 *
 * @internal
 */
final class LoggerConfiguration
{
    private const KEYS = ['type', 'path', 'level', 'facility', 'ident', 'root', 'environment'];
    private const LEVELS = [100, 200, 250, 300, 400, 500, 550, 600];
    private const WARNING = 300;

    /** @var 'stream'|'rotating_file'|'syslog' */
    private readonly string $type;

    /** @var 100|200|250|300|400|500|550|600 */
    private readonly int $level;
    private readonly ?string $path;
    private readonly ?string $facility;
    private readonly string $ident;

    /**
     * @param array<string, mixed> $values
     */
    public function __construct(private readonly string $name, array $values)
    {
        if (!\class_exists(Logger::class)) {
            throw new ConfigurationException(\sprintf(
                'The logger "%s" of config.php is built with Monolog, which is not installed: run "composer require '
                    . 'monolog/monolog", or remove runtime.log from the configuration and register a PSR-3 logger of '
                    . 'your own with setLogger().',
                Excerpt::of($name),
            ));
        }
        foreach (\array_keys($values) as $key) {
            if (!\in_array($key, self::KEYS, true)) {
                throw $this->wrong($key, 'is unknown; known are ' . \implode(', ', self::KEYS));
            }
        }
        $variables = $values['environment'] ?? [];
        foreach (\is_array($variables) ? $variables : [] as $variable) {
            if (\is_string($variable) && Orm::env($variable) === false) {
                throw new ConfigurationException(\sprintf(
                    'The logger "%s" needs the environment variable %s, which is not set.',
                    $name,
                    $variable,
                ));
            }
        }
        $type = $values['type'] ?? 'stream';
        if ($type !== 'stream' && $type !== 'rotating_file' && $type !== 'syslog') {
            throw $this->wrong('type', 'must be stream, rotating_file or syslog');
        }
        $level = $values['level'] ?? self::WARNING;
        if (!\in_array($level, self::LEVELS, true)) {
            throw $this->wrong('level', 'must be one of ' . \implode(', ', self::LEVELS));
        }
        $this->type = $type;
        $this->level = $level;
        $this->path = $this->file($this->text($values, 'path'), $this->text($values, 'root') ?? '');
        $this->facility = $this->text($values, 'facility');
        $this->ident = $this->text($values, 'ident') ?? 'orm';
        if ($type !== 'syslog' && $this->path === null) {
            throw $this->wrong('path', 'is missing: it is the file that is written');
        }
    }

    public function build(): LoggerInterface
    {
        return new Logger($this->name, [$this->handler()], [new PsrLogMessageProcessor()]);
    }

    private function handler(): HandlerInterface
    {
        $path = $this->path ?? 'php://stderr';

        return match ($this->type) {
            'stream' => new StreamHandler($path, $this->level),
            'rotating_file' => new RotatingFileHandler($path, 0, $this->level),
            'syslog' => new SyslogHandler($this->ident, $this->syslogFacility(), $this->level),
        };
    }

    /** `LOG_LOCAL0` and `local0` are the same. */
    private function syslogFacility(): string
    {
        return \preg_replace('/^log_/', '', \strtolower($this->facility ?? 'user')) ?? 'user';
    }

    /** Relative to the project folder; a stream such as php://stderr as it is. */
    private function file(?string $path, string $root): ?string
    {
        $isWhole = $path === null || $root === '' || \preg_match('~^([/\\\\]|[A-Za-z]:[/\\\\]|\w+://)~', $path) === 1;

        return $isWhole ? $path : "$root/$path";
    }

    /**
     * @param array<string, mixed> $values
     */
    private function text(array $values, string $key): ?string
    {
        $value = $values[$key] ?? null;

        return $value === null || \is_string($value) ? $value : throw $this->wrong($key, 'must be a text');
    }

    private function wrong(string $key, string $what): ConfigurationException
    {
        return new ConfigurationException(\sprintf('In the logger "%s", %s %s.', Excerpt::of($this->name), Excerpt::of($key), $what));
    }
}
