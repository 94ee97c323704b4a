<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Exception\ConfigurationException;
use Orm\Runtime\Exception\ConnectionException;
use Orm\Runtime\Exception\Excerpt;
use Orm\Runtime\Orm;
use Psr\Log\LoggerInterface;

/**
 * A primary that is written, and replicas that are read. Reads go to the primary too while it is in a transaction,
 * after a write (a replica may not have it yet), when that is forced, and when no replica can be reached.
 */
final class ConnectionManagerPrimaryReplica implements ConnectionManager, WriteListener
{
    private ?ConnectionConfiguration $writeConfiguration = null;

    /** @var list<ConnectionConfiguration> what replicas have different from the primary */
    private array $readConfiguration = [];

    private ?ConnectionWrapper $primary = null;

    /** The replica that this process reads from. */
    private ?ConnectionWrapper $replica = null;

    /** @var array<int, ConnectionWrapper> connections that were made, by the position of the replica */
    private array $replicas = [];

    /** @var list<int>|null positions of the replicas in the order in which this process tries them */
    private ?array $order = null;

    /** @var array<int, int|float> when a replica that was not reached may be tried again, by its position */
    private array $lost = [];

    private readonly InstancePool $pool;
    private bool $forcePrimary = false;

    /** Whether something was written since the request began, as far as it still matters. */
    private bool $wrote = false;
    private int|float $wroteAt = 0;

    /** Whether the end of the primary's transaction will be noted. */
    private bool $awaitsCommit = false;

    /** From the settings of the primary; null: until the end of the request. */
    private ?float $primaryAfterWrite = null;

    private float $retrySeconds = 30.0;

    public function __construct(private readonly string $name)
    {
        $this->pool = new InstancePool();
    }

    public function getName(): string
    {
        return $this->name;
    }

    /**
     * @param array<string, mixed> $configuration as config.php has it: see ConnectionSettings::fromArray()
     */
    public function setWriteConfiguration(#[\SensitiveParameter] array $configuration): void
    {
        $this->closeConnections();
        $this->primary = null;
        $this->writeConfiguration = new ConnectionConfiguration($this->name, $configuration);
        unset(Orm::$write[$this->name]);
    }

    /**
     * @param list<array<string, mixed>> $configuration one for each replica; what it leaves out is as on the primary
     */
    public function setReadConfiguration(#[\SensitiveParameter] array $configuration): void
    {
        $this->closeReplicas();
        $this->readConfiguration = \array_map(
            fn (array $replica): ConnectionConfiguration => new ConnectionConfiguration($this->name, $replica),
            $configuration,
        );
        $this->order = null;
        $this->lost = [];
        $this->forgetReadRoute();
    }

    /** Sends all reads to the primary, or no longer. */
    public function setForcePrimaryConnection(bool $force): void
    {
        $this->forcePrimary = $force;
        $this->forgetReadRoute();
    }

    public function isForcePrimaryConnection(): bool
    {
        return $this->forcePrimary;
    }

    /** After how many seconds a replica that could not be reached is tried again. */
    public function setReplicaRetrySeconds(float $seconds): void
    {
        $this->retrySeconds = $seconds;
    }

    public function getWriteConnection(AdapterInterface $adapter, LoggerInterface $logger): ConnectionWrapper
    {
        if ($this->primary === null) {
            $settings = $this->writeConfiguration()->settings();
            $this->primaryAfterWrite = $settings->primaryAfterWrite;
            $this->primary = ConnectionFactory::create($settings, $adapter, $logger, $this->pool, $this);
        }

        return $this->primary;
    }

    public function getReadConnection(AdapterInterface $adapter, LoggerInterface $logger): ConnectionWrapper
    {
        if ($this->readsFromPrimary()) {
            return $this->getWriteConnection($adapter, $logger);
        }
        if ($this->replica !== null && $this->replica->isOpen()) {
            return $this->replica;
        }

        return $this->openReplica($adapter, $logger) ?? $this->getWriteConnection($adapter, $logger);
    }

    public function isReadStable(): bool
    {
        return $this->readConfiguration === []
            || $this->forcePrimary
            || ($this->wrote && $this->primaryAfterWrite === null);
    }

    public function noteWrite(): void
    {
        // Nothing is in Orm::$read to be removed: while a replica may answer, the answer is not kept there.
        $this->wrote = true;
        if ($this->primaryAfterWrite === null) {
            return;
        }
        $this->wroteAt = \hrtime(true);
        // Replicas see a transaction when it is committed, so the time begins again then.
        if (!$this->awaitsCommit && $this->primary !== null && $this->primary->inTransaction()) {
            $this->awaitsCommit = true;
            $this->primary->onCommit(function (): void {
                $this->awaitsCommit = false;
                $this->wroteAt = \hrtime(true);
            });
            $this->primary->onRollback(function (): void {
                $this->awaitsCommit = false;
            });
        }
    }

    public function endRequest(): void
    {
        $this->primary?->endRequest();
        $this->wrote = false;
        $this->forgetReadRoute();
    }

    public function closeConnections(): void
    {
        $this->primary?->close();
        $this->closeReplicas();
        $this->forgetReadRoute();
    }

    private function readsFromPrimary(): bool
    {
        if ($this->forcePrimary || $this->readConfiguration === []) {
            return true;
        }
        if ($this->primary?->inTransaction() === true) {
            return true;
        }
        if (!$this->wrote) {
            return false;
        }
        if ($this->primaryAfterWrite === null || \hrtime(true) - $this->wroteAt < $this->primaryAfterWrite * 1e9) {
            return true;
        }
        $this->wrote = false;

        return false;
    }

    /** The first replica that can be reached, in an order that is random and then stays. */
    private function openReplica(AdapterInterface $adapter, LoggerInterface $logger): ?ConnectionWrapper
    {
        if ($this->order === null) {
            $this->order = \array_keys($this->readConfiguration);
            \shuffle($this->order);
        }
        $this->replica = null;
        foreach ($this->order as $position) {
            if (($this->lost[$position] ?? 0) > \hrtime(true)) {
                continue;
            }
            $settings = $this->readConfiguration[$position]->settings($this->writeConfiguration()->values());
            try {
                $replica = $this->replicas[$position]
                    ??= ConnectionFactory::create($settings, $adapter, $logger, $this->pool);
                $replica->getPdo();

                return $this->replica = $replica;
            } catch (ConnectionException $error) {
                $this->lost[$position] = \hrtime(true) + $this->retrySeconds * 1e9;
                $logger->warning(
                    'Replica {replica} of "{connection}" cannot be reached, others are read for {seconds} s: {reason}',
                    [
                        'replica' => $position + 1,
                        'connection' => $this->name,
                        'seconds' => $this->retrySeconds,
                        'reason' => $error->getMessage(),
                    ],
                );
            }
        }

        return null;
    }

    private function writeConfiguration(): ConnectionConfiguration
    {
        return $this->writeConfiguration ?? throw new ConfigurationException(\sprintf(
            'The connection "%s" has no primary: call setWriteConfiguration() on its manager.',
            Excerpt::of($this->name),
        ));
    }

    private function closeReplicas(): void
    {
        foreach ($this->replicas as $replica) {
            $replica->close();
        }
        $this->replicas = [];
        $this->replica = null;
    }

    private function forgetReadRoute(): void
    {
        unset(Orm::$read[$this->name]);
    }
}
