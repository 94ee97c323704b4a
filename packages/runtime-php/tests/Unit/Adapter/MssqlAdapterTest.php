<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Unit\Adapter;

use Orm\Runtime\Adapter\ErrorKind;
use Orm\Runtime\Adapter\MssqlAdapter;
use PDOException;
use PHPUnit\Framework\TestCase;

/** By the messages that the documentation of SQL Server gives: there is no engine to provoke them. */
final class MssqlAdapterTest extends TestCase
{
    private const PREFIX = '[Microsoft][ODBC Driver 18 for SQL Server][SQL Server]';

    private static function error(string $state, int $code, string $message): PDOException
    {
        $error = new PDOException("SQLSTATE[$state]: $message");
        $error->errorInfo = [$state, $code, $message];

        return $error;
    }

    public function testViolations(): void
    {
        $fails = ' The statement has been terminated.';
        $parent = 'The conflict occurred in database "shop", table "dbo.author", column \'id\'.' . $fails;
        $child = 'The conflict occurred in database "shop", table "dbo.book", column \'author_id\'.' . $fails;
        $cases = [
            [2627, "Violation of UNIQUE KEY constraint 'book_u_1'. Cannot insert duplicate key in object 'dbo.book'. The duplicate key value is (1).",
                ErrorKind::UniqueViolation, 'book_u_1', 'book', null],
            [2627, "Violation of PRIMARY KEY constraint 'pk'. Cannot insert duplicate key in object 'book'. The duplicate key value is (1).",
                ErrorKind::UniqueViolation, 'pk', 'book', null],
            [2601, "Cannot insert duplicate key row in object 'dbo.book' with unique index 'ix'. The duplicate key value is (<NULL>).",
                ErrorKind::UniqueViolation, 'ix', 'book', null],
            [547, 'The INSERT statement conflicted with the FOREIGN KEY constraint "book_fk_1". ' . $parent,
                ErrorKind::ForeignKeyViolation, 'book_fk_1', null, null],
            [547, 'The DELETE statement conflicted with the REFERENCE constraint "book_fk_1". ' . $child,
                ErrorKind::ForeignKeyViolation, 'book_fk_1', 'book', 'author_id'],
            [547, 'The UPDATE statement conflicted with the CHECK constraint "positive". The conflict occurred in database "shop", table "dbo.book".',
                ErrorKind::CheckViolation, 'positive', 'book', null],
            [515, "Cannot insert the value NULL into column 'title', table 'shop.dbo.book'; column does not allow nulls. INSERT fails.",
                ErrorKind::NotNullViolation, null, 'book', 'title'],
        ];
        $adapter = new MssqlAdapter();
        foreach ($cases as [$code, $message, $kind, $constraint, $table, $column]) {
            foreach (['', self::PREFIX] as $prefix) {
                $error = self::error('23000', $code, $prefix . $message);
                self::assertSame($kind->name, $adapter->errorKind($error)->name, $message);
                $violated = $adapter->errorNames($error);
                self::assertSame([$constraint, $table, $column], [$violated->constraint, $violated->table, $violated->column], $message);
                self::assertFalse($adapter->endsTransaction($error));
            }
        }
    }

    public function testNamesBesidesConstraints(): void
    {
        $cases = [
            ['42S02', 208, "Invalid object name 'dbo.book'.", ErrorKind::MissingTable, 'book', null],
            ['42S22', 207, "Invalid column name 'title'.", ErrorKind::MissingColumn, null, 'title'],
            ['22001', 2628, "String or binary data would be truncated in table 'shop.dbo.book', column 'title'. Truncated value: 'secret'.",
                ErrorKind::ValueTooLong, 'book', 'title'],
            ['22001', 8152, 'String or binary data would be truncated.', ErrorKind::ValueTooLong, null, null],
            ['22003', 8115, 'Arithmetic overflow error converting expression to data type int.', ErrorKind::ValueOutOfRange, null, null],
            ['22018', 245, "Conversion failed when converting the varchar value 'Invalid column name 'secret'.' to data type int.",
                ErrorKind::InvalidValue, null, null],
        ];
        $adapter = new MssqlAdapter();
        foreach ($cases as [$state, $code, $message, $kind, $table, $column]) {
            $error = self::error($state, $code, self::PREFIX . $message);
            $names = $adapter->errorNames($error);
            self::assertSame([$kind, null, $table, $column], [$adapter->errorKind($error), $names->constraint, $names->table, $names->column], $message);
        }
    }

    public function testOtherKinds(): void
    {
        $cases = [
            ['40001', 1205, ErrorKind::Deadlock, true],
            ['42000', 1222, ErrorKind::LockTimeout, false],
            ['42000', 3960, ErrorKind::Serialization, true],
            ['42000', 41302, ErrorKind::Serialization, true],
            ['08S01', 10054, ErrorKind::ConnectionLost, true],
            ['08S01', 0, ErrorKind::ConnectionLost, true],
            ['HY000', 20047, ErrorKind::ConnectionLost, true], // dblib
            ['HY000', 596, ErrorKind::ConnectionLost, true],
            ['23000', 9999, ErrorKind::ConstraintViolation, false],
            ['42S02', 208, ErrorKind::MissingTable, false],
            ['42000', 102, ErrorKind::Other, false],
        ];
        $adapter = new MssqlAdapter();
        foreach ($cases as [$state, $code, $kind, $ends]) {
            $error = self::error($state, $code, 'Something happened.');
            self::assertSame([$kind->name, $ends], [$adapter->errorKind($error)->name, $adapter->endsTransaction($error)], "$state $code");
        }
    }
}
