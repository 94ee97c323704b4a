<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Unit\Adapter;

use Orm\Runtime\Adapter\Dsn;
use Orm\Runtime\Adapter\MssqlAdapter;
use Orm\Runtime\Adapter\OracleAdapter;
use Orm\Runtime\Adapter\PdoConstant;
use Orm\Runtime\Connection\ConnectionSettings;
use Orm\Runtime\Exception\ConfigurationException;
use PDO;
use PHPUnit\Framework\TestCase;

final class DsnTest extends TestCase
{
    public function testPasswordsAreHidden(): void
    {
        $cases = [
            'pgsql:host=h;dbname=d' => 'pgsql:host=h;dbname=d',
            'pgsql:host=h;password=a b;dbname=d' => 'pgsql:host=h;password=***;dbname=d',
            "pgsql:host=h password='it\\'s;s' dbname=d" => 'pgsql:host=h password=*** dbname=d',
            'pgsql:sslpassword=x;sslmode=require' => 'pgsql:sslpassword=***;sslmode=require',
            'mysql:host=h;PASSWORD = secret' => 'mysql:host=h;PASSWORD = ***',
            'sqlsrv:Server=s;PWD={a;b}}c};Database=d' => 'sqlsrv:Server=s;PWD=***;Database=d',
            'oci:dbname=//scott:tiger@host/db' => 'oci:dbname=//scott:***@host/db',
            'postgres://me:p@ss:w@host/db' => 'postgres://me:***@host/db',
            'postgres://me:a/b@host/db' => 'postgres://me:***@host/db',
            'sqlite:/data/password/books.sqlite' => 'sqlite:/data/password/books.sqlite',
        ];
        foreach ($cases as $dsn => $shown) {
            self::assertSame($shown, Dsn::withoutPassword($dsn));
            self::assertSame($shown !== $dsn, Dsn::hasPassword($dsn));
        }
    }

    public function testParameters(): void
    {
        self::assertSame('mysql:host=h;charset=utf8mb4', Dsn::with('mysql:host=h;', 'charset', 'utf8mb4'));
        self::assertSame('mysql:charset=latin1;host=h', Dsn::with('mysql:charset=latin1;host=h', 'charset', 'utf8mb4'));
        self::assertSame('mysql:host=charset;charset=x', Dsn::with('mysql:host=charset', 'charset', 'x'));
        self::assertSame('pgsql', Dsn::driver('PGSQL:host=h'));
        self::assertSame('', Dsn::driver('alias'));
    }

    public function testConstants(): void
    {
        self::assertSame(PDO::ATTR_TIMEOUT, PdoConstant::find('ATTR_TIMEOUT'));
        self::assertSame(PDO::ATTR_TIMEOUT, PdoConstant::find('\PDO::ATTR_TIMEOUT'));
        if (\extension_loaded('pdo_mysql')) {
            self::assertNotNull(PdoConstant::find('MYSQL_ATTR_FOUND_ROWS'));
            self::assertSame(PdoConstant::find('MYSQL_ATTR_FOUND_ROWS'), PdoConstant::find('Pdo\Mysql::ATTR_FOUND_ROWS'));
        }
        foreach (['Pdo\Mysql::NOTHING', 'Foo::BAR', 'PHP_VERSION', ''] as $name) {
            self::assertNull(PdoConstant::find($name), $name);
        }
    }

    public function testAMissingDriverIsNamed(): void
    {
        $cases = [
            [new MssqlAdapter(), 'sqlsrv:Server=h', 'pdo_sqlsrv'],
            [new MssqlAdapter(), 'dblib:host=h', 'pdo_dblib'],
            [new OracleAdapter(), 'oci:dbname=h', 'pdo_oci'],
        ];
        foreach ($cases as [$adapter, $dsn, $extension]) {
            if (\extension_loaded($extension)) {
                continue;
            }
            try {
                $adapter->connect(new ConnectionSettings('shelf', $dsn));
                self::fail($extension);
            } catch (ConfigurationException $error) {
                self::assertStringContainsString("\"shelf\" needs the PHP extension $extension", $error->getMessage());
            }
        }
        $this->expectException(ConfigurationException::class);
        $this->expectExceptionMessage('"sqlsrv:" or "dblib:"');
        (new MssqlAdapter())->connect(new ConnectionSettings('shelf', 'mysql:host=h'));
    }
}
