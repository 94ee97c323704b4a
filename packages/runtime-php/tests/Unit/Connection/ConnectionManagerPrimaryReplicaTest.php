<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Unit\Connection;

use Orm\Runtime\Connection\ConnectionManagerPrimaryReplica;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\ConfigurationException;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;
use Orm\Runtime\Tests\Support\RecordingLogger;
use Orm\Runtime\Tests\Support\TemporaryFolder;
use PHPUnit\Framework\TestCase;

/** A primary and its replicas as three SQLite files that are never copied: each tells by its rows who answered. */
final class ConnectionManagerPrimaryReplicaTest extends TestCase
{
    private TemporaryFolder $folder;
    private StandardServiceContainer $before;
    private ConnectionManagerPrimaryReplica $manager;
    private RecordingLogger $logger;

    protected function setUp(): void
    {
        $this->folder = new TemporaryFolder();
        foreach (['primary', 'replica1', 'replica2'] as $name) {
            $pdo = new \PDO("sqlite:{$this->folder->path}/$name");
            $pdo->exec('CREATE TABLE who (name TEXT)');
            $pdo->exec("INSERT INTO who VALUES ('$name')");
        }
        $this->before = Orm::getServiceContainer();
        $container = new StandardServiceContainer();
        Orm::setServiceContainer($container);
        $this->logger = new RecordingLogger();
        $container->setLogger('shop', $this->logger);
        $container->setAdapterClass('shop', 'sqlite');
        $this->manager = new ConnectionManagerPrimaryReplica('shop');
        $this->configure(['replica1']);
        $container->setConnectionManager($this->manager);
    }

    protected function tearDown(): void
    {
        Orm::setServiceContainer($this->before);
        $this->folder->remove();
    }

    public function testReadsGoToAReplicaAndWritesToThePrimary(): void
    {
        self::assertSame('replica1', $this->reader());
        $this->write('UPDATE who SET name = name');
        Orm::endRequest();
        self::assertSame('replica1', $this->reader());
        self::assertSame('primary', self::nameIn(self::con()));
    }

    public function testOneReplicaIsChosenAtRandomAndStays(): void
    {
        $seen = [];
        for ($process = 0; $process < 60; ++$process) {
            $this->configure(['replica1', 'replica2']);
            $chosen = $this->reader();
            for ($read = 0; $read < 5; ++$read) {
                self::assertSame($chosen, $this->reader());
            }
            $seen[$chosen] = true;
        }
        \ksort($seen);
        self::assertSame(['replica1', 'replica2'], \array_keys($seen));
    }

    public function testReadsAreOnThePrimaryInsideItsTransaction(): void
    {
        self::assertSame('replica1', $this->reader());
        self::con()->beginTransaction();
        self::assertSame('primary', $this->reader());
        self::con()->rollBack();
        self::assertSame('replica1', $this->reader());
    }

    public function testAfterAWriteReadsAreOnThePrimaryUntilTheEndOfTheRequest(): void
    {
        self::assertSame('replica1', $this->reader());
        $this->write('UPDATE who SET name = name');
        self::assertSame(['primary', 'primary'], [$this->reader(), $this->reader()]);
        self::assertArrayHasKey('shop', Orm::$read, 'the answer cannot change, so it is kept');
        Orm::endRequest();
        self::assertArrayNotHasKey('shop', Orm::$read);
        self::assertSame('replica1', $this->reader());
    }

    public function testAfterAWriteInATransactionToo(): void
    {
        self::con()->transaction(fn () => $this->write('UPDATE who SET name = name'));
        self::assertSame('primary', $this->reader());
    }

    public function testSecondsAfterAWriteCanBeConfigured(): void
    {
        $this->configure(['replica1'], ['settings' => ['primaryAfterWrite' => 0.4]]);
        $this->write('UPDATE who SET name = name');
        self::assertSame('primary', $this->reader());
        self::assertArrayNotHasKey('shop', Orm::$read, 'the answer changes with time, so it is not kept');
        \usleep(420_000);
        self::assertSame('replica1', $this->reader());
    }

    public function testTheSecondsBeginAtTheCommit(): void
    {
        $this->configure(['replica1'], ['settings' => ['primaryAfterWrite' => 0.4]]);
        // What is rolled back must not keep the next commit from being noted.
        self::con()->beginTransaction();
        $this->write('UPDATE who SET name = name');
        self::con()->rollBack();
        self::con()->beginTransaction();
        $this->write('UPDATE who SET name = name');
        \usleep(420_000);
        self::con()->commit();
        self::assertSame('primary', $this->reader());
        \usleep(420_000);
        self::assertSame('replica1', $this->reader());
    }

    public function testZeroSecondsReadFromReplicasAtOnce(): void
    {
        $this->configure(['replica1'], ['settings' => ['primaryAfterWrite' => 0]]);
        $this->write('UPDATE who SET name = name');
        self::assertSame('replica1', $this->reader());
    }

    public function testReadsCanBeForcedToThePrimary(): void
    {
        self::assertSame('replica1', $this->reader());
        $this->manager->setForcePrimaryConnection(true);
        self::assertTrue($this->manager->isForcePrimaryConnection());
        self::assertSame('primary', $this->reader());
        $this->manager->setForcePrimaryConnection(false);
        self::assertSame('replica1', $this->reader());
    }

    public function testQueriesOnAReplicaAreNoWrites(): void
    {
        $replica = Orm::readConnection('shop');
        $replica->query('SELECT name FROM who')->fetchAll();
        $replica->exec('SELECT 1');
        self::assertSame('replica1', $this->reader());
    }

    public function testAReplicaThatCannotBeReachedIsPassedOver(): void
    {
        for ($process = 0; $process < 10; ++$process) {
            $this->configure(['missing/folder', 'replica2']);
            self::assertSame('replica2', $this->reader());
        }
        self::assertNotSame([], $this->logger->records);
        foreach ($this->logger->records as $record) {
            self::assertStringStartsWith('warning: Replica 1 of "shop" cannot be reached', $record);
            self::assertStringNotContainsString('hunter2', $record);
        }
    }

    public function testWithoutAnyReplicaThePrimaryIsReadAndTheReplicaTriedAgainLater(): void
    {
        $this->configure(['late/replica']);
        $this->manager->setReplicaRetrySeconds(0.4);
        self::assertSame(['primary', 'primary'], [$this->reader(), $this->reader()]);
        self::assertCount(1, $this->logger->records, 'a lost replica is not tried with every read');
        \mkdir("{$this->folder->path}/late");
        \copy("{$this->folder->path}/replica1", "{$this->folder->path}/late/replica");
        self::assertSame('primary', $this->reader());
        \usleep(420_000);
        self::assertSame('replica1', $this->reader());
    }

    public function testAConnectedReplicaThatIsLostIsReplaced(): void
    {
        $this->configure(['late/replica']);
        \mkdir("{$this->folder->path}/late");
        \copy("{$this->folder->path}/replica1", "{$this->folder->path}/late/replica");
        self::assertSame('replica1', $this->reader());
        // As after an error that says that the connection is gone.
        Orm::readConnection('shop')->close();
        \unlink("{$this->folder->path}/late/replica");
        \rmdir("{$this->folder->path}/late");
        self::assertSame('primary', $this->reader());
    }

    public function testAReplicaIsNotTriedWhileItsSettingsAreWrong(): void
    {
        $this->manager->setReadConfiguration([['dsn' => 'sqlite::memory:', 'pasword' => 'hunter2']]);
        try {
            $this->reader();
            self::fail('it must refuse');
        } catch (ConfigurationException $error) {
            self::assertStringStartsWith('In the connection "shop", pasword is unknown; known are dsn,', $error->getMessage());
        }
    }

    public function testAReplicaTakesWhatItDoesNotSayFromThePrimary(): void
    {
        $this->configure(['replica1'], [
            'classname' => SampleConnection::class,
            'settings' => ['queries' => ['mark' => 'CREATE TEMP TABLE mark (id INTEGER)']],
        ]);
        $replica = Orm::readConnection('shop');
        self::assertInstanceOf(SampleConnection::class, $replica);
        self::assertSame([], $replica->query('SELECT * FROM mark')->fetchAll());
        self::assertSame('replica1', self::nameIn($replica));
    }

    public function testPrimaryAndReplicasShareThePool(): void
    {
        self::assertNotNull(self::con()->getPool());
        self::assertSame(self::con()->getPool(), Orm::readConnection('shop')->getPool());
    }

    public function testWithoutReplicasThereIsOneConnection(): void
    {
        $this->manager->setReadConfiguration([]);
        self::assertSame(self::con(), Orm::readConnection('shop'));
        self::assertArrayHasKey('shop', Orm::$read);
    }

    public function testClosingClosesAll(): void
    {
        $primary = self::con();
        $replica = Orm::readConnection('shop');
        $primary->getPdo();
        Orm::closeConnections();
        self::assertFalse($primary->isOpen());
        self::assertFalse($replica->isOpen());
        self::assertSame('replica1', $this->reader());
        self::assertSame('primary', self::nameIn($primary));
    }

    /**
     * @param list<string>         $replicas
     * @param array<string, mixed> $more
     */
    private function configure(array $replicas, array $more = []): void
    {
        $base = ['root' => $this->folder->path, 'password' => 'hunter2'];
        $this->manager->setWriteConfiguration(['dsn' => 'sqlite:primary'] + $base + $more);
        $this->manager->setReadConfiguration(\array_map(
            static fn (string $file): array => ['dsn' => "sqlite:$file"],
            $replicas,
        ));
        $this->manager->endRequest();
    }

    private static function con(): ConnectionWrapper
    {
        return Orm::$write['shop'] ?? Orm::writeConnection('shop');
    }

    private function write(string $sql): void
    {
        self::con()->exec($sql);
    }

    /** Who answers a read, asked as generated code asks and without counting as a write. */
    private function reader(): string
    {
        return self::nameIn(Orm::$read['shop'] ?? Orm::readConnection('shop'));
    }

    private static function nameIn(ConnectionWrapper $connection): string
    {
        $statement = $connection->getPdo()->query('SELECT name FROM who');
        self::assertNotFalse($statement);
        $name = $statement->fetchColumn();

        return \is_string($name) ? $name : '';
    }
}
