<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation;

use Bookstore\Label;
use Bookstore\Ledger;
use Bookstore\LedgerLine;
use Bookstore\Novel;
use Bookstore\Passport;
use Bookstore\Person;
use Bookstore\PersonQuery;
use Bookstore\Writer;
use Bookstore\WriterQuery;
use Stories\Crate;
use Stories\Guest;
use Stories\House;
use Stories\Node;
use Stories\Rack;
use Stories\Room;

/** Links that are not saved yet: what saves, deletions and rollbacks of others do to them. Stories of relations found these. */
final class UnsavedLinksTest extends RelationTestCase
{
    public function testARowBetweenWaitsForBothEnds(): void
    {
        $house = (new House())->setName('house');
        $room = (new Room())->setName('room')->setHouse($house);
        $fan = (new Guest())->setName('fan')->setRoom($room);
        $idol = (new Guest())->setName('idol')->setRoom($room)->addFan($fan);
        self::assertSame(5, $idol->save(), 'the room, and with it the fan, come before the idol; their link comes last');
        self::assertSame([$idol], $fan->getIdols()->getData());
        self::assertCount(1, $fan->getFollowings());
    }

    public function testARowThatDoesNotPointThereYetIsNotDeleted(): void
    {
        $old = (new Node())->setName('old');
        $node = (new Node())->setName('node');
        $old->save();
        $node->save();
        $node->setParent($old);
        $old->delete();
        self::assertFalse($node->isDeleted());
        self::assertSame(1, $node->setParent(null)->setAmount(1)->save());
    }

    public function testAnObjectThatWasCutOffIsLinkedAgainAfterARollback(): void
    {
        $con = self::con();
        $writer = (new Writer())->setName('W');
        $novel = (new Novel())->setTitle('N')->setWriter($writer);
        $con->beginTransaction();
        $writer->save();
        $writer->delete();
        self::assertNull($novel->getWriter());
        $con->rollBack();
        self::assertSame($writer, $novel->getWriter());
        self::assertSame([$novel], $writer->getNovels()->getData());
        self::assertSame(2, $novel->save());
        self::assertSame($writer->getId(), $novel->getWriterId());
    }

    public function testWhatWasSetSinceStaysAfterARollback(): void
    {
        $con = self::con();
        [$one, $other] = [(new Writer())->setName('one'), (new Writer())->setName('other')];
        $other->save();
        $novel = (new Novel())->setTitle('N');
        $con->beginTransaction();
        $novel->setWriter($one)->save();
        $novel->setWriter($other);
        $con->rollBack();
        self::assertSame($other->getId(), $novel->getWriterId());
    }

    public function testTheKeyOfAnObjectThatIsNewAgainIsForgotten(): void
    {
        $con = self::con();
        $writer = (new Writer())->setName('W');
        $novel = (new Novel())->setTitle('N');
        $con->beginTransaction();
        $writer->save();
        $novel->setWriter($writer);
        $con->rollBack();
        self::assertNull($novel->getWriterId(), 'somebody else may get it');
        self::assertSame(2, $novel->save());
        self::assertSame($writer->getId(), $novel->getWriterId());
    }

    public function testALinkThatWasDeletedIsThereAgainAfterARollback(): void
    {
        $con = self::con();
        $label = (new Label())->setName('L');
        $novel = (new Novel())->setTitle('N')->addLabel($label);
        $con->beginTransaction();
        $novel->save();
        $label->delete();
        self::assertSame([], $novel->getLabels()->getData());
        $con->rollBack();
        self::assertSame([$label], $novel->getLabels()->getData());
        self::assertSame(3, $novel->save());
    }

    public function testAnObjectIsNotSavedAfterItsParentDeletedIt(): void
    {
        $ledger = (new Ledger())->setNumber('1');
        $line = (new LedgerLine())->setLedger($ledger);
        $ledger->save();
        $ledger->setOwner('00000000-0000-4000-8000-000000000001')->removeLedgerLine($line);
        $owned = (new Ledger())->setNumber('2')->setOwner('00000000-0000-4000-8000-000000000002');
        $owned->addOwnerLine((new LedgerLine())->setLedger($ledger));
        $line->setOwnedLedger($owned)->save();
        self::assertTrue($line->isDeleted(), 'saving what it points at saved the ledger that it was removed from');
        self::assertSame(1, self::rows('ledger_line'));
    }

    public function testAnObjectThatWasRemovedAndReadAgainIsCutOffAndNotDeleted(): void
    {
        $writer = (new Writer())->setName('W');
        $novel = (new Novel())->setTitle('N')->setWriter($writer);
        $novel->save();
        $writer->removeNovel($novel);
        $novel->reload();
        self::assertSame(1, $writer->save());
        self::assertNull($novel->getWriterId());
        self::assertSame(1, self::rows('novel'));
    }

    public function testAllColumnsOfAKeyAreWrittenWhenOneChanges(): void
    {
        $house = (new House())->setName('house');
        $old = (new Rack())->setName('old')->setNumber(1);
        $new = (new Rack())->setName('new')->setNumber(2);
        $crate = (new Crate())->setName('crate')->setRack($old);
        $house->addRack($old)->addRack($new)->save();
        $house->removeRack($old);
        $crate->setRack($new);
        $house->save();
        self::assertSame([$house->getId(), 2], [$crate->getRackHouseId(), $crate->getRackNumber()]);
        $crate->reload();
        self::assertSame([$house->getId(), 2], [$crate->getRackHouseId(), $crate->getRackNumber()], 'its row too');
    }

    public function testSeveralObjectsOfOneRowInARelationToOne(): void
    {
        $passport = (new Passport())->setNumber('1');
        $person = (new Person())->setName('Ada')->setPassport($passport);
        $person->save();
        self::emptyPool();
        $again = PersonQuery::create()->requirePk($person->getId());
        $again->setPassport($passport);
        $passport->setNumber('2');
        self::assertSame(1, $again->save());
        self::assertSame('2', self::database()->value('SELECT number FROM passport'));
    }

    public function testAnObjectIsRemovedFromAnotherObjectOfTheSameRow(): void
    {
        $writer = (new Writer())->setName('W');
        $writer->save();
        self::emptyPool();
        $again = WriterQuery::create()->requirePk($writer->getId());
        $novel = (new Novel())->setTitle('N')->setWriter($again);
        $writer->removeNovel($novel);
        self::assertNull($novel->getWriterId());
        self::assertSame([], $again->getNovels()->getData());
    }

    public function testSeveralObjectsOfOneRowAreLinkedOnce(): void
    {
        $person = (new Person())->setName('Ada');
        $person->save();
        self::emptyPool();
        $again = PersonQuery::create()->requirePk($person->getId());
        $novel = (new Novel())->setTitle('N')->addPerson($person);
        $again->addNovel($novel);
        $novel->save();
        self::assertSame(1, self::rows('loan'));
    }
}
