<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\Adapter\AdapterInterface;
use Psr\Log\LoggerInterface;

/** Makes connections from their settings. The database is opened when the connection is first used. */
final class ConnectionFactory
{
    /**
     * @param InstancePool|null $pool one for all databases behind a name, so that a row read from a replica and saved on
     *                                the primary stays one object
     */
    public static function create(
        ConnectionSettings $settings,
        AdapterInterface $adapter,
        LoggerInterface $logger,
        ?InstancePool $pool,
        ?WriteListener $writeListener = null,
    ): ConnectionWrapper {
        $connection = new $settings->classname(
            $settings->name,
            $adapter,
            static fn (): \PDO => $adapter->connect($settings),
            $logger,
            $settings->instancePool ? $pool : null,
            $writeListener,
            $settings->statementCache,
        );
        if ($settings->queryLog || $settings->slowQuery !== null) {
            $connection->setQueryLog($logger, $settings->slowQuery);
        }

        return $connection;
    }
}
