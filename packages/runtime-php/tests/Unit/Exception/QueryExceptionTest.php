<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Unit\Exception;

use Orm\Runtime\Adapter\MysqlAdapter;
use Orm\Runtime\Adapter\PgsqlAdapter;
use Orm\Runtime\Exception\ConnectionException;
use Orm\Runtime\Exception\ConnectionLostException;
use Orm\Runtime\Exception\ConflictException;
use Orm\Runtime\Exception\ErrorTranslator;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Exception\QueryException;
use Orm\Runtime\Exception\UniqueViolationException;
use PDOException;
use PHPUnit\Framework\TestCase;

final class QueryExceptionTest extends TestCase
{
    /** @param array<mixed>|null $info */
    private static function error(?array $info, string $message = 'SQLSTATE[...]'): PDOException
    {
        $error = new PDOException($message);
        $error->errorInfo = $info;

        return $error;
    }

    public function testTheMessageHasWhatFailedTheReasonAndTheSql(): void
    {
        $sql = 'INSERT INTO "book" ("isbn") VALUES (?)';
        $reason = 'ERROR:  duplicate key value violates unique constraint "book_isbn"' . "\n" . 'DETAIL:  Key (isbn)=(';
        $error = self::error(['23505', 7, $reason . '1) already exists.'], 'SQLSTATE[23505]: ' . $reason . '1) already exists.');
        $reason .= '…)';
        $exception = ErrorTranslator::translate(new PgsqlAdapter(), $error, $sql);
        self::assertInstanceOf(UniqueViolationException::class, $exception);
        self::assertSame(
            "Duplicate value for a unique column (constraint \"book_isbn\", column \"isbn\").\nThe database says: $reason\nSQL: $sql",
            $exception->getMessage()
        );
        self::assertSame(['23505', 7, $reason, $sql], [
            $exception->getSqlState(), $exception->getDriverCode(), $exception->getDatabaseMessage(), $exception->getSql(),
        ]);
        self::assertSame(['book_isbn', null, 'isbn'], [$exception->getConstraint(), $exception->getTable(), $exception->getColumn()]);
        self::assertSame('SQLSTATE[23505]: ' . $reason, $exception->getPrevious()?->getMessage());
    }

    public function testMessagesInOtherLanguagesStillNameTheConstraint(): void
    {
        $messages = [
            'FEHLER:  doppelter Schlüsselwert verletzt Unique-Constraint »book_isbn«' . "\n" . 'DETAIL:  Schlüssel »(isbn)=(1)« existiert bereits.',
            'ERREUR:  la valeur d\'une clé dupliquée rompt la contrainte unique « book_isbn »',
        ];
        foreach ($messages as $message) {
            $violated = (new PgsqlAdapter())->errorNames(self::error(['23505', 7, $message]));
            self::assertSame('book_isbn', $violated->constraint, $message);
        }
    }

    public function testALostConnectionCarriesTheSameDetails(): void
    {
        $exception = ErrorTranslator::translate(new MysqlAdapter(), self::error(['HY000', 2006, 'MySQL server has gone away']), 'SELECT 1');
        self::assertInstanceOf(ConnectionLostException::class, $exception);
        self::assertInstanceOf(ConnectionException::class, $exception);
        self::assertSame("The connection to the database is lost.\nThe database says: MySQL server has gone away\nSQL: SELECT 1", $exception->getMessage());
        self::assertSame(['HY000', 2006, 'SELECT 1'], [$exception->getSqlState(), $exception->getDriverCode(), $exception->getSql()]);
    }

    public function testAnErrorWithoutDetails(): void
    {
        $exception = ErrorTranslator::translate(new MysqlAdapter(), self::error(null, 'something broke'), '');
        self::assertSame(QueryException::class, $exception::class);
        self::assertSame("A statement failed.\nThe database says: something broke", $exception->getMessage());
        self::assertNull($exception->getSqlState());
        self::assertNull($exception->getDriverCode());
    }

    public function testLongSqlIsShortenedToWholeCharacters(): void
    {
        $sql = 'SELECT ' . \str_repeat('é', 3000);
        $exception = new QueryException('It failed.', $sql);
        self::assertSame($sql, $exception->getSql());
        self::assertLessThan(2100, \strlen($exception->getMessage()));
        self::assertSame(1, \preg_match('//u', $exception->getMessage()));
        self::assertStringEndsWith(' … (4007 bytes more)', $exception->getMessage());
        $short = \str_repeat('x', 2000);
        self::assertStringEndsWith($short, (new QueryException('It failed.', $short))->getMessage());
    }

    /** What a caller catches is a promise. */
    public function testTheTree(): void
    {
        $parents = [
            'Configuration' => 'Orm', 'AdapterMismatch' => 'Configuration', 'VersionMismatch' => 'Configuration',
            'Connection' => 'Orm', 'ConnectionLost' => 'Connection',
            'Query' => 'Orm',
            'ConstraintViolation' => 'Query', 'UniqueViolation' => 'ConstraintViolation', 'ForeignKeyViolation' => 'ConstraintViolation',
            'NotNullViolation' => 'ConstraintViolation', 'CheckViolation' => 'ConstraintViolation',
            'Conflict' => 'Query', 'Deadlock' => 'Conflict', 'Serialization' => 'Conflict', 'LockTimeout' => 'Conflict',
            'Transaction' => 'Orm', 'AbortedTransaction' => 'Transaction', 'Rollback' => 'Transaction',
            'EntityNotFound' => 'Orm', 'RowGone' => 'EntityNotFound',
            'InvalidValue' => 'Orm', 'UnknownColumn' => 'Orm', 'InvalidQuery' => 'Orm', 'ReadOnly' => 'Orm', 'ObjectDeleted' => 'Orm',
        ];
        foreach ($parents as $child => $parent) {
            self::assertSame("Orm\\Runtime\\Exception\\{$parent}Exception", \get_parent_class("Orm\\Runtime\\Exception\\{$child}Exception"), $child);
        }
        self::assertSame(\RuntimeException::class, \get_parent_class(OrmException::class));
        self::assertSame('Try again.', (new ConflictException('Try again.'))->getMessage());
    }
}
