<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Unit\Adapter;

use Orm\Runtime\Adapter\ErrorKind;
use Orm\Runtime\Adapter\MysqlAdapter;
use Orm\Runtime\Adapter\PgsqlAdapter;
use Orm\Runtime\Adapter\SqliteAdapter;
use PDOException;
use PHPUnit\Framework\TestCase;

/** Errors that the tests on the engines cannot provoke, or that came as another code from the engines there. */
final class ErrorCodesTest extends TestCase
{
    private static function error(string $state, int $code, string $message = ''): PDOException
    {
        $error = new PDOException("SQLSTATE[$state]: $message");
        $error->errorInfo = [$state, $code, $message];

        return $error;
    }

    public function testPostgresql(): void
    {
        $adapter = new PgsqlAdapter();
        $lost = ['57P01', '57P02', '57P03', '57P04', '57P05', '25P03', '25P04', '08000', '08003', '08006', '08P01'];
        foreach ($lost as $state) {
            $error = self::error($state, 7, 'FATAL:  something');
            self::assertSame(ErrorKind::ConnectionLost, $adapter->errorKind($error), $state);
            self::assertTrue($adapter->endsTransaction($error));
        }
        $messages = [
            'SSL connection has been closed unexpectedly',
            'SSL SYSCALL error: EOF detected',
            'could not receive data from server: Connection reset by peer',
            "server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally",
        ];
        foreach ($messages as $message) {
            self::assertSame(ErrorKind::ConnectionLost, $adapter->errorKind(self::error('HY000', 7, $message)), $message);
            // The same words in an error of the database itself, such as one that a trigger raises, mean nothing.
            self::assertSame(ErrorKind::Other, $adapter->errorKind(self::error('P0001', 7, $message)), $message);
        }
        self::assertSame(ErrorKind::ConstraintViolation, $adapter->errorKind(self::error('23000', 7)));
        self::assertSame(ErrorKind::Other, $adapter->errorKind(self::error('57014', 7, 'canceling statement due to user request')));
        self::assertSame(ErrorKind::Other, $adapter->errorKind(new PDOException('no details')));
    }

    public function testMysql(): void
    {
        $adapter = new MysqlAdapter();
        $cases = [
            [1586, ErrorKind::UniqueViolation, false],
            [1761, ErrorKind::UniqueViolation, false],
            [1217, ErrorKind::ForeignKeyViolation, false],
            [1614, ErrorKind::Deadlock, true],
            [3058, ErrorKind::Deadlock, false],
            [3101, ErrorKind::Serialization, true],
            [1053, ErrorKind::ConnectionLost, true],
            [1152, ErrorKind::ConnectionLost, true],
            [1927, ErrorKind::ConnectionLost, true],
            [2013, ErrorKind::ConnectionLost, true],
            [3169, ErrorKind::ConnectionLost, true],
            [4031, ErrorKind::ConnectionLost, true],
            [1047, ErrorKind::ConnectionLost, true],
            [3032, ErrorKind::ConnectionLost, true],
            [1836, ErrorKind::ReadOnlyServer, false],
            [1290, ErrorKind::Other, false],
            [1180, ErrorKind::Other, false],
            [1317, ErrorKind::Other, false],
            [2014, ErrorKind::Other, false],
        ];
        foreach ($cases as [$code, $kind, $ends]) {
            $error = self::error('HY000', $code);
            self::assertSame([$kind->name, $ends], [$adapter->errorKind($error)->name, $adapter->endsTransaction($error)], (string) $code);
        }
    }

    public function testMysqlByTheMessage(): void
    {
        $adapter = new MysqlAdapter();
        $cases = [
            [1290, 'The MySQL server is running with the --read-only option so it cannot execute this statement', ErrorKind::ReadOnlyServer, false],
            [1290, 'The MySQL server is running with the --super-read-only option so it …', ErrorKind::ReadOnlyServer, false],
            [1290, 'The MariaDB server is running with the --read-only=NO_LOCK option so it …', ErrorKind::ReadOnlyServer, false],
            [1290, 'The MySQL server is running with the --secure-file-priv option so it …', ErrorKind::Other, false],
            // A group of servers could not certify the transaction.
            [1180, "Got error 149 - 'Lock deadlock; Retry transaction' during COMMIT", ErrorKind::Deadlock, true],
            [1180, "Got error 5 - 'Transaction unexpectedly failed' during COMMIT", ErrorKind::Other, false],
        ];
        foreach ($cases as [$code, $message, $kind, $ends]) {
            $error = self::error('HY000', $code, $message);
            self::assertSame([$kind->name, $ends], [$adapter->errorKind($error)->name, $adapter->endsTransaction($error)], $message);
        }
    }

    public function testSqlite(): void
    {
        $adapter = new SqliteAdapter();
        $cases = [[6, ErrorKind::LockTimeout], [261, ErrorKind::LockTimeout], [262, ErrorKind::LockTimeout], [2579, ErrorKind::UniqueViolation]];
        foreach ($cases as [$code, $kind]) {
            self::assertSame($kind, $adapter->errorKind(self::error('HY000', $code)), (string) $code);
        }
        foreach ([7, 9, 10, 13, 10 | (3 << 8)] as $code) {
            self::assertTrue($adapter->endsTransaction(self::error('HY000', $code)), (string) $code);
        }
        self::assertFalse($adapter->endsTransaction(self::error('HY000', 5)));
    }
}
