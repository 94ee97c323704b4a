<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Exception\ConfigurationException;
use Orm\Runtime\Exception\Excerpt;
use Orm\Runtime\Orm;
use Psr\Log\LoggerInterface;

/** One database for everything. */
final class ConnectionManagerSingle implements ConnectionManager
{
    private ?ConnectionConfiguration $configuration = null;
    private ?ConnectionWrapper $connection = null;

    public function __construct(private readonly string $name)
    {
    }

    public function getName(): string
    {
        return $this->name;
    }

    /**
     * @param array<string, mixed> $configuration as config.php has it: see ConnectionSettings::fromArray()
     */
    public function setConfiguration(#[\SensitiveParameter] array $configuration): void
    {
        $this->closeConnections();
        $this->configuration = new ConnectionConfiguration($this->name, $configuration);
        $this->connection = null;
        unset(Orm::$write[$this->name], Orm::$read[$this->name]);
    }

    /** Uses a connection that was made elsewhere. */
    public function setConnection(ConnectionWrapper $connection): void
    {
        $this->configuration = null;
        $this->connection = $connection;
        unset(Orm::$write[$this->name], Orm::$read[$this->name]);
    }

    public function getWriteConnection(AdapterInterface $adapter, LoggerInterface $logger): ConnectionWrapper
    {
        return $this->connection ??= ConnectionFactory::create($this->settings(), $adapter, $logger, new InstancePool());
    }

    public function getReadConnection(AdapterInterface $adapter, LoggerInterface $logger): ConnectionWrapper
    {
        return $this->getWriteConnection($adapter, $logger);
    }

    public function isReadStable(): bool
    {
        return true;
    }

    public function closeConnections(): void
    {
        $this->connection?->close();
    }

    public function endRequest(): void
    {
        $this->connection?->endRequest();
    }

    private function settings(): ConnectionSettings
    {
        return $this->configuration?->settings() ?? throw new ConfigurationException(\sprintf(
            'The connection "%s" has no settings: call setConfiguration() or setConnection() on its manager.',
            Excerpt::of($this->name),
        ));
    }
}
