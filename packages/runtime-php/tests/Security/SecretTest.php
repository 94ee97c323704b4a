<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Security;

use Orm\Runtime\Connection\ConnectionManagerPrimaryReplica;
use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Connection\ConnectionSettings;
use Orm\Runtime\Exception\ConnectionException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;
use Orm\Runtime\Tests\Support\ModelTestCase;
use Orm\Runtime\Tests\Support\Project;
use Orm\Runtime\Tests\Support\RecordingLogger;

/** A password is in no message, trace, log record or dump, whatever is done with the objects that know it. */
final class SecretTest extends ModelTestCase
{
    private const PASSWORD = 'S3cr3t-p4ssw0rd';

    public function testAFailedConnectionDoesNotTellThePassword(): void
    {
        $before = \ini_set('zend.exception_ignore_args', '0');
        try {
            foreach ($this->containers() as $what => $container) {
                $logger = new RecordingLogger();
                $container->setLogger('secret', $logger);
                foreach (['getWriteConnection', 'getReadConnection'] as $get) {
                    $error = self::caught(ConnectionException::class, static fn () => $container->$get('secret')->getPdo());
                    for ($each = $error; $each !== null; $each = $each->getPrevious()) {
                        $this->assertHidden($each->getMessage(), "$what: the message");
                        $this->assertHidden($each->getTraceAsString(), "$what: the trace");
                        $this->assertHidden((string) $each, "$what: the exception as text");
                        $this->assertHidden(self::dumps($each->getTrace()), "$what: the trace with its arguments");
                        $this->assertHidden(\print_r($each, true), "$what: the exception");
                    }
                }
                $this->assertHidden(\implode("\n", $logger->records), "$what: the log");
                self::assertSame($what === 'replica' ? 1 : 0, \count($logger->records), \implode("\n", $logger->records));
            }
        } finally {
            \ini_set('zend.exception_ignore_args', (string) $before);
        }
    }

    public function testNothingThatKnowsThePasswordShowsIt(): void
    {
        $settings = ConnectionSettings::fromArray('secret', self::configuration());
        self::assertSame(self::adapter() === 'sqlite' ? null : self::PASSWORD, $settings->password);
        $this->assertHidden(self::dumps($settings), 'the settings');
        foreach ($this->containers() as $what => $container) {
            try {
                $container->getReadConnection('secret')->getPdo();
            } catch (ConnectionException) {
            }
            $this->assertHidden(self::dumps($container), "$what: the container");
            $this->assertHidden(self::dumps($container->getConnectionManager('secret')), "$what: the manager");
            $this->assertHidden(self::dumps($container->getWriteConnection('secret')), "$what: the connection");
        }
    }

    /** The connection that works, with statements prepared and a transaction open. */
    public function testAConnectionInUseShowsItsName(): void
    {
        $given = (string) Project::connections()['bookstore']['password'];
        $con = self::con();
        $con->transaction(function () use ($con, $given): void {
            \Bookstore\AuthorQuery::create()->filterByName('x')->find();
            $dumps = self::dumps($con) . self::dumps(Orm::getServiceContainer());
            self::assertStringContainsString('bookstore', $dumps);
            if ($given !== '') {
                self::assertStringNotContainsString("\"$given\"", $dumps);
                self::assertStringNotContainsString("'$given'", $dumps);
            }
            self::assertLessThan(500, \strlen(\print_r($con, true)));
        });
        $error = self::caught(OrmException::class, static fn () => \serialize($con));
        self::assertStringContainsString('cannot be serialized', $error->getMessage());
    }

    /**
     * Configurations with the password that cannot connect, in each of the places where one can stand.
     *
     * @return array<string, StandardServiceContainer>
     */
    private function containers(): array
    {
        $containers = [];
        foreach (['single', 'replica'] as $what) {
            $container = new StandardServiceContainer();
            $container->setAdapterClass('secret', self::adapter());
            if ($what === 'single') {
                $manager = new ConnectionManagerSingle('secret');
                $manager->setConfiguration(self::configuration());
            } else {
                $manager = new ConnectionManagerPrimaryReplica('secret');
                $manager->setWriteConfiguration(self::configuration());
                $manager->setReadConfiguration([self::configuration()]);
            }
            $container->setConnectionManager($manager);
            $containers[$what] = $container;
        }
        if (self::adapter() === 'pgsql') {
            $container = new StandardServiceContainer();
            $container->setAdapterClass('secret', 'pgsql');
            $manager = new ConnectionManagerSingle('secret');
            $dsn = Project::connections()['bookstore']['dsn'] . ';user=nobody_here;password=' . self::PASSWORD;
            $manager->setConfiguration(['dsn' => $dsn]);
            $container->setConnectionManager($manager);
            $containers['dsn'] = $container;
        }

        return $containers;
    }

    /**
     * @return array<string, mixed>
     */
    private static function configuration(): array
    {
        if (self::adapter() === 'sqlite') {
            // It has no password; a statement on connecting may have one.
            return [
                'dsn' => 'sqlite::memory:',
                'settings' => ['queries' => ['PRAGMA foreign_keys = ON', 'PRAGMA key = "' . self::PASSWORD . '" "']],
            ];
        }

        return [
            'dsn' => Project::connections()['bookstore']['dsn'],
            'user' => 'nobody_here',
            'password' => self::PASSWORD,
            'settings' => ['queries' => ["SELECT '" . self::PASSWORD . "'"]],
        ];
    }

    /** All that PHP can make a text of an object with. */
    private static function dumps(mixed $value): string
    {
        \ob_start();
        \var_dump($value);
        $texts = [(string) \ob_get_clean()];
        $texts[] = \print_r($value, true);
        // Circles make it warn, and what it writes until then counts.
        $texts[] = (string) @\var_export($value, true);
        $texts[] = (string) \json_encode($value, \JSON_PARTIAL_OUTPUT_ON_ERROR);
        try {
            $texts[] = \serialize($value);
        } catch (\Throwable $error) {
            $texts[] = $error->getMessage();
        }
        if (\is_object($value)) {
            $texts[] = \print_r((array) $value, true) . \print_r(\get_object_vars($value), true);
        }

        return \implode("\n", $texts);
    }

    private function assertHidden(string $text, string $what): void
    {
        self::assertStringNotContainsString(self::PASSWORD, $text, $what);
        self::assertStringNotContainsString(\substr(self::PASSWORD, 0, 8), $text, $what);
    }
}
