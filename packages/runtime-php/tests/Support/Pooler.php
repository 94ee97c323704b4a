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
        $this->port = Proxy::freePort();
        [$host, $port] = [Proxy::part($dsn, 'host'), Proxy::part($dsn, 'port')];
        \file_put_contents("$path/pgbouncer.ini", <<<INI
            [databases]
            * = host=$host port=$port user=orm password=orm
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
        Proxy::awaitPort($this->port, 'pgbouncer does not answer: "node scripts/engines.mjs install lab" installs it');
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
        return Proxy::redirected($this->dsn, $this->port);
    }
}
