<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\Adapter\AdapterInterface;
use Psr\Log\LoggerInterface;

/** Decides which database a connection name stands for, for writing and for reading. */
interface ConnectionManager
{
    public function getName(): string;

    public function getWriteConnection(AdapterInterface $adapter, LoggerInterface $logger): ConnectionWrapper;

    public function getReadConnection(AdapterInterface $adapter, LoggerInterface $logger): ConnectionWrapper;

    /**
     * Whether `getReadConnection` will give the same answer until this manager says otherwise by removing its name from
     * `Orm::$read`.
     */
    public function isReadStable(): bool;

    /** Closes what is open; the next use opens it again. Refused inside a transaction. */
    public function closeConnections(): void;

    /** Forgets what lasts until the end of a request. For workers, which handle many. */
    public function endRequest(): void;
}
