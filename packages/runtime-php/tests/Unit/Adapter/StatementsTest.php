<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Unit\Adapter;

use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Adapter\MssqlAdapter;
use Orm\Runtime\Adapter\MysqlAdapter;
use Orm\Runtime\Adapter\OracleAdapter;
use Orm\Runtime\Adapter\PgsqlAdapter;
use Orm\Runtime\Adapter\SqliteAdapter;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Exception\TransactionException;
use PHPUnit\Framework\TestCase;

/** The SQL of each vendor as text. What an engine makes of it is tested with the engines. */
final class StatementsTest extends TestCase
{
    /** @return array<string, AdapterInterface> */
    private static function adapters(): array
    {
        return [
            'pgsql' => new PgsqlAdapter(),
            'mysql' => new MysqlAdapter(),
            'sqlite' => new SqliteAdapter(),
            'mssql' => new MssqlAdapter(),
            'oracle' => new OracleAdapter(),
        ];
    }

    /**
     * @param callable(AdapterInterface): mixed $made
     * @param array<string, mixed>              $expected
     */
    private static function assertEach(array $expected, callable $made): void
    {
        self::assertSame($expected, \array_map($made, self::adapters()));
    }

    public function testNames(): void
    {
        foreach (self::adapters() as $name => $adapter) {
            self::assertSame($name, $adapter->getName());
        }
    }

    public function testBegin(): void
    {
        self::assertEach([
            'pgsql' => ['BEGIN'],
            'mysql' => ['START TRANSACTION'],
            'sqlite' => ['BEGIN IMMEDIATE'],
            'mssql' => ['BEGIN TRANSACTION'],
            'oracle' => [],
        ], static fn (AdapterInterface $adapter): array => $adapter->beginStatements(null));
        self::assertEach([
            'pgsql' => ['BEGIN ISOLATION LEVEL REPEATABLE READ'],
            'mysql' => ['SET TRANSACTION ISOLATION LEVEL REPEATABLE READ', 'START TRANSACTION'],
            'sqlite' => ['BEGIN IMMEDIATE'],
            'mssql' => ['SET TRANSACTION ISOLATION LEVEL REPEATABLE READ', 'BEGIN TRANSACTION'],
            'oracle' => ['SET TRANSACTION ISOLATION LEVEL SERIALIZABLE'],
        ], static fn (AdapterInterface $adapter): array => $adapter->beginStatements('repeatable read'));
        self::assertEach(
            ['pgsql' => 0, 'mysql' => 0, 'sqlite' => 0, 'mssql' => 1, 'oracle' => 0],
            static fn (AdapterInterface $adapter): int => \count($adapter->afterStatements('SERIALIZABLE'))
        );
        foreach (self::adapters() as $name => $adapter) {
            self::assertSame([], $adapter->afterStatements(null));
            self::assertSame($name === 'oracle', $adapter->usesPdoTransactions());
        }
    }

    public function testAnIsolationLevelIsNeverPasted(): void
    {
        foreach (self::adapters() as $adapter) {
            foreach (['SERIALIZABLE; DROP TABLE book', '', 'READ  COMMITTED', "SERIALIZABLE\n"] as $level) {
                try {
                    $adapter->beginStatements($level);
                    self::fail("{$adapter->getName()} takes \"$level\"");
                } catch (TransactionException $error) {
                    self::assertStringContainsString('READ COMMITTED, REPEATABLE READ, SERIALIZABLE', $error->getMessage());
                }
            }
        }
    }

    public function testSavepoints(): void
    {
        self::assertEach([
            'pgsql' => ['SAVEPOINT "s1"', 'ROLLBACK TO SAVEPOINT "s1"', 'RELEASE SAVEPOINT "s1"'],
            'mysql' => ['SAVEPOINT `s1`', 'ROLLBACK TO SAVEPOINT `s1`', 'RELEASE SAVEPOINT `s1`'],
            'sqlite' => ['SAVEPOINT "s1"', 'ROLLBACK TO SAVEPOINT "s1"', 'RELEASE SAVEPOINT "s1"'],
            'mssql' => ['SAVE TRANSACTION [s1]', 'ROLLBACK TRANSACTION [s1]', null],
            'oracle' => ['SAVEPOINT "S1"', 'ROLLBACK TO SAVEPOINT "S1"', null],
        ], static fn (AdapterInterface $adapter): array => [
            $adapter->savepointStatement('s1'),
            $adapter->rollbackToStatement('s1'),
            $adapter->releaseStatement('s1'),
        ]);
    }

    public function testIdentifiersCannotEndTheirQuotes(): void
    {
        self::assertEach(
            ['pgsql' => '"a""b`c]d"', 'mysql' => '`a"b``c]d`', 'sqlite' => '"a""b`c]d"', 'mssql' => '[a"b`c]]d]', 'oracle' => '"A""B`C]D"'],
            static fn (AdapterInterface $adapter): string => $adapter->quoteIdentifier('a"b`c]d')
        );
        self::assertSame('"ÄRGER"', (new OracleAdapter())->quoteIdentifier('ärger'));
    }

    public function testLimits(): void
    {
        $limits = static fn (bool $ordered): callable => static fn (AdapterInterface $adapter): array => [
            $adapter->limit('Q', 5, 0, $ordered),
            $adapter->limit('Q', 5, 10, $ordered),
            $adapter->limit('Q', null, 10, $ordered),
            $adapter->limit('Q', 0, 0, $ordered),
            $adapter->limit('Q', null, 0, $ordered),
        ];
        $expected = [
            'pgsql' => ['Q LIMIT 5', 'Q LIMIT 5 OFFSET 10', 'Q OFFSET 10', 'Q LIMIT 0', 'Q'],
            'mysql' => ['Q LIMIT 5', 'Q LIMIT 5 OFFSET 10', 'Q LIMIT 18446744073709551615 OFFSET 10', 'Q LIMIT 0', 'Q'],
            'sqlite' => ['Q LIMIT 5', 'Q LIMIT 5 OFFSET 10', 'Q LIMIT -1 OFFSET 10', 'Q LIMIT 0', 'Q'],
            'mssql' => [
                'Q OFFSET 0 ROWS FETCH NEXT 5 ROWS ONLY',
                'Q OFFSET 10 ROWS FETCH NEXT 5 ROWS ONLY',
                'Q OFFSET 10 ROWS',
                'Q OFFSET CAST(9223372036854775807 AS BIGINT) ROWS FETCH NEXT 1 ROWS ONLY',
                'Q',
            ],
            'oracle' => [
                'Q FETCH NEXT 5 ROWS ONLY',
                'Q OFFSET 10 ROWS FETCH NEXT 5 ROWS ONLY',
                'Q OFFSET 10 ROWS',
                'Q FETCH NEXT 0 ROWS ONLY',
                'Q',
            ],
        ];
        self::assertEach($expected, $limits(true));
        $expected['mssql'] = \array_map(
            static fn (string $sql): string => \str_replace('Q OFFSET', 'Q ORDER BY (SELECT NULL) OFFSET', $sql),
            $expected['mssql']
        );
        self::assertEach($expected, $limits(false));
        self::assertSame(
            'SELECT DISTINCT a FROM t ORDER BY 1 OFFSET 0 ROWS FETCH NEXT 2 ROWS ONLY',
            (new MssqlAdapter())->limit('SELECT DISTINCT a FROM t', 2, 0)
        );
    }

    public function testNegativeLimitsAreRefused(): void
    {
        foreach (self::adapters() as $adapter) {
            foreach ([[-1, 0], [1, -1], [null, -5]] as [$limit, $offset]) {
                try {
                    $adapter->limit('Q', $limit, $offset);
                    self::fail($adapter->getName());
                } catch (InvalidQueryException $error) {
                    self::assertStringContainsString('0 or more', $error->getMessage());
                }
            }
        }
    }

    public function testLocks(): void
    {
        self::assertEach([
            'pgsql' => [' FOR UPDATE', ' FOR SHARE', ' FOR UPDATE OF "b", "a" NOWAIT', ' FOR SHARE OF "b", "a" NOWAIT'],
            'mysql' => [
                ' FOR UPDATE',
                ' LOCK IN SHARE MODE',
                ' FOR UPDATE/*!80001 OF "b", "a"*/ NOWAIT',
                '/*!80001 FOR SHARE OF "b", "a" NOWAIT*//*M! LOCK IN SHARE MODE NOWAIT*/',
            ],
            'sqlite' => ['', '', '', ''],
            'mssql' => ['', '', '', ''],
            'oracle' => [' FOR UPDATE', ' FOR UPDATE', ' FOR UPDATE NOWAIT', ' FOR UPDATE NOWAIT'],
        ], static fn (AdapterInterface $adapter): array => [
            $adapter->lockClause(true, [], false),
            $adapter->lockClause(false, [], false),
            $adapter->lockClause(true, ['"b"', '"a"'], true),
            $adapter->lockClause(false, ['"b"', '"a"'], true),
        ]);
        // A name that would end the comment is left out: more is locked then, and nothing else happens.
        self::assertSame(' FOR UPDATE', (new MysqlAdapter())->lockClause(true, ['`x*/, y`'], false));
        foreach (self::adapters() as $name => $adapter) {
            self::assertSame(
                $name === 'mssql' ? [' WITH (UPDLOCK, ROWLOCK)', ' WITH (REPEATABLEREAD, ROWLOCK, NOWAIT)'] : ['', ''],
                [$adapter->lockHint(true, false), $adapter->lockHint(false, true)]
            );
        }
    }

    public function testLikeAndFloats(): void
    {
        self::assertEach([
            'pgsql' => 'a ILIKE ? a NOT ILIKE ?',
            'mysql' => 'UPPER(a) LIKE UPPER(?) UPPER(a) NOT LIKE UPPER(?)',
            'sqlite' => 'a LIKE ? a NOT LIKE ?',
            'mssql' => 'UPPER(a) LIKE UPPER(?) UPPER(a) NOT LIKE UPPER(?)',
            'oracle' => 'UPPER(a) LIKE UPPER(?) UPPER(a) NOT LIKE UPPER(?)',
        ], static fn (AdapterInterface $adapter): string => $adapter->ignoreCaseLike('a', '?', false) . ' ' . $adapter->ignoreCaseLike('a', '?', true));
        self::assertEach(
            ['pgsql' => '?', 'mysql' => '?', 'sqlite' => 'CAST(? AS REAL)', 'mssql' => '?', 'oracle' => '?'],
            static fn (AdapterInterface $adapter): string => $adapter->floatPlaceholder()
        );
        self::assertEach(
            ['pgsql' => false, 'mysql' => false, 'sqlite' => true, 'mssql' => false, 'oracle' => true],
            static fn (AdapterInterface $adapter): bool => $adapter->preparesLocally()
        );
        self::assertEach(
            ['pgsql' => true, 'mysql' => false, 'sqlite' => false, 'mssql' => false, 'oracle' => false],
            static fn (AdapterInterface $adapter): bool => $adapter->failureAbortsTransaction()
        );
    }
}
