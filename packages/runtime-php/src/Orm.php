<?php

declare(strict_types=1);

namespace Orm\Runtime;

use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;
use Psr\Log\LoggerInterface;

/** The way from anywhere to the service container, and to the connections that generated classes use. */
final class Orm
{
    public const VERSION = '0.1.0';

    /** What generated code must have been built for: the major version; before 1.0 the minor version too. */
    public const RELEASE_LINE = '0.1';

    /** The form of config.php that this version reads; config:convert writes it into the file. */
    public const CONFIGURATION_VERSION = 1;

    /**
     * Connections for writing by name, once they were asked for. Generated code reads it first.
     *
     * @var array<string, ConnectionWrapper>
     *
     * @internal
     */
    public static array $write = [];

    /**
     * Connections for reading by name, as long as they stay the answer.
     *
     * @var array<string, ConnectionWrapper>
     *
     * @internal
     */
    public static array $read = [];

    private static ?StandardServiceContainer $serviceContainer = null;

    public static function getServiceContainer(): StandardServiceContainer
    {
        return self::$serviceContainer ??= new StandardServiceContainer();
    }

    /**
     * An environment variable as config.php reads it: getenv(), else $_ENV and $_SERVER, which is where many readers of
     * .env files put it. Never a header of a request: those are in $_SERVER as HTTP_….
     *
     * @internal
     */
    public static function env(string $name): string|false
    {
        $value = \getenv($name);
        if ($value !== false) {
            return $value;
        }
        $value = $_ENV[$name] ?? (\str_starts_with(\strtoupper($name), 'HTTP_') ? null : $_SERVER[$name] ?? null);

        return \is_string($value) ? $value : false;
    }

    /** Replaces the container, for tests and for applications that build their own. */
    public static function setServiceContainer(StandardServiceContainer $serviceContainer): void
    {
        self::$serviceContainer = $serviceContainer;
        self::$write = [];
        self::$read = [];
    }

    /**
     * The connection of a name for writing: the slow path behind `$write`.
     *
     * @internal
     */
    public static function writeConnection(string $name): ConnectionWrapper
    {
        return self::$write[$name] = self::getServiceContainer()->getWriteConnection($name);
    }

    /**
     * The connection of a name for reading: the slow path behind `$read`.
     *
     * @internal
     */
    public static function readConnection(string $name): ConnectionWrapper
    {
        $container = self::getServiceContainer();
        $connection = $container->getReadConnection($name);
        if ($container->getConnectionManager($name)->isReadStable()) {
            self::$read[$name] = $connection;
        }

        return $connection;
    }

    /**
     * @param 'write'|'read' $mode
     */
    public static function getConnection(
        ?string $name = null,
        string $mode = StandardServiceContainer::CONNECTION_WRITE,
    ): ConnectionWrapper {
        return self::getServiceContainer()->getConnection($name, $mode);
    }

    public static function getWriteConnection(?string $name = null): ConnectionWrapper
    {
        return self::getServiceContainer()->getWriteConnection($name);
    }

    public static function getReadConnection(?string $name = null): ConnectionWrapper
    {
        return self::getServiceContainer()->getReadConnection($name);
    }

    public static function getAdapter(?string $name = null): AdapterInterface
    {
        return self::getServiceContainer()->getAdapter($name);
    }

    public static function getDefaultDatasource(): string
    {
        return self::getServiceContainer()->getDefaultDatasource();
    }

    public static function getLogger(string $name = StandardServiceContainer::DEFAULT_LOGGER): LoggerInterface
    {
        return self::getServiceContainer()->getLogger($name);
    }

    public static function closeConnections(): void
    {
        self::getServiceContainer()->closeConnections();
    }

    /** To be called by a worker between two requests: reads may go to replicas again. */
    public static function endRequest(): void
    {
        self::getServiceContainer()->endRequest();
    }
}
