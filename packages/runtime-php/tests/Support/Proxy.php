<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Support;

use RuntimeException;

/** A way to the server under test that can be cut, as when a server fails and another one takes over. */
final class Proxy
{
    private readonly int $port;
    private readonly string $control;

    /** @var resource */
    private $process;

    public function __construct(private readonly string $dsn)
    {
        $this->port = self::freePort();
        $this->control = (string) \tempnam(\sys_get_temp_dir(), 'orm-proxy-');
        $target = self::part($dsn, 'host') . ':' . self::part($dsn, 'port');
        $null = ['file', '/dev/null', 'w'];
        $command = [\PHP_BINARY, __DIR__ . '/proxy.php', (string) $this->port, $target, $this->control];
        $process = \proc_open($command, [['file', '/dev/null', 'r'], $null, $null], $pipes);
        $this->process = \is_resource($process) ? $process : throw new RuntimeException('the proxy cannot be started');
        self::awaitPort($this->port, 'the proxy does not answer');
    }

    public function dsn(): string
    {
        return self::redirected($this->dsn, $this->port);
    }

    /** Cuts all connections and takes no new ones for a while. */
    public function cutFor(float $seconds): void
    {
        \file_put_contents($this->control, (string) (\microtime(true) + $seconds));
        \usleep(100_000);
    }

    public function stop(): void
    {
        \proc_terminate($this->process);
        \proc_close($this->process);
        \unlink($this->control);
    }

    public static function part(string $dsn, string $name): string
    {
        return \preg_match("/\\b$name=([^;]+)/", $dsn, $match) === 1 ? $match[1] : throw new RuntimeException($name);
    }

    /** A DSN with another port on this machine. */
    public static function redirected(string $dsn, int $port): string
    {
        return (string) \preg_replace(['/host=[^;]+/', '/port=\d+/'], ['host=127.0.0.1', "port=$port"], $dsn);
    }

    public static function freePort(): int
    {
        $socket = \stream_socket_server('tcp://127.0.0.1:0');
        if ($socket === false) {
            throw new RuntimeException('no free port');
        }
        $name = (string) \stream_socket_get_name($socket, false);
        \fclose($socket);

        return (int) \substr($name, (int) \strrpos($name, ':') + 1);
    }

    public static function awaitPort(int $port, string $failure): void
    {
        for ($i = 0; $i < 200; ++$i) {
            $socket = @\fsockopen('127.0.0.1', $port);
            if ($socket !== false) {
                \fclose($socket);

                return;
            }
            \usleep(25_000);
        }
        throw new RuntimeException($failure);
    }
}
