<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Unit\Support;

use Orm\Runtime\Connection\ConnectionSettings;
use Orm\Runtime\Exception\ConnectionException;

/** A login that fails must say why, and never with what password. */
trait LoginTests
{
    private const SECRET = 'Gr1m-Unlikely-Pass';

    public function testAWrongPasswordIsNowhereInTheError(): void
    {
        $location = $this->location();
        $user = $location['user'] ?? '';
        $inDsn = \sprintf(';user=%s;password=%s', $user, self::SECRET);
        $cases = [
            new ConnectionSettings('shelf', $location['dsn'], 'nobody_' . $user, self::SECRET),
            new ConnectionSettings('shelf', $location['dsn'] . \str_replace('user=', 'user=nobody_', $inDsn)),
        ];
        foreach ($cases as $settings) {
            foreach (['0', '1'] as $ignoreArguments) {
                $before = \ini_set('zend.exception_ignore_args', $ignoreArguments);
                try {
                    $this->adapter->connect($settings);
                    self::fail('should not connect');
                } catch (ConnectionException $error) {
                    self::assertStringStartsWith('The connection "shelf" (' . $location['dsn'], $error->getMessage());
                    self::assertStringContainsString('cannot be opened: SQLSTATE', $error->getMessage());
                    self::assertStringContainsString('nobody_', $error->getMessage(), 'the reason of the database');
                    self::assertStringNotContainsString(self::SECRET, self::everythingIn($error));
                    self::assertStringNotContainsString('Unlikely', self::everythingIn($error));
                } finally {
                    \ini_set('zend.exception_ignore_args', (string) $before);
                }
            }
        }
    }

    public function testAServerThatIsNotThere(): void
    {
        $dsn = \preg_replace('/port=\d+/', 'port=1', $this->location()['dsn']) ?? '';
        try {
            $this->adapter->connect(new ConnectionSettings('shelf', $dsn, 'someone', self::SECRET));
            self::fail('should not connect');
        } catch (ConnectionException $error) {
            self::assertStringContainsString('refused', $error->getMessage());
            self::assertStringContainsString('port=1', $error->getMessage());
            self::assertStringNotContainsString(self::SECRET, self::everythingIn($error));
        }
    }
}
