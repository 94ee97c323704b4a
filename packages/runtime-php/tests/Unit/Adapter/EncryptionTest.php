<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Unit\Adapter;

use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Adapter\Dsn;
use Orm\Runtime\Adapter\MysqlAdapter;
use Orm\Runtime\Adapter\PgsqlAdapter;
use Orm\Runtime\Connection\ConnectionSettings;
use Orm\Runtime\Exception\ConfigurationException;
use PHPUnit\Framework\TestCase;

/** What is refused before anybody is dialled; the servers are in the tests of the generator (test/tls). */
final class EncryptionTest extends TestCase
{
    private const VERIFY = 'MYSQL_ATTR_SSL_VERIFY_SERVER_CERT';

    public function testMysqlVerifiesByAuthorities(): void
    {
        $cases = [
            [self::VERIFY => true],
            [self::VERIFY => '1'],
            [self::VERIFY => true, 'MYSQL_ATTR_SSL_CIPHER' => 'AES128-SHA'],
            [self::VERIFY => true, 'MYSQL_ATTR_SSL_CERT' => 'c.pem', 'MYSQL_ATTR_SSL_KEY' => 'k.pem'],
        ];
        foreach ($cases as $attributes) {
            foreach (['attributes', 'options'] as $group) {
                $message = $this->refusal(new MysqlAdapter(), 'mysql:host=127.0.0.1;port=1', [$group => $attributes]);
                self::assertStringContainsString('verifies nothing without the authorities to trust', $message);
            }
        }
    }

    public function testMysqlTakesNothingEmpty(): void
    {
        foreach (['CA', 'CAPATH', 'CERT', 'KEY', 'CIPHER'] as $part) {
            $attributes = ["MYSQL_ATTR_SSL_$part" => '', self::VERIFY => false];
            $message = $this->refusal(new MysqlAdapter(), 'mysql:host=127.0.0.1;port=1', ['attributes' => $attributes]);
            self::assertStringContainsString("has an empty MYSQL_ATTR_SSL_$part", $message);
        }
    }

    public function testPgsqlVerifiesAllByTheAuthoritiesOfTheSystem(): void
    {
        foreach (['disable', 'allow', 'prefer', 'require', 'verify-ca'] as $mode) {
            $dsn = "pgsql:host=127.0.0.1;port=1;sslrootcert=system;sslmode=$mode";
            self::assertStringContainsString('verifies less than it can', $this->refusal(new PgsqlAdapter(), $dsn, []));
        }
    }

    public function testTheLastValueOfADsnCounts(): void
    {
        self::assertNull(Dsn::value('pgsql:host=a', 'sslmode'));
        self::assertSame('require', Dsn::value('pgsql:host=a;SSLMODE = require', 'sslmode'));
        self::assertSame("it's", Dsn::value("pgsql:host=a sslrootcert='it\\'s' dbname=b", 'sslrootcert'));
        self::assertSame('disable', Dsn::value('pgsql:sslmode=require;host=a;sslmode=disable', 'sslmode'));
    }

    /** @param array<string, mixed> $values */
    private function refusal(AdapterInterface $adapter, string $dsn, array $values): string
    {
        try {
            $adapter->connect(ConnectionSettings::fromArray('shop', ['dsn' => $dsn] + $values));
        } catch (ConfigurationException $error) {
            return $error->getMessage();
        }
        self::fail('It was not refused.');
    }
}
