<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Connection;

use Bookstore\Author;
use Bookstore\Country;
use Monolog\Handler\TestHandler;
use Monolog\Level;
use Monolog\Logger;
use Orm\Runtime\Connection\QueryLog;
use Orm\Runtime\Exception\ConnectionException;
use Orm\Runtime\Exception\DeadlockException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Exception\UniqueViolationException;
use Orm\Runtime\Orm;
use Orm\Runtime\Tests\Support\ModelTestCase;
use Orm\Runtime\Tests\Support\Project;
use Orm\Runtime\Tests\Support\RecordingLogger;
use PDOException;
use Psr\Log\NullLogger;

/** What is logged, and what is not. */
final class LogTest extends ModelTestCase
{
    protected function tearDown(): void
    {
        Orm::getServiceContainer()->setLogger('bookstore', new NullLogger());
        parent::tearDown();
    }

    public function testErrorsWithTheirSqlAndWithoutValues(): void
    {
        $logger = new RecordingLogger();
        Orm::getServiceContainer()->setLogger('bookstore', $logger);
        (new Author())->setName('Jane')->setEmail('taken')->save();
        self::assertSame([], $logger->records);
        self::caught(
            UniqueViolationException::class,
            fn () => (new Author())->setName('very secret name')->setEmail('taken')->save(),
        );
        self::assertCount(1, $logger->records);
        self::assertStringStartsWith('error: Statement on "bookstore" failed: SQLSTATE[', $logger->records[0]);
        $all = \var_export($logger->contexts, true);
        self::assertStringContainsString(self::quoted('INSERT INTO "author" ("name", "email") VALUES (?, ?)'), $all);
        self::assertStringNotContainsString('very secret name', $all . $logger->records[0]);
    }

    public function testPasswordsAreShownNowhere(): void
    {
        $logger = new RecordingLogger();
        $dsn = match (self::adapter()) {
            'sqlite' => 'sqlite:/no/such/folder/x.sq3',
            default => \preg_replace('/dbname=\w+/', 'dbname=no_such_one', Project::connections()['bookstore']['dsn']),
        };
        $con = self::anotherConnection(['dsn' => $dsn, 'password' => 'hunter2-secret'], $logger);
        $error = self::caught(ConnectionException::class, fn () => (new Country())->setCode('a')->setName('x')->save($con));
        self::assertStringContainsString('"bookstore"', $error->getMessage());
        $shown = $error . \print_r($con, true) . \var_export($logger->records, true);
        self::assertStringNotContainsString('hunter2', $shown);
    }

    public function testAThresholdOfWarnings(): void
    {
        // Monolog as the documentation recommends it; a logger of our own where it is not installed.
        $handler = \class_exists(Logger::class) ? new TestHandler(Level::Warning) : null;
        $logger = $handler === null ? new RecordingLogger() : new Logger('orm', [$handler]);
        Orm::getServiceContainer()->setLogger('bookstore', $logger);
        $con = self::con();
        $con->setQueryLog(Orm::getLogger('bookstore'));
        (new Country())->setCode('a')->setName('x')->save();
        self::caught(UniqueViolationException::class, fn () => (new Country())->setCode('a')->setName('x')->save());
        $conflict = new DeadlockException('x', 'UPDATE', '40P01', null, 'they met', new PDOException());
        $runs = new \ArrayObject();
        $con->transaction(function () use ($conflict, $runs): void {
            $runs[] = 'run';
            if (\count($runs) === 1) {
                throw $conflict;
            }
        });
        self::assertCount(2, $runs);
        if ($handler === null) {
            self::assertInstanceOf(RecordingLogger::class, $logger);
            $records = \array_values(\array_filter(
                $logger->records,
                static fn (string $each): bool => !\str_starts_with($each, 'debug'),
            ));
            self::assertStringStartsWith('error: Statement on "bookstore" failed', $records[0]);
            self::assertStringStartsWith('warning: Transaction on "bookstore" is tried again', $records[1]);
            self::assertCount(2, $records);

            return;
        }
        $records = $handler->getRecords();
        self::assertCount(2, $records, 'the statements of the query log are below the threshold');
        self::assertSame(Level::Error, $records[0]->level);
        self::assertSame('Statement on "{connection}" failed: {reason}', $records[0]->message);
        self::assertStringStartsWith('INSERT INTO ', \is_string($records[0]->context['sql']) ? $records[0]->context['sql'] : '');
        self::assertSame(Level::Warning, $records[1]->level);
        self::assertSame(
            ['connection' => 'bookstore', 'attempt' => 1, 'reason' => 'they met'],
            $records[1]->context,
        );
    }

    public function testTheQueryLog(): void
    {
        $logger = new RecordingLogger();
        $con = self::anotherConnection(['settings' => ['queryLog' => true]], $logger);
        $country = (new Country())->setCode('a')->setName('secret');
        $con->transaction(fn () => $country->save($con));
        self::assertCount(3, $logger->records);
        self::assertMatchesRegularExpression(
            '/^debug: INSERT INTO .country. \(.code., .name.\) VALUES \(\?, \?\) \([\d.]+(E-\d)? ms on "bookstore"\)$/',
            $logger->records[1],
        );
        self::assertStringStartsWith('debug: COMMIT (', $logger->records[2]);
        self::assertSame(3, $con->getQueryLog()?->getQueryCount());
        self::assertSame('COMMIT', $con->getQueryLog()?->getLastExecutedQuery());
        self::assertIsFloat($logger->contexts[1]['milliseconds'] ?? null);
        self::assertStringNotContainsString('secret', \implode(' ', $logger->records));
        $con->setQueryLog(null);
        $country->setName('x')->save($con);
        self::assertCount(3, $logger->records);
        self::assertNull($con->getQueryLog());
    }

    public function testTheQueryLogOutlivesAReconnect(): void
    {
        $logger = new RecordingLogger();
        $con = self::anotherConnection(['settings' => ['queryLog' => true]], $logger);
        $country = (new Country())->setCode('a')->setName('x');
        $country->save($con);
        $con->close();
        $country->setName('y')->save($con);
        self::assertCount(2, $logger->records);
    }

    /** Nothing here depends on how fast the machine is: the statement sleeps, or has far too much to do for a millisecond. */
    public function testSlowStatementsAreWarnings(): void
    {
        $statement = match (self::adapter()) {
            'pgsql' => 'SELECT pg_sleep(0.1)',
            'mysql' => 'SELECT sleep(0.1)',
            default => 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 800000) SELECT max(i) FROM n',
        };
        foreach (['0.001' => 'warning', '3600' => 'debug'] as $seconds => $level) {
            $logger = new RecordingLogger();
            $con = self::anotherConnection(['settings' => ['slowQuery' => (float) $seconds]], $logger);
            $con->query($statement)->fetchAll();
            self::assertCount(1, $logger->records);
            self::assertStringStartsWith("$level: $statement (", $logger->records[0]);
            self::assertGreaterThanOrEqual(1.0, $logger->contexts[0]['milliseconds'] ?? null);
        }
    }

    public function testAStatementIsSlowFromTheTimeOn(): void
    {
        $logger = new RecordingLogger();
        $log = new QueryLog('bookstore', $logger, 0.05);
        $log->note('SELECT 1', 49_999_999);
        $log->note('SELECT 2', 50_000_000);
        $log->note('SELECT 3', 50_000_001);
        (new QueryLog('bookstore', $logger, null))->note('SELECT 4', 1e12);
        self::assertSame([
            'debug: SELECT 1 (50 ms on "bookstore")',
            'warning: SELECT 2 (50 ms on "bookstore")',
            'warning: SELECT 3 (50 ms on "bookstore")',
            'debug: SELECT 4 (1000000 ms on "bookstore")',
        ], $logger->records);
    }

    public function testStatementsThatFailAreInTheQueryLogToo(): void
    {
        $logger = new RecordingLogger();
        $con = self::anotherConnection(['settings' => ['queryLog' => true]], $logger);
        self::caught(OrmException::class, fn () => $con->query('SELECT nonsense'));
        self::caught(OrmException::class, fn () => $con->exec('NONSENSE'));
        $country = (new Country())->setCode('a')->setName('x');
        $country->save($con);
        self::caught(OrmException::class, fn () => $country->copy()->save($con));
        $errors = \array_filter($logger->records, static fn (string $each): bool => \str_starts_with($each, 'error: '));
        self::assertCount(3, $errors);
    }
}
