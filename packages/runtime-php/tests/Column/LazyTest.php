<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Column;

use Bookstore\ExpressionValues;
use Bookstore\LazyValues;
use Orm\Runtime\Exception\RowGoneException;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** Columns whose value is read when it is asked for: lazy ones, and those whose default the database works out. */
final class LazyTest extends ModelTestCase
{
    public function testLazyColumnsAreReadWhenAskedForAndOnce(): void
    {
        $object = (new LazyValues())->setName('n')->setBody('long')->setPicture("\0p")->setNote('x');
        $sql = self::sqlOf(function () use ($object): void {
            $object->save();
            self::assertSame('long', $object->getBody());
            self::assertSame('x', $object->getNote());
        });
        self::assertCount(1, $sql);

        $read = null;
        $sql = self::sqlOf(function () use ($object, &$read): void {
            $read = self::readAgain($object);
        });
        self::assertSame(
            [self::quoted('SELECT "lazy_values"."id", "lazy_values"."name", "lazy_values"."rating" FROM "lazy_values"'
                . ' WHERE "lazy_values"."id" = ?')],
            $sql,
        );
        self::assertInstanceOf(LazyValues::class, $read);
        $sql = self::sqlOf(function () use ($read): void {
            self::assertSame('long', $read->getBody());
            self::assertSame('long', $read->getBody());
            self::assertSame("\0p", \stream_get_contents($read->getPicture() ?? self::fail('no stream')));
            self::assertIsResource($read->getPicture());
        });
        self::assertSame([
            self::quoted('SELECT "body" FROM "lazy_values" WHERE "id" = ?'),
            self::quoted('SELECT "picture" FROM "lazy_values" WHERE "id" = ?'),
        ], $sql);
        self::assertFalse($read->isModified());
    }

    public function testALazyColumnIsSetWithoutReadingIt(): void
    {
        $read = self::saved((new LazyValues())->setBody('old')->setNote('old'));
        $sql = self::sqlOf(function () use ($read): void {
            $read->setBody('new')->setNote('none');
            self::assertSame('new', $read->getBody());
            self::assertSame('none', $read->getNote());
            $read->save();
        });
        self::assertSame([self::quoted('UPDATE "lazy_values" SET "body" = ?, "note" = ? WHERE "id" = ?')], $sql);
        $again = self::readAgain($read);
        self::assertSame(['new', 'none'], [$again->getBody(), $again->getNote()]);
        // Null is a value too, and is no change only where it is known.
        $again = self::readAgain($read);
        self::assertTrue($again->setBody(null)->isModified());
        self::assertNull(self::saved($again)->getBody());
    }

    public function testALazyValueThatWasSetSurvivesAReReading(): void
    {
        $read = self::saved((new LazyValues())->setName('a')->setBody('old'));
        $read->setBody('edited');
        self::database()->pdo->exec("UPDATE lazy_values SET name = 'b', body = 'other'");
        self::assertSame($read, self::find($read));
        self::assertSame('b', $read->getName());
        self::assertSame('edited', $read->getBody());
        self::assertSame(['lazy_values.body'], $read->getModifiedColumns());
    }

    public function testALazyValueThatWasReadIsReadAgainAfterAReReading(): void
    {
        $read = self::saved((new LazyValues())->setBody('old'));
        self::assertSame('old', $read->getBody());
        self::database()->pdo->exec("UPDATE lazy_values SET body = 'other'");
        self::assertSame('old', $read->getBody());
        self::find($read);
        self::assertSame('other', $read->getBody());
        self::database()->pdo->exec("UPDATE lazy_values SET body = 'third'");
        $read->reload();
        self::assertSame('third', $read->getBody());
    }

    public function testDefaultsOfLazyColumns(): void
    {
        $object = new LazyValues();
        self::assertSame('none', $object->getNote());
        $object->save();
        self::assertSame('none', $object->getNote());
        self::assertSame('none', self::readAgain($object)->getNote());
    }

    public function testALazyColumnOfARowThatIsGone(): void
    {
        $read = self::saved((new LazyValues())->setBody('x'));
        self::database()->pdo->exec('DELETE FROM lazy_values');
        foreach ([1, 2] as $attempt) {
            $error = self::caught(RowGoneException::class, fn () => $read->getBody());
            self::assertSame(
                'The column "body" cannot be read: the row of this LazyValues (id = ' . $read->getId()
                    . ') is not in the database any more.',
                $error->getMessage(),
                "attempt $attempt",
            );
        }
    }

    public function testDefaultsThatTheDatabaseWorksOut(): void
    {
        $object = (new ExpressionValues())->setName('x');
        self::assertNull($object->getCreatedAt());
        self::assertNull($object->getSum());
        $sql = self::sqlOf(fn () => $object->save());
        self::assertCount(1, $sql);
        self::assertStringContainsString(self::quoted('("name", "created_at", "touched_at")'), $sql[0]);
        $sql = self::sqlOf(function () use ($object): void {
            self::assertSame(3, $object->getSum());
            self::assertSame(3, $object->getSum());
        });
        self::assertSame([self::quoted('SELECT "sum" FROM "expression_values" WHERE "id" = ?')], $sql);
        self::assertEquals($object->getCreatedAt(), self::readAgain($object)->getCreatedAt());
        self::assertFalse($object->isModified());
    }

    public function testDefaultsThatAreReplaced(): void
    {
        $object = (new ExpressionValues())->setName('x')->setSum(null)->setCreatedAt('2020-01-02 03:04:05');
        $object->save();
        $sql = self::sqlOf(function () use ($object): void {
            self::assertNull($object->getSum());
            self::assertSame('2020', $object->getCreatedAt()?->format('Y'));
            self::assertNotNull($object->getTouchedAt());
        });
        self::assertSame([], $sql);
        $read = self::readAgain($object);
        self::assertNull($read->getSum());
        self::assertSame('2020-01-02 03:04:05', $read->getCreatedAt()?->format('Y-m-d H:i:s'));
        self::assertSame(1, $object->setSum(5)->save());
        self::assertSame(5, self::readAgain($object)->getSum());
    }
}
