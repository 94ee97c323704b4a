<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation;

use Bookstore\Locker;
use Bookstore\LockerQuery;
use Bookstore\Passport;
use Bookstore\Person;
use Bookstore\PersonQuery;

final class OneToOneTest extends RelationTestCase
{
    public function testBothSides(): void
    {
        $person = (new Person())->setName('Ada');
        $passport = (new Passport())->setNumber('1');
        $person->setPassport($passport);
        self::assertSame($person, $passport->getPerson());
        self::assertSame($passport, $person->getPassport());
        self::assertSame(2, $person->save());
        self::assertSame($person->getId(), $passport->getPersonId());
        self::emptyPool();
        $read = PersonQuery::create()->findPk($person->getId());
        self::assertSame('1', $read?->getPassport()?->getNumber());
        self::assertSame($read, $read->getPassport()->getPerson());
    }

    public function testFromTheSideOfTheKey(): void
    {
        $person = (new Person())->setName('Ada');
        $passport = (new Passport())->setNumber('1')->setPerson($person);
        self::assertSame($passport, $person->getPassport());
        self::assertSame(2, $passport->save());
        self::assertSame(1, self::rows('passport'));
    }

    public function testThatThereIsNoneIsAskedOnce(): void
    {
        $person = (new Person())->setName('Ada');
        $person->save();
        $log = self::log();
        self::assertNull($person->getPassport());
        self::assertNull($person->getPassport());
        self::assertCount(1, $log->statements);
    }

    public function testAReplacedObjectIsDeletedWhenItCannotBeAlone(): void
    {
        $person = (new Person())->setName('Ada')->setPassport((new Passport())->setNumber('1'));
        $person->save();
        $person->clearAllReferences(true);
        $person->setPassport((new Passport())->setNumber('2'));
        self::assertSame(2, $person->save());
        self::assertSame('2', self::database()->value('SELECT number FROM passport'));
        self::assertSame(1, self::rows('passport'));
        $person->setPassport(null);
        self::assertNull($person->getPassport());
        self::assertSame(1, $person->save());
        self::assertSame(0, self::rows('passport'));
        self::assertNull($person->getPassport());
    }

    public function testAReplacedObjectThatCanBeAloneStays(): void
    {
        $person = (new Person())->setName('Ada')->setLocker((new Locker())->setNumber(1));
        $person->save();
        $person->setLocker((new Locker())->setNumber(2));
        self::assertSame(2, $person->save());
        $rows = self::database()->rows('SELECT number, person_id FROM locker ORDER BY number');
        self::assertEquals([
            ['number' => 1, 'person_id' => null],
            ['number' => 2, 'person_id' => $person->getId()],
        ], $rows);
    }

    public function testRowsThatWereInThePlaceOfAnObjectThatCameByItself(): void
    {
        foreach (['owner', 'locker'] as $saved) {
            (new Person())->setName("Ada $saved")->setLocker((new Locker())->setNumber(1))->save();
            (new Locker())->setNumber(2)->save();
            foreach ([null, 2] as $number) {
                self::emptyPool();
                $ada = PersonQuery::create()->findOneByName("Ada $saved") ?? self::fail();
                $one = LockerQuery::create()->findOneByNumber(1) ?? self::fail();
                $two = LockerQuery::create()->findOneByNumber(2) ?? self::fail();
                $one->setPerson($ada)->save();
                $ada->clearAllReferences();
                $two->setPerson($ada);
                $ada->setLocker($number === null ? null : $two);
                self::assertNull($one->getPersonId());
                self::assertSame($number, $ada->getLocker()?->getNumber());
                $saved === 'owner' ? $ada->save() : $two->save();
                $rows = self::database()->rows('SELECT number, person_id FROM locker ORDER BY number');
                self::assertEquals([
                    ['number' => 1, 'person_id' => $saved === 'locker' && $number === null ? $ada->getId() : null],
                    ['number' => 2, 'person_id' => $number === null ? null : $ada->getId()],
                ], $rows, "saved by the $saved");
                LockerQuery::create()->update(['PersonId' => null]);
            }
            LockerQuery::create()->deleteAll();
        }
    }

    public function testAnUnsavedObjectKeepsItsPlaceWhenItsPredecessorIsRead(): void
    {
        (new Person())->setName('Ada')->setLocker((new Locker())->setNumber(1))->save();
        $other = (new Locker())->setNumber(3);
        $other->save();
        self::emptyPool();
        $ada = PersonQuery::create()->findOneByName('Ada') ?? self::fail();
        $two = (new Locker())->setNumber(2)->setPerson($ada);
        self::assertSame($two, $ada->getLocker());
        $other->delete();
        self::assertSame($two, $ada->getLocker(), 'after rows of its table were deleted');
        self::assertSame($ada, PersonQuery::create()->leftJoinWith('Person.Locker')->findOneByName('Ada'));
        self::assertSame($two, $ada->getLocker(), 'after eager loading');
        $ada->setLocker($two)->save();
        self::assertSame([$ada->getId(), null], self::owners(), 'the predecessor is cut off');
    }

    public function testAnObjectThatLeftMakesRoomForTheNextOneAfterASave(): void
    {
        $ada = (new Person())->setName('Ada')->setLocker($one = (new Locker())->setNumber(1));
        $ada->save();
        $one->setPerson($eve = (new Person())->setName('Eve'));
        self::assertSame(0, $ada->save());
        $ada->setLocker((new Locker())->setNumber(2));
        $ada->save();
        self::assertSame(2, $one->save());
        self::assertEquals([
            ['number' => 1, 'person_id' => $eve->getId()],
            ['number' => 2, 'person_id' => $ada->getId()],
        ], self::database()->rows('SELECT number, person_id FROM locker ORDER BY number'));
        $log = self::log();
        self::assertSame(0, $ada->save());
        self::assertSame([], $log->statements);
    }

    public function testADeletedObjectKeepsItsKeyForTheRollback(): void
    {
        $ada = (new Person())->setName('Ada')->setLocker($one = (new Locker())->setNumber(1));
        $ada->save();
        $two = (new Locker())->setNumber(2);
        self::con()->beginTransaction();
        $one->delete();
        $two->setPerson($ada);
        $two->setPerson(null);
        self::con()->rollBack();
        self::assertSame($ada->getId(), $one->getPersonId());
        self::assertSame($one, $ada->getLocker());
    }

    public function testADeletedObjectIsKnownAgainAfterTheRollback(): void
    {
        $ada = (new Person())->setName('Ada')->setLocker($one = (new Locker())->setNumber(1));
        $ada->save();
        self::con()->beginTransaction();
        $one->delete();
        self::assertNull($ada->getLocker());
        self::con()->rollBack();
        $two = (new Locker())->setNumber(2)->setPerson($ada);
        self::assertNull($one->getPersonId());
        $two->save();
        self::assertSame([$ada->getId(), null], self::owners());
    }

    public function testChangingHands(): void
    {
        $ada = (new Person())->setName('Ada')->setLocker($locker = (new Locker())->setNumber(1));
        $ada->save();
        $grace = (new Person())->setName('Grace')->setLocker($locker);
        self::assertNull($ada->getLocker());
        self::assertSame(2, $grace->save());
        self::assertSame((string) $grace->getId(), self::database()->value('SELECT person_id FROM locker'));
    }

    public function testJoinWith(): void
    {
        (new Person())->setName('Ada')->setPassport((new Passport())->setNumber('1'))->save();
        (new Person())->setName('Bob')->save();
        self::emptyPool();
        $people = PersonQuery::create()->leftJoinWith('Person.Passport')->orderByName()->find();
        $log = self::log();
        self::assertSame('1', $people[0]?->getPassport()?->getNumber());
        self::assertNull($people[1]?->getPassport());
        self::assertSame([], $log->statements);
    }

    public function testDeepCopy(): void
    {
        $person = (new Person())->setName('Ada')->setPassport((new Passport())->setNumber('1'));
        $person->save();
        $copy = $person->copy(true);
        self::assertSame(2, $copy->save());
        self::assertSame(2, self::rows('passport'));
    }

    public function testSwapping(): void
    {
        foreach (['first owner', 'second owner', 'first locker', 'second locker'] as $saved) {
            $one = (new Locker())->setNumber(1);
            $two = (new Locker())->setNumber(2);
            $ada = (new Person())->setName('Ada')->setLocker($one);
            $eve = (new Person())->setName('Eve')->setLocker($two);
            $ada->save();
            $eve->save();
            $ada->setLocker($two);
            $eve->setLocker($one);
            $order = ['first owner' => [$ada, $eve], 'second owner' => [$eve, $ada], 'first locker' => [$one, $two], 'second locker' => [$two, $one]];
            foreach ($order[$saved] as $object) {
                $object->save();
            }
            self::assertSame([$two, $one], [$ada->getLocker(), $eve->getLocker()], $saved);
            self::assertSame([$ada->getId(), $eve->getId()], self::owners(), $saved);
            self::con()->beginTransaction();
            $ada->setLocker($one);
            $ada->save();
            self::con()->rollBack();
            self::assertSame([$ada->getId(), $eve->getId()], self::owners(), $saved);
            $ada->save();
            self::assertSame([null, $ada->getId()], self::owners(), 'without one, as the one before it');
            self::assertSame(0, $eve->save());
            $this->withFreshTables();
        }
    }

    public function testAReplacedOneGoesBeforeTheOtherIsSaved(): void
    {
        $ada = (new Person())->setName('Ada')->setPassport((new Passport())->setNumber('1'))->setLocker((new Locker())->setNumber(1));
        $ada->save();
        $passport = (new Passport())->setNumber('2')->setPerson($ada);
        self::assertSame(2, $passport->save(), 'the old one is deleted first');
        self::assertSame('2', self::database()->value('SELECT number FROM passport'));
        $locker = (new Locker())->setNumber(2)->setPerson($ada);
        self::assertSame(2, $locker->save());
        self::assertSame([$ada->getId(), null], self::owners());
    }

    /**
     * @return list<mixed> by the number of the locker, the last one first
     */
    private static function owners(): array
    {
        return \array_map(
            static fn (array $row): ?int => \is_numeric($row['person_id']) ? (int) $row['person_id'] : null,
            self::database()->rows('SELECT person_id FROM locker ORDER BY number DESC'),
        );
    }
}
