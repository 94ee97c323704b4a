<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Unit\Adapter;

use Orm\Runtime\Adapter\ErrorKind;
use Orm\Runtime\Adapter\OracleAdapter;
use PDOException;
use PHPUnit\Framework\TestCase;

/** By the messages that the documentation of Oracle gives: there is no engine to provoke them. */
final class OracleAdapterTest extends TestCase
{
    private static function error(int $code, string $message): PDOException
    {
        $text = \sprintf("OCIStmtExecute: ORA-%05d: %s\n (pdo_oci/oci_statement.c:157)", $code, $message);
        $error = new PDOException("SQLSTATE[HY000]: General error: $code $text");
        $error->errorInfo = ['HY000', $code, $text];

        return $error;
    }

    public function testViolations(): void
    {
        $cases = [
            [1, 'unique constraint (SHOP.BOOK_U_1) violated', ErrorKind::UniqueViolation, 'BOOK_U_1', null, null],
            [1, 'unique constraint (SHOP.BOOK_U_1) violated on table SHOP.BOOK columns (ISBN)', ErrorKind::UniqueViolation, 'BOOK_U_1', 'BOOK', 'ISBN'],
            [1, 'unique constraint (SHOP.BOOK_U_1) violated on table SHOP.BOOK columns (ISBN, SHOP)', ErrorKind::UniqueViolation, 'BOOK_U_1', 'BOOK', null],
            [12899, 'value too large for column "SHOP"."BOOK"."TITLE" (actual: 12, maximum: 10)', ErrorKind::ValueTooLong, null, 'BOOK', 'TITLE'],
            [1438, 'value larger than specified precision allowed for this column', ErrorKind::ValueOutOfRange, null, null, null],
            [904, '"BOOK"."TITLE": invalid identifier', ErrorKind::MissingColumn, null, 'BOOK', 'TITLE'],
            [904, '"TITLE": invalid identifier', ErrorKind::MissingColumn, null, null, 'TITLE'],
            [942, 'table or view does not exist', ErrorKind::MissingTable, null, null, null],
            [942, 'table or view "SHOP"."BOOK" does not exist', ErrorKind::MissingTable, null, 'BOOK', null],
            [2291, 'integrity constraint (SHOP.BOOK_FK_1) violated - parent key not found', ErrorKind::ForeignKeyViolation, 'BOOK_FK_1', null, null],
            [2292, 'integrity constraint (SHOP.BOOK_FK_1) violated - child record found', ErrorKind::ForeignKeyViolation, 'BOOK_FK_1', null, null],
            [1400, 'cannot insert NULL into ("SHOP"."BOOK"."TITLE")', ErrorKind::NotNullViolation, null, 'BOOK', 'TITLE'],
            [1407, 'cannot update ("SHOP"."BOOK"."TITLE") to NULL', ErrorKind::NotNullViolation, null, 'BOOK', 'TITLE'],
            [2290, 'check constraint (SHOP.POSITIVE) violated', ErrorKind::CheckViolation, 'POSITIVE', null, null],
        ];
        $adapter = new OracleAdapter();
        foreach ($cases as [$code, $message, $kind, $constraint, $table, $column]) {
            $error = self::error($code, $message);
            self::assertSame($kind->name, $adapter->errorKind($error)->name, $message);
            $violated = $adapter->errorNames($error);
            self::assertSame([$constraint, $table, $column], [$violated->constraint, $violated->table, $violated->column], $message);
            self::assertFalse($adapter->endsTransaction($error));
        }
    }

    public function testOtherKinds(): void
    {
        $cases = [
            [60, ErrorKind::Deadlock, false],
            [8177, ErrorKind::Serialization, false],
            [54, ErrorKind::LockTimeout, false],
            [30006, ErrorKind::LockTimeout, false],
            [28, ErrorKind::ConnectionLost, true],
            [3113, ErrorKind::ConnectionLost, true],
            [3114, ErrorKind::ConnectionLost, true],
            [12541, ErrorKind::ConnectionLost, true],
            [942, ErrorKind::MissingTable, false], [900, ErrorKind::Other, false],
        ];
        $adapter = new OracleAdapter();
        foreach ($cases as [$code, $kind, $ends]) {
            $error = self::error($code, 'something happened');
            self::assertSame([$kind->name, $ends], [$adapter->errorKind($error)->name, $adapter->endsTransaction($error)], "ORA-$code");
        }
    }

    public function testACommitThatADeferredConstraintRefused(): void
    {
        $adapter = new OracleAdapter();
        $error = self::error(2091, "transaction rolled back\nORA-02291: integrity constraint (SHOP.BOOK_FK_1) violated - parent key not found");
        self::assertSame(ErrorKind::ForeignKeyViolation, $adapter->errorKind($error));
        self::assertSame('BOOK_FK_1', $adapter->errorNames($error)->constraint);
        self::assertTrue($adapter->endsTransaction($error));
    }
}
