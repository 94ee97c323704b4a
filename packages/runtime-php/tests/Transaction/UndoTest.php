<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Transaction;

use Bookstore\Author;
use Bookstore\Country;
use Bookstore\ExpressionValues;
use Bookstore\LazyValues;
use Bookstore\Stock;
use Bookstore\Token;
use Bookstore\WideValues;
use Orm\Runtime\Exception\RowGoneException;
use Orm\Runtime\Tests\Support\ModelTestCase;
use RuntimeException;

/** What a transaction that is rolled back did to objects is undone, so that saving again works. */
final class UndoTest extends ModelTestCase
{
    public function testAnInsert(): void
    {
        $con = self::con();
        $author = (new Author())->setName('Jane')->setEmail('j');
        $con->beginTransaction();
        $author->save();
        $id = $author->getId();
        self::assertNotNull($id);
        $con->rollBack();
        self::assertTrue($author->isNew());
        self::assertNull($author->getId());
        self::assertSame('Jane', $author->getName());
        self::assertSame(['author.name', 'author.email'], $author->getModifiedColumns());
        self::assertNull($con->getPool()?->table($author::TABLE_MAP)->get($id));
        self::assertSame(1, $author->save());
        self::assertSame(['Jane', 'j'], [self::readAgain($author)->getName(), $author->getEmail()]);
        self::assertSame('1', self::database()->value('SELECT count(*) FROM author'));
    }

    public function testAnUpdate(): void
    {
        $con = self::con();
        $author = (new Author())->setName('Jane');
        $author->save();
        $con->beginTransaction();
        $author->setName('Ann')->save();
        self::assertFalse($author->isModified());
        $con->rollBack();
        self::assertFalse($author->isNew());
        self::assertSame(['author.name'], $author->getModifiedColumns());
        self::assertSame('Ann', $author->getName());
        self::assertSame(1, $author->save());
        self::assertSame('Ann', self::database()->value('SELECT name FROM author'));
    }

    public function testSeveralSavesOfOneObject(): void
    {
        $con = self::con();
        $author = (new Author())->setName('Jane')->setEmail('old')->setBorn('1775-12-16');
        $author->save();
        $con->beginTransaction();
        $author->setName('Ann')->save();
        $author->setEmail('new')->save();
        $con->beginTransaction();
        $author->setBorn('1800-01-01')->save();
        $con->commit();
        $con->rollBack();
        self::assertSame(['author.name', 'author.email', 'author.born'], $author->getModifiedColumns());
        $author->save();
        self::assertSame(
            [['name' => 'Ann', 'email' => 'new', 'born' => '1800-01-01']],
            self::database()->rows('SELECT name, email, born FROM author'),
        );
    }

    public function testAnInsertThatWasUpdated(): void
    {
        $con = self::con();
        $author = (new Author())->setName('Jane');
        $con->beginTransaction();
        $author->save();
        $author->setEmail('new')->save();
        $con->rollBack();
        self::assertTrue($author->isNew());
        self::assertSame(['author.name', 'author.email'], $author->getModifiedColumns());
        $author->save();
        self::assertSame(
            [['name' => 'Jane', 'email' => 'new']],
            self::database()->rows('SELECT name, email FROM author'),
        );
    }

    public function testADelete(): void
    {
        $con = self::con();
        $author = (new Author())->setName('Jane');
        $author->save();
        $con->beginTransaction();
        $author->delete();
        self::assertTrue($author->isDeleted());
        $con->rollBack();
        self::assertFalse($author->isDeleted());
        self::assertFalse($author->isNew());
        self::assertSame($author, self::find($author), 'it is in the pool again');
        self::assertSame(1, $author->setName('Ann')->save());
        $author->delete();
        self::assertSame('0', self::database()->value('SELECT count(*) FROM author'));
    }

    public function testAnInsertThatWasDeleted(): void
    {
        $con = self::con();
        $author = (new Author())->setName('Jane');
        $con->beginTransaction();
        $author->save();
        $author->delete();
        $con->rollBack();
        self::assertTrue($author->isNew());
        self::assertFalse($author->isDeleted());
        self::assertSame(1, $author->save());
    }

    public function testADeleteAfterAnUnsavedEdit(): void
    {
        $con = self::con();
        $author = (new Author())->setName('Jane');
        $author->save();
        $con->beginTransaction();
        $author->setName('Ann');
        $author->delete();
        $con->rollBack();
        self::assertSame(['author.name'], $author->getModifiedColumns());
        self::assertSame(1, $author->save());
        self::assertSame('Ann', self::database()->value('SELECT name FROM author'));
    }

    public function testAChangedKey(): void
    {
        $con = self::con();
        $changes = [
            [(new Country())->setCode('a')->setName('x'), fn (Country $o) => $o->setCode('b'), fn (Country $o) => $o->setName('y')],
            [(new Stock())->setShop('a')->setItem(1), fn (Stock $o) => $o->setShop('b'), fn (Stock $o) => $o->setAmount(5)],
            [
                (new Token())->setId('aaaaaaaa-0000-4000-8000-000000000001'),
                fn (Token $o) => $o->setId('bbbbbbbb-0000-4000-8000-000000000001'),
                fn (Token $o) => $o->setName('y'),
            ],
        ];
        foreach ($changes as [$object, $change, $edit]) {
            foreach ([false, true] as $editFirst) {
                $name = $object::class . ($editFirst ? ', edited first' : '');
                $original = $object->copy();
                $original->save();
                $before = $original->copy();
                $con->beginTransaction();
                if ($editFirst) {
                    $edit($original);
                    $original->save();
                }
                $change($original);
                $original->save();
                $changed = $original->copy();
                self::assertSame($original, self::find($changed), $name);
                $con->rollBack();
                self::assertSame($original, self::find($before), $name);
                self::assertNull(self::find($changed), $name);
                self::assertTrue($original->isModified(), $name);
                self::assertSame(1, $original->save(), $name);
                self::assertSame($original, self::find($changed), $name);
                self::assertNull(self::find($before), $name);
                $original->delete();
            }
        }
    }

    public function testAnInnerRollBackUndoesWhatTheInnerDid(): void
    {
        $con = self::con();
        $author = (new Author())->setName('Jane');
        $inner = (new Author())->setName('Ann');
        $con->beginTransaction();
        $author->save();
        $id = $author->getId();
        $con->beginTransaction();
        $author->setName('Jane A.')->save();
        $inner->save();
        $con->rollBack();
        self::assertFalse($author->isNew());
        self::assertSame($id, $author->getId());
        self::assertSame(['author.name'], $author->getModifiedColumns());
        self::assertTrue($inner->isNew());
        self::assertNull($inner->getId());
        $author->save();
        $inner->save();
        $con->commit();
        self::assertSame(
            [['name' => 'Ann'], ['name' => 'Jane A.']],
            self::database()->rows('SELECT name FROM author ORDER BY name'),
        );
        self::assertFalse($author->isModified());
        self::assertSame($author, self::find($author));
    }

    public function testAnOuterRollBackUndoesWhatTheInnerCommitted(): void
    {
        $con = self::con();
        $author = (new Author())->setName('Jane');
        $other = (new Author())->setName('Ann');
        $other->save();
        $con->beginTransaction();
        $con->beginTransaction();
        $author->save();
        $other->delete();
        $con->commit();
        self::assertFalse($author->isNew());
        $con->rollBack();
        self::assertTrue($author->isNew());
        self::assertNull($author->getId());
        self::assertFalse($other->isDeleted());
        self::assertSame(1, $author->save());
        self::assertSame(1, $other->setName('A')->save());
    }

    public function testWorkThatThrows(): void
    {
        $con = self::con();
        $author = (new Author())->setName('Jane');
        self::caught(RuntimeException::class, fn () => $con->transaction(function () use ($author): void {
            $author->save();
            throw new RuntimeException('on purpose');
        }));
        self::assertTrue($author->isNew());
        self::assertNull($author->getId());
        self::assertSame(1, $con->transaction(fn (): int => $author->save()));
        self::assertFalse($author->isNew());
    }

    public function testACommittedTransactionUndoesNothing(): void
    {
        $con = self::con();
        $author = (new Author())->setName('Jane');
        $con->transaction(fn () => $author->save());
        $con->beginTransaction();
        $con->rollBack();
        self::assertFalse($author->isNew());
        self::assertFalse($author->isModified());
        self::assertSame($author, self::find($author));
    }

    public function testEditsAfterTheSaveStayToo(): void
    {
        $con = self::con();
        $author = (new Author())->setName('Jane');
        $con->beginTransaction();
        $author->save();
        $author->setEmail('edited');
        $con->rollBack();
        self::assertSame(['author.name', 'author.email'], $author->getModifiedColumns());
        $author->save();
        self::assertSame('edited', self::database()->value('SELECT email FROM author'));
    }

    public function testDefaultsOfARowThatIsNotThereAreForgotten(): void
    {
        $con = self::con();
        $object = (new ExpressionValues())->setName('x');
        $con->beginTransaction();
        $object->save();
        self::assertSame(3, $object->getSum());
        $con->rollBack();
        $sql = self::sqlOf(fn () => self::assertNull($object->getSum()));
        self::assertSame([], $sql);
        $object->save();
        self::assertSame(3, $object->getSum());
    }

    public function testLazyColumns(): void
    {
        $con = self::con();
        $object = (new LazyValues())->setBody('long')->setPicture('p');
        $con->beginTransaction();
        $object->save();
        $con->rollBack();
        self::assertSame('long', $object->getBody());
        self::assertSame('none', $object->getNote());
        $object->save();
        self::assertSame('long', self::readAgain($object)->getBody());
        $read = self::readAgain($object);
        $con->beginTransaction();
        $read->setBody('changed')->save();
        $con->rollBack();
        self::assertSame('changed', $read->getBody());
        $read->save();
        self::assertSame('changed', self::database()->value('SELECT body FROM lazy_values'));
    }

    public function testTablesOfManyColumns(): void
    {
        $con = self::con();
        $wide = (new WideValues())->setC1(1);
        $con->beginTransaction();
        $wide->setC70(70 + 1)->save();
        $wide->setC63(63)->save();
        $con->rollBack();
        self::assertTrue($wide->isNew());
        self::assertSame(
            ['wide_values.c1', 'wide_values.c63', 'wide_values.c70'],
            $wide->getModifiedColumns(),
        );
        $wide->save();
        self::assertSame([1, 63, 71], [self::readAgain($wide)->getC1(), $wide->getC63(), $wide->getC70()]);
    }

    public function testIdsThatAreUsedAgain(): void
    {
        // SQLite gives the id of a row that was rolled back to the next one.
        $con = self::con();
        $con->beginTransaction();
        $first = (new Author())->setName('first');
        $first->save();
        $id = $first->getId();
        $con->rollBack();
        $second = (new Author())->setName('second');
        $second->save();
        if (self::adapter() === 'sqlite') {
            self::assertSame($id, $second->getId());
        }
        $first->save();
        self::assertNotSame($first->getId(), $second->getId());
        self::assertSame($second, self::find($second));
        self::assertSame($first, self::find($first));
        self::assertSame(['first', 'second'], [$first->getName(), $second->getName()]);
    }

    public function testTwoObjectsOfOneKeyInATransaction(): void
    {
        $con = self::con();
        $one = (new Country())->setCode('a')->setName('one');
        $one->save();
        $con->beginTransaction();
        $one->delete();
        $two = (new Country())->setCode('a')->setName('two');
        $two->save();
        $con->rollBack();
        self::assertTrue($two->isNew());
        self::assertFalse($one->isDeleted());
        self::assertSame($one, self::find($one), 'the pool has the one whose row is there');
    }

    public function testObjectsThatNobodyHoldsAreNotKept(): void
    {
        $con = self::con();
        $con->beginTransaction();
        for ($i = 0; $i < 300; ++$i) {
            (new Country())->setCode("c$i")->setName(\str_repeat('x', 50))->save();
        }
        self::assertLessThan(2, \count($con->frame?->undo ?? []));
        $con->rollBack();
        self::assertSame('0', self::database()->value('SELECT count(*) FROM country'));
    }

    public function testATransactionThatHasEndedKeepsNothing(): void
    {
        $con = self::con();
        foreach (['commit', 'rollBack'] as $end) {
            $country = (new Country())->setCode($end)->setName('x');
            $held = new Country();
            $con->beginTransaction();
            $outer = $con->frame;
            $country->save();
            $con->onCommit(static fn () => $held->isNew() && null);
            $con->beginTransaction();
            $inner = $con->frame;
            $country->setName('y')->save();
            $con->onRollback(static fn () => $held->isNew() && null);
            $con->commit();
            $con->$end();
            // The object is still there, and may know the frame it was saved in.
            foreach ([$outer, $inner] as $frame) {
                self::assertCount(0, $frame->undo ?? [1], $end);
                self::assertSame([[], []], [$frame?->onCommit, $frame?->onRollback], $end);
            }
            self::assertSame($end === 'rollBack', $country->isNew());
        }
    }

    public function testAnUpdateWhoseRowIsGoneInsideATransaction(): void
    {
        $con = self::con();
        $country = (new Country())->setCode('a')->setName('x');
        $country->save();
        self::database()->pdo->exec('DELETE FROM country');
        self::caught(RowGoneException::class, fn () => $con->transaction(fn () => $country->setName('y')->save()));
        self::assertTrue($country->isModified());
        self::assertFalse($con->inTransaction());
    }
}
