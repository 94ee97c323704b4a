<?php

declare(strict_types=1);

namespace Orm\Runtime\ServiceContainer;

use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Adapter\MssqlAdapter;
use Orm\Runtime\Adapter\MysqlAdapter;
use Orm\Runtime\Adapter\OracleAdapter;
use Orm\Runtime\Adapter\PgsqlAdapter;
use Orm\Runtime\Adapter\SqliteAdapter;
use Orm\Runtime\Connection\ConnectionManager;
use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\ConfigurationException;
use Orm\Runtime\Exception\Excerpt;
use Orm\Runtime\Exception\VersionMismatchException;
use Orm\Runtime\Orm;
use Orm\Runtime\Value\Temporal;
use Psr\Log\LoggerInterface;
use Psr\Log\NullLogger;

/** What config.php fills and generated classes ask: adapters, connections and loggers by name. */
final class StandardServiceContainer
{
    public const CONNECTION_WRITE = 'write';
    public const CONNECTION_READ = 'read';

    /** The logger of everything that has none of its own. */
    public const DEFAULT_LOGGER = 'defaultLogger';

    private const ADAPTERS = [
        'pgsql' => PgsqlAdapter::class,
        'mysql' => MysqlAdapter::class,
        'sqlite' => SqliteAdapter::class,
        'mssql' => MssqlAdapter::class,
        'oracle' => OracleAdapter::class,
    ];

    private ?string $defaultDatasource = null;

    /** @var array<string, string> adapter names or classes by connection name */
    private array $adapterClasses = [];

    /** @var array<string, AdapterInterface> */
    private array $adapters = [];

    /** @var array<string, ConnectionManager> */
    private array $managers = [];

    /** @var array<string, LoggerInterface> */
    private array $loggers = [];

    /** @var array<string, LoggerInterface> what connections log to */
    private array $connectionLoggers = [];

    /** @var array<string, LoggerConfiguration> loggers that nobody has asked for yet */
    private array $loggerConfigurations = [];

    private float $listLockTimeout = 10.0;

    // Configuration

    /** Refuses a config.php of another version of orm, before any generated class is loaded. */
    public function checkVersion(int $version, string $releaseLine = Orm::RELEASE_LINE): void
    {
        if ($releaseLine !== Orm::RELEASE_LINE) {
            throw VersionMismatchException::of('Your config.php was', $releaseLine, 'orm build:all');
        }
        if ($version < Orm::CONFIGURATION_VERSION) {
            throw new ConfigurationException(\sprintf(
                'Your config.php is outdated (it has version %d, ormgen/runtime %s reads version %d): '
                    . 'run "orm config:convert" again.',
                $version,
                Orm::VERSION,
                Orm::CONFIGURATION_VERSION,
            ));
        }
        if ($version > Orm::CONFIGURATION_VERSION) {
            throw new ConfigurationException(\sprintf(
                'Your config.php was written by a newer orm (it has version %d, ormgen/runtime %s reads version %d): '
                    . 'run "composer update ormgen/runtime".',
                $version,
                Orm::VERSION,
                Orm::CONFIGURATION_VERSION,
            ));
        }
    }

    public function setDefaultDatasource(string $name): void
    {
        $this->defaultDatasource = $name;
    }

    /** The connection that is meant where none is named. */
    public function getDefaultDatasource(): string
    {
        $only = \count($this->managers) === 1 ? \array_key_first($this->managers) : 'default';

        return $this->defaultDatasource ?? $only;
    }

    /** Seconds that a change of a sorted list waits for another change of the same list. */
    public function setListLockTimeout(float $seconds): void
    {
        $this->listLockTimeout = $seconds;
    }

    public function getListLockTimeout(): float
    {
        return $this->listLockTimeout;
    }

    /** The time zone in which days and times without an offset are stored and read; null for PHP's default one. */
    public function setTimeZone(?string $name): void
    {
        Temporal::useZone($name);
    }

    // Adapters

    /**
     * @param string $adapter `pgsql`, `mysql`, `sqlite`, `mssql`, `oracle`, or a class that implements AdapterInterface
     */
    public function setAdapterClass(string $name, string $adapter): void
    {
        $this->adapterClasses[$name] = $adapter;
        unset($this->adapters[$name], Orm::$write[$name], Orm::$read[$name]);
    }

    /** @return class-string<AdapterInterface> */
    public function getAdapterClass(?string $name = null): string
    {
        $name ??= $this->getDefaultDatasource();
        $adapter = $this->adapterClasses[$name] ?? throw $this->unknown($name);
        $class = self::ADAPTERS[$adapter] ?? $adapter;
        if (\preg_match('/^\\\\?[A-Za-z_\x80-\xff]/', $class) !== 1 || !\class_exists($class) || !\is_a($class, AdapterInterface::class, true)) {
            throw new ConfigurationException(\sprintf(
                'The connection "%s" has the adapter "%s", which is none of %s and no class that implements %s.',
                Excerpt::of($name),
                Excerpt::of($adapter),
                \implode(', ', \array_keys(self::ADAPTERS)),
                AdapterInterface::class,
            ));
        }

        return $class;
    }

    public function setAdapter(string $name, AdapterInterface $adapter): void
    {
        $this->setAdapterClass($name, $adapter::class);
        $this->adapters[$name] = $adapter;
    }

    public function getAdapter(?string $name = null): AdapterInterface
    {
        $name ??= $this->getDefaultDatasource();

        return $this->adapters[$name] ??= new ($this->getAdapterClass($name))();
    }

    // Connections

    /** Takes a manager under its own name, in place of the one there was. */
    public function setConnectionManager(ConnectionManager $manager): void
    {
        $name = $manager->getName();
        $before = $this->managers[$name] ?? null;
        if ($before !== $manager) {
            $before?->closeConnections();
        }
        $this->managers[$name] = $manager;
        unset(Orm::$write[$name], Orm::$read[$name]);
    }

    public function getConnectionManager(?string $name = null): ConnectionManager
    {
        $name ??= $this->getDefaultDatasource();

        return $this->managers[$name] ?? throw $this->unknown($name);
    }

    public function hasConnectionManager(string $name): bool
    {
        return isset($this->managers[$name]);
    }

    /** @return array<string, ConnectionManager> */
    public function getConnectionManagers(): array
    {
        return $this->managers;
    }

    /**
     * @param 'write'|'read' $mode
     */
    public function getConnection(?string $name = null, string $mode = self::CONNECTION_WRITE): ConnectionWrapper
    {
        return $this->connectionFor($mode, $name);
    }

    private function connectionFor(string $mode, ?string $name): ConnectionWrapper
    {
        return match ($mode) {
            self::CONNECTION_READ => $this->getReadConnection($name),
            self::CONNECTION_WRITE => $this->getWriteConnection($name),
            default => throw new ConfigurationException(\sprintf(
                'A connection is for "write" or for "read", and not for "%s".',
                Excerpt::of($mode),
            )),
        };
    }

    public function getWriteConnection(?string $name = null): ConnectionWrapper
    {
        $name ??= $this->getDefaultDatasource();

        return $this->getConnectionManager($name)->getWriteConnection(
            $this->getAdapter($name),
            $this->connectionLogger($name),
        );
    }

    public function getReadConnection(?string $name = null): ConnectionWrapper
    {
        $name ??= $this->getDefaultDatasource();

        return $this->getConnectionManager($name)->getReadConnection(
            $this->getAdapter($name),
            $this->connectionLogger($name),
        );
    }

    /** Uses a connection that was made elsewhere, under this name. */
    public function setConnection(string $name, ConnectionWrapper $connection): void
    {
        $manager = new ConnectionManagerSingle($name);
        $manager->setConnection($connection);
        $this->setConnectionManager($manager);
        $this->setAdapter($name, $connection->adapter);
    }

    /** Closes what is open; the next use opens it again. Refused inside a transaction. */
    public function closeConnections(): void
    {
        foreach ($this->managers as $manager) {
            $manager->closeConnections();
        }
    }

    /** To be called by a worker between two requests: reads may go to replicas again. */
    public function endRequest(): void
    {
        foreach ($this->managers as $manager) {
            $manager->endRequest();
        }
    }

    // Loggers

    /** Registers a PSR-3 logger for a connection of this name, or as `defaultLogger` for everything else. */
    public function setLogger(string $name, LoggerInterface $logger): void
    {
        $this->loggers[$name] = $logger;
        unset($this->loggerConfigurations[$name]);
    }

    public function hasLogger(string $name): bool
    {
        return isset($this->loggers[$name]) || isset($this->loggerConfigurations[$name]);
    }

    /** The logger of a name; else `defaultLogger`; else one that logs nothing. */
    public function getLogger(string $name = self::DEFAULT_LOGGER): LoggerInterface
    {
        if (isset($this->loggers[$name])) {
            return $this->loggers[$name];
        }
        if (isset($this->loggerConfigurations[$name])) {
            return $this->loggers[$name] = $this->loggerConfigurations[$name]->build();
        }

        return $name === self::DEFAULT_LOGGER ? new NullLogger() : $this->getLogger();
    }

    /**
     * Describes a logger that is built with Monolog when it is first needed.
     *
     * @param array<string, mixed> $configuration `type` (stream, rotating_file, syslog), `level`, `path`, `facility`,
     *                                            `ident`, and `root`, the folder that `path` is relative to
     */
    public function setLoggerConfiguration(string $name, array $configuration): void
    {
        $this->loggerConfigurations[$name] = new LoggerConfiguration($name, $configuration);
        unset($this->loggers[$name]);
    }

    private function connectionLogger(string $name): LoggerInterface
    {
        return $this->connectionLoggers[$name] ??= new ConnectionLogger($this, $name);
    }

    private function unknown(string $name): ConfigurationException
    {
        if ($this->managers === []) {
            return new ConfigurationException(
                'No connection is configured at all: load generated-conf/config.php before using a model class. '
                    . '"orm config:convert" writes it.',
            );
        }

        return new ConfigurationException(\sprintf(
            'There is no connection "%s"; config.php has %s. Add it to database.connections in the configuration (and '
                . 'to runtime.connections, if you have that), then run "orm config:convert".',
            Excerpt::of($name),
            '"' . \implode('", "', \array_keys($this->managers)) . '"',
        ));
    }
}
