<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Persistence;

use Bookstore\Country;
use Bookstore\CountryQuery;
use Bookstore\Holiday;
use Bookstore\Stock;
use Bookstore\Token;
use Orm\Runtime\Exception\UniqueViolationException;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** Keys that are texts, UUIDs, days, several columns; and keys that change. */
final class KeyTest extends ModelTestCase
{
    private const A = 'aaaaaaaa-0000-4000-8000-000000000001';
    private const B = 'bbbbbbbb-0000-4000-8000-000000000002';

    public function testKeysOfEveryKind(): void
    {
        $country = self::saved((new Country())->setCode("o'clock 😀")->setName('x'));
        self::assertSame("o'clock 😀", $country->getPrimaryKey());
        $token = self::saved((new Token())->setId(\strtoupper(self::A))->setName('t'));
        self::assertSame(self::A, $token->getPrimaryKey());
        $holiday = self::saved((new Holiday())->setDay('2024-12-25')->setName('h'));
        self::assertSame('2024-12-25', $holiday->getPrimaryKey()?->format('Y-m-d'));
        $stock = self::saved((new Stock())->setPrimaryKey(['paris', 7])->setAmount(3));
        self::assertSame(['paris', 7], $stock->getPrimaryKey());
        foreach ([$country, $token, $holiday, $stock] as $object) {
            self::assertSame($object, self::find($object));
            $object->delete();
            self::assertNull(self::find($object));
        }
    }

    /** On a new connection: the first statements there are not prepared on the server yet. */
    public function testAQueryOfTheSameSqlDoesNotDecideWhichRowIsFound(): void
    {
        foreach (['de' => 'Germany', 'fr' => 'France', 'it' => 'Italy'] as $code => $name) {
            (new Country())->setCode($code)->setName($name)->save();
        }
        $con = self::anotherConnection();
        $find = static fn (string $code): ?string => CountryQuery::create()->findPk($code, $con)?->getName();
        $query = static fn (string $code): ?string => CountryQuery::create()->filterByCode($code)->find($con)->getFirst()?->getName();
        foreach ([['de', 'fr'], ['it', 'de'], ['fr', 'it'], ['de', 'fr']] as [$one, $other]) {
            $con->getPool()?->clear();
            $found = [$query($one), $find($other), $query($other), $find($one)];
            $names = ['de' => 'Germany', 'fr' => 'France', 'it' => 'Italy'];
            self::assertSame([$names[$one], $names[$other], $names[$other], $names[$one]], $found);
        }
        $con->getPool()?->clear();
        self::assertSame('France', $query('fr'));
        $country = CountryQuery::create()->findPk('it', $con);
        self::assertNotNull($country);
        $country->reload(con: $con);
        self::assertSame('Italy', $country->getName());
    }

    public function testAKeyThatChanges(): void
    {
        $objects = [
            [(new Country())->setCode('fr')->setName('x'), fn (Country $o) => $o->setCode('de'), fn (Country $o) => $o->setName('y')],
            [(new Token())->setId(self::A), fn (Token $o) => $o->setId(self::B), fn (Token $o) => $o->setName('y')],
            [(new Holiday())->setDay('2024-01-01'), fn (Holiday $o) => $o->setDay('2024-01-02'), fn (Holiday $o) => $o->setName('y')],
            [(new Stock())->setShop('a')->setItem(1), fn (Stock $o) => $o->setItem(2), fn (Stock $o) => $o->setAmount(9)],
        ];
        foreach ($objects as [$object, $change, $edit]) {
            $table = $object::TABLE_MAP::TABLE_NAME;
            $object->save();
            $before = $object->copy();
            $change($object);
            $after = $object->copy();
            self::assertSame($object, self::find($before), 'not saved yet');
            $edit($object);
            self::assertSame(1, $object->save(), $table);
            self::assertNull(self::find($before), $table);
            self::assertSame($object, self::find($after), $table);
            self::assertSame('1', self::database()->value("SELECT count(*) FROM $table"));
            self::assertFalse($object->isModified());
            // Somebody else makes a row of the key that has become free: that is another object.
            $before->save(self::anotherConnection());
            self::assertNotSame($object, self::find($before), $table);
            self::assertSame($object, self::find($after), $table);
        }
    }

    public function testAKeyThatChangesTwiceBeforeItIsSaved(): void
    {
        $country = (new Country())->setCode('a')->setName('x');
        $country->save();
        $country->setCode('b')->setCode('c');
        $sql = self::sqlOf(fn () => $country->save());
        self::assertSame([self::quoted('UPDATE "country" SET "code" = ? WHERE "code" = ?')], $sql);
        self::assertSame('c', self::database()->value('SELECT code FROM country'));
        $country->setCode('d')->setCode('c');
        self::assertSame(1, $country->save());
        self::assertSame('c', self::database()->value('SELECT code FROM country'));
        $country->setName('y')->save();
        self::assertSame('y', self::database()->value('SELECT name FROM country'));
    }

    public function testAKeyThatIsTaken(): void
    {
        (new Country())->setCode('a')->setName('first')->save();
        $country = (new Country())->setCode('b')->setName('second');
        $country->save();
        self::caught(UniqueViolationException::class, fn () => $country->setCode('a')->save());
        self::assertSame(1, $country->setCode('c')->save());
        self::assertSame(
            [['code' => 'a', 'name' => 'first'], ['code' => 'c', 'name' => 'second']],
            self::database()->rows('SELECT code, name FROM country ORDER BY code'),
        );
        self::caught(UniqueViolationException::class, fn () => (new Country())->setCode('a')->setName('again')->save());
    }

    public function testDeletingAfterTheKeyWasChangedDeletesTheRow(): void
    {
        $other = (new Country())->setCode('b')->setName('other');
        $other->save();
        $country = (new Country())->setCode('a')->setName('x');
        $country->save();
        $country->setCode('b')->delete();
        self::assertSame([['code' => 'b']], self::database()->rows('SELECT code FROM country'));
        self::assertSame($other, self::find($other), 'the pool still knows the other one');
    }

    public function testReadingAgainAfterTheKeyWasChanged(): void
    {
        $country = (new Country())->setCode('a')->setName('x');
        $country->save();
        $country->setCode('b')->reload();
        self::assertSame('a', $country->getCode());
        self::assertFalse($country->isModified());
        self::assertSame(1, $country->setName('y')->save());
    }
}
