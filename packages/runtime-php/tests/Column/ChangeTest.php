<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Column;

use Bookstore\Book;
use Bookstore\Map\BookTableMap;
use Bookstore\WideValues;
use Orm\Runtime\Exception\UnknownColumnException;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** Which columns were changed. */
final class ChangeTest extends ModelTestCase
{
    public function testANewObjectHasNoChanges(): void
    {
        $book = new Book();
        self::assertTrue($book->isNew());
        self::assertFalse($book->isModified());
        self::assertSame([], $book->getModifiedColumns());
        $book->setQuantity(0)->setPrice('0.00')->setIsbn(null);
        self::assertFalse($book->isModified());
    }

    public function testOnlyAnotherValueIsAChange(): void
    {
        $book = (new Book())->setTitle('Emma')->setQuantity(3);
        self::assertSame(['book.title', 'book.quantity'], $book->getModifiedColumns());
        self::assertTrue($book->isColumnModified('book.title'));
        self::assertTrue($book->isColumnModified('Title'));
        self::assertTrue($book->isColumnModified(BookTableMap::COL_QUANTITY));
        self::assertFalse($book->isColumnModified('isbn'));
        $error = self::caught(UnknownColumnException::class, fn () => $book->isColumnModified('Titel'));
        self::assertSame(
            'Table "book" has no column "Titel". Did you mean "Title"?',
            $error->getMessage(),
        );
    }

    public function testChangesEndWithASave(): void
    {
        $id = $this->author();
        $book = (new Book())->setTitle('Emma')->setAuthorId($id);
        $book->save();
        self::assertFalse($book->isModified());
        self::assertSame([], $book->getModifiedColumns());
        $book->setTitle('Emma');
        self::assertFalse($book->isModified());
        $book->setTitle('Emma II');
        self::assertSame(['book.title'], $book->getModifiedColumns());
    }

    public function testChangesCanBeForgotten(): void
    {
        $book = (new Book())->setTitle('Emma')->setQuantity(3)->setIsbn('1');
        $book->resetModified('Quantity');
        self::assertSame(['book.title', 'book.isbn'], $book->getModifiedColumns());
        self::assertSame(3, $book->getQuantity());
        $book->resetModified();
        self::assertFalse($book->isModified());
    }

    public function testTablesOfMoreColumnsThanAnIntegerHasBits(): void
    {
        $wide = (new WideValues())->setC1(1)->setC61(61)->setC62('62')->setC63(63)->setC70(7);
        $names = ['wide_values.c1', 'wide_values.c61', 'wide_values.c62', 'wide_values.c63', 'wide_values.c70'];
        self::assertSame($names, $wide->getModifiedColumns());
        $wide->resetModified('C62');
        self::assertFalse($wide->isColumnModified('C62'));
        self::assertTrue($wide->isColumnModified('C63'));
        self::assertTrue($wide->isColumnModified('C61'));
        $wide->resetModified();
        self::assertFalse($wide->isModified());
        self::assertTrue($wide->setC69(1)->isModified());
        self::assertSame(['wide_values.c69'], $wide->getModifiedColumns());
    }

    private function author(): int
    {
        self::database()->pdo->exec("INSERT INTO author (name) VALUES ('Jane')");

        return (int) self::database()->value('SELECT id FROM author');
    }
}
