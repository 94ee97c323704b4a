<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Unit\ServiceContainer;

use Orm\Runtime\Exception\ConfigurationException;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;
use Orm\Runtime\Tests\Support\TemporaryFolder;
use PHPUnit\Framework\TestCase;
use Psr\Log\LoggerInterface;

/** Loggers of the configuration, with Monolog where Composer has installed it and without it where not. */
final class LoggerConfigurationTest extends TestCase
{
    private TemporaryFolder $folder;

    protected function setUp(): void
    {
        $this->folder = new TemporaryFolder();
    }

    protected function tearDown(): void
    {
        $this->folder->remove();
    }

    public function testAStreamWritesWarningsAndErrors(): void
    {
        if (!$this->hasMonolog()) {
            return;
        }
        $container = new StandardServiceContainer();
        $container->setLoggerConfiguration('defaultLogger', [
            'type' => 'stream',
            'path' => 'log/orm.log',
            'root' => $this->folder->path,
        ]);
        self::assertTrue($container->hasLogger('defaultLogger'));
        $logger = $container->getLogger('shop');
        self::assertSame($logger, $container->getLogger());
        $logger->info('unheard');
        $logger->warning('replica {replica} is gone', ['replica' => 2]);
        $logger->error('broken');
        $written = (string) \file_get_contents("{$this->folder->path}/log/orm.log");
        self::assertStringContainsString('defaultLogger.WARNING: replica 2 is gone', $written);
        self::assertStringContainsString('defaultLogger.ERROR: broken', $written);
        self::assertStringNotContainsString('unheard', $written);
    }

    public function testALevelOfItsOwn(): void
    {
        if (!$this->hasMonolog()) {
            return;
        }
        $container = new StandardServiceContainer();
        $path = "{$this->folder->path}/orm.log";
        $container->setLoggerConfiguration('shop', ['type' => 'rotating_file', 'path' => $path, 'level' => 100]);
        $container->getLogger('shop')->debug('heard');
        $files = \glob("{$this->folder->path}/orm-*.log");
        self::assertIsArray($files);
        self::assertCount(1, $files);
        self::assertStringContainsString('shop.DEBUG: heard', (string) \file_get_contents($files[0]));
    }

    public function testSyslog(): void
    {
        if (!$this->hasMonolog()) {
            return;
        }
        $container = new StandardServiceContainer();
        foreach (['LOG_LOCAL0', 'local0', null] as $facility) {
            $container->setLoggerConfiguration('shop', ['type' => 'syslog', 'facility' => $facility, 'level' => 600]);
            self::assertInstanceOf(LoggerInterface::class, $container->getLogger('shop'));
        }
    }

    public function testWhatIsWrongIsNamed(): void
    {
        if (!$this->hasMonolog()) {
            return;
        }
        $wrong = [
            'type must be stream, rotating_file or syslog' => ['type' => 'mail'],
            'level must be one of 100, 200' => ['type' => 'syslog', 'level' => 7],
            'path is missing' => ['type' => 'stream'],
            'pth is unknown' => ['type' => 'stream', 'pth' => 'x'],
            'path must be a text' => ['type' => 'stream', 'path' => false],
        ];
        foreach ($wrong as $sentence => $values) {
            try {
                (new StandardServiceContainer())->setLoggerConfiguration('shop', $values);
                self::fail("not refused: $sentence");
            } catch (ConfigurationException $error) {
                self::assertStringStartsWith("In the logger \"shop\", $sentence", $error->getMessage());
            }
        }
        try {
            $values = ['type' => 'syslog', 'ident' => false, 'environment' => ['ORM_TEST_MISSING']];
            (new StandardServiceContainer())->setLoggerConfiguration('shop', $values);
            self::fail('not refused: a missing variable');
        } catch (ConfigurationException $error) {
            self::assertStringContainsString('environment variable ORM_TEST_MISSING', $error->getMessage());
        }
    }

    /** In a process of its own, whose autoloader knows this library and psr/log only. */
    public function testWithoutMonologItSaysWhatToInstall(): void
    {
        $script = $this->folder->path . '/script.php';
        $psr = \dirname((string) (new \ReflectionClass(LoggerInterface::class))->getFileName());
        \file_put_contents($script, '<?php
            spl_autoload_register(function (string $class): void {
                foreach (["Orm\\\\Runtime\\\\" => ' . \var_export(\dirname(__DIR__, 3) . '/src', true) . ',
                    "Psr\\\\Log\\\\" => ' . \var_export($psr, true) . '] as $prefix => $folder) {
                    $file = $folder . "/" . strtr(substr($class, strlen($prefix)), "\\\\", "/") . ".php";
                    if (str_starts_with($class, $prefix) && is_file($file)) {
                        require $file;
                    }
                }
            });
            try {
                $container = Orm\\Runtime\\Orm::getServiceContainer();
                $container->setLoggerConfiguration("defaultLogger", ["type" => "stream", "path" => "orm.log"]);
            } catch (Orm\\Runtime\\Exception\\ConfigurationException $error) {
                echo $error->getMessage();
            }');
        self::assertSame(
            'The logger "defaultLogger" of config.php is built with Monolog, which is not installed: run "composer require '
                . 'monolog/monolog", or remove runtime.log from the configuration and register a PSR-3 logger of your own '
                . 'with setLogger().',
            \shell_exec(\escapeshellarg(\PHP_BINARY) . ' ' . \escapeshellarg($script) . ' 2>&1'),
        );
    }

    /** Without Composer there is no Monolog: then the sentence that says so is all there is to test. */
    private function hasMonolog(): bool
    {
        if (\class_exists(\Monolog\Logger::class)) {
            return true;
        }
        try {
            (new StandardServiceContainer())->setLoggerConfiguration('shop', ['type' => 'syslog']);
        } catch (ConfigurationException $error) {
            self::assertStringContainsString('composer require monolog/monolog', $error->getMessage());
        }

        return false;
    }
}
