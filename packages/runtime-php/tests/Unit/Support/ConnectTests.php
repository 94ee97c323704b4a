<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Unit\Support;

use Orm\Runtime\Connection\ConnectionSettings;
use Orm\Runtime\Exception\ConfigurationException;
use Orm\Runtime\Exception\ConnectionException;
use PDO;

/** How settings take effect on each engine, and what is said when they cannot. */
trait ConnectTests
{
    public function testOptionsAndAttributesByAnyOfTheirNames(): void
    {
        $pdo = $this->adapter->connect($this->settings(
            options: ['ATTR_CASE' => 'CASE_UPPER', '\PDO::ATTR_ORACLE_NULLS' => PDO::NULL_NATURAL],
            attributes: ['PDO::ATTR_CASE' => 'PDO::CASE_LOWER', PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_NUM],
        ));
        self::assertSame(PDO::CASE_LOWER, $pdo->getAttribute(PDO::ATTR_CASE), 'attributes win over options');
        self::assertSame(PDO::FETCH_NUM, $pdo->getAttribute(PDO::ATTR_DEFAULT_FETCH_MODE));
        self::assertSame(PDO::ERRMODE_EXCEPTION, $pdo->getAttribute(PDO::ATTR_ERRMODE));
    }

    public function testAnUnknownOptionIsNamed(): void
    {
        foreach (['options', 'attributes'] as $group) {
            foreach (['ATTR_TIMEOUTS', 'attr_timeout', '', 'PDO::ATTR_TIMEOUT::X', 'class', 'MYSQL_ATTR_NONSENSE'] as $name) {
                try {
                    $this->adapter->connect($group === 'options' ? $this->settings(options: [$name => 1]) : $this->settings(attributes: [$name => 1]));
                    self::fail($name);
                } catch (ConfigurationException $error) {
                    self::assertStringContainsString("$group of the connection \"shelf\" have \"$name\"", $error->getMessage());
                }
            }
        }
    }

    public function testErrorsCannotBeSilenced(): void
    {
        $this->expectException(ConfigurationException::class);
        $this->expectExceptionMessage('ERRMODE_EXCEPTION');
        $this->adapter->connect($this->settings(attributes: ['ATTR_ERRMODE' => 'ERRMODE_SILENT']));
    }

    public function testAValueThatPdoRefuses(): void
    {
        $this->expectException(ConfigurationException::class);
        $this->expectExceptionMessage('"shelf"');
        $this->adapter->connect($this->settings(attributes: ['ATTR_CASE' => 99]));
    }

    public function testAFailedQueryOfTheSettingsIsToldWithoutItsText(): void
    {
        try {
            $this->adapter->connect($this->settings(queries: ['SELECT 1', "SELECT 'top secret' FROM adp_nowhere"]));
            self::fail('should not connect');
        } catch (ConnectionException $error) {
            self::assertStringContainsString('statement 2 of its settings.queries failed', $error->getMessage());
            self::assertStringContainsString('adp_nowhere', $error->getMessage());
            self::assertInstanceOf(\PDOException::class, $error->getPrevious());
        }
    }

    public function testACharacterSetIsNeverPasted(): void
    {
        if ($this->adapter->getName() === 'sqlite') {
            self::assertInstanceOf(PDO::class, $this->adapter->connect($this->settings(charset: "x'; --")));

            return;
        }
        $this->expectException(ConfigurationException::class);
        $this->expectExceptionMessage('is not the name of a character set');
        $this->adapter->connect($this->settings(charset: "utf8'; DROP TABLE book; --"));
    }

    public function testADsnOfAnotherVendor(): void
    {
        $this->expectException(ConfigurationException::class);
        $this->expectExceptionMessage('it has to begin with "' . $this->adapter->getName() . ':" (it is "odbc:x;password=***")');
        $this->adapter->connect(new ConnectionSettings('shelf', 'odbc:x;password=hush'));
    }

    /** Everything that an error page, a log or a tool that collects errors could show. */
    protected static function everythingIn(\Throwable $error): string
    {
        $text = '';
        for ($current = $error; $current !== null; $current = $current->getPrevious()) {
            $text .= $current . "\n" . $current->getTraceAsString() . "\n" . \print_r(self::printable($current->getTrace()), true);
        }

        return $text;
    }

    /** The frames of this library; those of the test runner hold the test itself. */
    private static function printable(mixed $value): mixed
    {
        if (!\is_array($value)) {
            return $value;
        }
        $frames = [];
        foreach ($value as $frame) {
            $class = \is_array($frame) ? $frame['class'] ?? '' : '';
            if (\is_string($class) && (\str_starts_with($class, 'Orm\Runtime\Adapter') || \str_starts_with(\strtolower($class), 'pdo'))) {
                // Not every tool asks an object what it wants to show.
                $arguments = \is_array($frame) ? $frame['args'] ?? [] : [];
                $frames[] = \array_map(
                    static fn (mixed $argument): mixed => $argument instanceof ConnectionSettings ? (array) $argument : $argument,
                    \is_array($arguments) ? $arguments : []
                );
            }
        }

        return $frames;
    }
}
