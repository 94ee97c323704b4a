<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Support;

use RuntimeException;

/** PgBouncer with its default settings in front of the PostgreSQL under test: every transaction may get another server connection. */
final class Pooler
{
    private readonly TemporaryFolder $folder;
    private readonly int $port;

    /** @var resource */
    private $process;

    public function __construct(private readonly string $dsn, int $poolSize)
    {
        $this->folder = new TemporaryFolder();
        $path = $this->folder->path;
        $this->port = self::freePort();
        $server = "host={$this->part('host')} port={$this->part('port')} user=orm password=orm";
        \file_put_contents("$path/pgbouncer.ini", <<<INI
            [databases]
            * = $server
            [pgbouncer]
            listen_addr = 127.0.0.1
            listen_port = $this->port
            auth_type = any
            unix_socket_dir =
            pool_mode = transaction
            default_pool_size = $poolSize
            INI);
        $root = \function_exists('posix_getuid') && \posix_getuid() === 0;
        $command = ['/usr/sbin/pgbouncer', ...($root ? ['-u', 'postgres'] : []), "$path/pgbouncer.ini"];
        \chmod($path, 0755);
        $log = ['file', "$path/log", 'w'];
        $process = \proc_open($command, [['file', '/dev/null', 'r'], $log, $log], $pipes);
        $this->process = \is_resource($process) ? $process : throw new RuntimeException('pgbouncer cannot be started');
        $this->awaitStart();
    }

    public function stop(): void
    {
        \proc_terminate($this->process);
        \proc_close($this->process);
        $this->folder->remove();
    }

    /** The DSN of the database behind the pooler. */
    public function dsn(): string
    {
        return (string) \preg_replace(['/host=[^;]+/', '/port=\d+/'], ['host=127.0.0.1', "port=$this->port"], $this->dsn);
    }

    private function awaitStart(): void
    {
        for ($i = 0; $i < 200; ++$i) {
            $socket = @\fsockopen('127.0.0.1', $this->port);
            if ($socket !== false) {
                \fclose($socket);

                return;
            }
            \usleep(25_000);
        }
        $log = (string) @\file_get_contents("{$this->folder->path}/log");
        throw new RuntimeException("pgbouncer does not answer (\"node scripts/engines.mjs install lab\" installs it): $log");
    }

    private function part(string $name): string
    {
        return \preg_match("/\\b$name=([^;]+)/", $this->dsn, $match) === 1 ? $match[1] : throw new RuntimeException($name);
    }

    private static function freePort(): int
    {
        $socket = \stream_socket_server('tcp://127.0.0.1:0');
        if ($socket === false) {
            throw new RuntimeException('no free port');
        }
        $name = (string) \stream_socket_get_name($socket, false);
        \fclose($socket);

        return (int) \substr($name, (int) \strrpos($name, ':') + 1);
    }
}
