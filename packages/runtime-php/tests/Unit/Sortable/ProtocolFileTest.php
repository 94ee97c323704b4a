<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Unit\Sortable;

use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Adapter\ErrorKind;
use Orm\Runtime\Adapter\MssqlAdapter;
use Orm\Runtime\Adapter\MysqlAdapter;
use Orm\Runtime\Adapter\OracleAdapter;
use Orm\Runtime\Adapter\PgsqlAdapter;
use Orm\Runtime\Adapter\SqliteAdapter;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\Retries;
use Orm\Runtime\Exception\QueryException;
use Orm\Runtime\Lock\LockedWork;
use Orm\Runtime\Lock\Locks;
use Orm\Runtime\Lock\LockWait;
use Orm\Runtime\Lock\Protocol\MysqlProtocol;
use Orm\Runtime\Lock\Protocol\MysqlSession;
use Orm\Runtime\Lock\Protocol\PgsqlProtocol;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;
use PDO;
use PDOException;
use PHPUnit\Framework\TestCase;
use ReflectionClass;
use ReflectionClassConstant;
use ReflectionMethod;

/** The numbers of conformance/protocol.json, which every program that locks lists has in common, are those of this one. */
final class ProtocolFileTest extends TestCase
{
    public function testWaitsAndRetries(): void
    {
        $file = self::file();
        $con = new ConnectionWrapper('x', new SqliteAdapter(), static fn (): PDO => new PDO('sqlite::memory:'));
        self::assertEquals($file['milliseconds'], [
            'lockTimeout' => (new StandardServiceContainer())->getListLockTimeout() * 1000,
            'holding' => LockWait::HOLDING * 1000,
            'nextList' => 1000 * self::number(Locks::class, 'NEXT'),
            'retry' => $con->retrySeconds * 1000,
            'pause' => self::number(Retries::class, 'PAUSE'),
            'reconnectPause' => self::number(Retries::class, 'RECONNECT_PAUSE'),
        ]);
        self::assertEquals($file['times'], [
            'savepointRetries' => self::number(LockedWork::class, 'SAVEPOINT_RETRIES'),
            'moves' => self::number(LockedWork::class, 'MOVES'),
            'attempts' => self::number(ConnectionWrapper::class, 'ATTEMPTS'),
        ]);
        self::assertEquals($file['rowWaits'], [
            'pgsql' => [
                'own' => (int) self::text(PgsqlProtocol::class, 'ROWS_OWN'),
                'callers' => (int) self::text(PgsqlProtocol::class, 'ROWS'),
            ],
            // The server counts in seconds.
            'mysql' => [
                'own' => 1000 * self::number(MysqlSession::class, 'ROWS'),
                'callers' => 1000 * self::number(MysqlSession::class, 'ROWS'),
            ],
        ]);
    }

    /** Kinds of which nothing is retried, besides violated constraints. */
    private const MISTAKES = [
        ErrorKind::ValueTooLong, ErrorKind::ValueOutOfRange, ErrorKind::InvalidValue, ErrorKind::MissingTable, ErrorKind::MissingColumn,
    ];

    public function testErrorCodes(): void
    {
        $adapters = [
            'pgsql' => new PgsqlAdapter(),
            'mysql' => new MysqlAdapter(),
            'sqlite' => new SqliteAdapter(),
            'mssql' => new MssqlAdapter(),
            'oracle' => new OracleAdapter(),
        ];
        $file = self::file();
        self::assertSame(\array_keys($adapters), \array_keys($file['errors']));
        foreach ($adapters as $vendor => $adapter) {
            $known = [];
            foreach ($file['errors'][$vendor] as $kind => $codes) {
                foreach ($codes as $code) {
                    $known[] = $code;
                    $expected = $kind === 'statementTimeout' ? 'Other' : \ucfirst($kind);
                    self::assertSame($expected, self::kind($adapter, $vendor, $code), "$vendor $code");
                }
            }
            /** @var array<int|string, ErrorKind> $kinds */
            $kinds = (new ReflectionClassConstant($adapter, 'KINDS'))->getValue();
            $conflicts = \array_filter($kinds, static fn (ErrorKind $kind): bool => !$kind->isViolation() && !\in_array($kind, self::MISTAKES, true));
            self::assertSame([], \array_diff(\array_map(\strval(...), \array_keys($conflicts)), $known), "$vendor has more");
        }
        foreach ($file['byMessage'] as $vendor => $rows) {
            foreach ($rows as [$code, $message, $kind]) {
                $expected = $kind === 'statementTimeout' ? 'Other' : \ucfirst($kind);
                self::assertSame($expected, self::kind($adapters[$vendor], $vendor, $code, $message), "$code $message");
            }
        }
    }

    public function testTimeoutsForStatements(): void
    {
        $file = self::file();
        self::assertSame($file['errors']['pgsql']['statementTimeout'], [self::text(PgsqlProtocol::class, 'CANCELED')]);
        $times = (new ReflectionClass(MysqlProtocol::class))->getConstant('TIME_UP');
        self::assertEquals($file['errors']['mysql']['statementTimeout'], $times);
        $isTimeUp = new ReflectionMethod(PgsqlProtocol::class, 'isTimeUp');
        foreach ($file['byMessage']['pgsql'] as [$code, $message, $kind]) {
            $error = new QueryException('x', 'SELECT 1', $code, 7, $message);
            self::assertSame($kind === 'statementTimeout', $isTimeUp->invoke(null, $error), "$code $message");
        }
    }

    /**
     * @return array{
     *     milliseconds: array<string, int>,
     *     times: array<string, int>,
     *     rowWaits: array<string, array<string, int>>,
     *     errors: array<string, array<string, list<string>>>,
     *     byMessage: array<string, list<array{string, string, string}>>,
     * }
     */
    private static function file(): array
    {
        $text = (string) \file_get_contents(__DIR__ . '/../../../../../conformance/protocol.json');

        /** @var array{milliseconds: array<string, int>, times: array<string, int>, rowWaits: array<string, array<string, int>>, errors: array<string, array<string, list<string>>>, byMessage: array<string, list<array{string, string, string}>>} */
        return \json_decode($text, true, 512, \JSON_THROW_ON_ERROR);
    }

    private static function kind(AdapterInterface $adapter, string $vendor, string $code, string $message = ''): string
    {
        $error = new PDOException($message);
        $error->errorInfo = match ($vendor) {
            'pgsql' => [$code, 7, $message],
            'mssql' => ['HY000', (int) $code, $message],
            default => ['HY000', (int) $code, $message === '' ? "ORA-$code: x" : $message],
        };

        return $adapter->errorKind($error)->name;
    }

    /**
     * @param class-string $class
     */
    private static function number(string $class, string $constant): float
    {
        $value = (new ReflectionClass($class))->getConstant($constant);

        return \is_int($value) || \is_float($value) ? (float) $value : self::fail("$class::$constant");
    }

    /**
     * @param class-string $class
     */
    private static function text(string $class, string $constant): string
    {
        $value = (new ReflectionClass($class))->getConstant($constant);

        return \is_string($value) ? $value : self::fail("$class::$constant");
    }
}
