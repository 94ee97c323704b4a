<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Persistence;

use Bookstore\Country;
use Bookstore\CountryQuery;
use Bookstore\Map\CountryTableMap;
use Bookstore\Stock;
use Orm\Runtime\Tests\Support\ModelTestCase;
use WeakReference;

/** One object per row and connection. */
final class PoolTest extends ModelTestCase
{
    public function testOneRowIsOneObject(): void
    {
        $country = (new Country())->setCode('fr')->setName('France');
        $country->save();
        self::assertSame($country, self::find($country));
        $read = self::readAgain($country);
        self::assertNotSame($country, $read);
        self::assertSame($read, self::find($country));
    }

    public function testThePoolKeepsNothingAlive(): void
    {
        $country = (new Country())->setCode('fr')->setName('France');
        $country->save();
        $reference = WeakReference::create($country);
        $probe = $country->copy();
        unset($country);
        self::assertNull($reference->get());
        self::assertNull(self::con()->getPool()?->table(CountryTableMap::class)->get('fr'));
        self::assertSame('France', self::find($probe)?->getName());
        for ($i = 0; $i < 1000; ++$i) {
            $each = (new Country())->setCode("c$i")->setName('x');
            $each->save();
        }
        $refs = self::con()->getPool()?->table(CountryTableMap::class)->refs ?? [];
        self::assertLessThan(600, \count($refs), 'dead references are swept');
        self::assertSame($each, self::find($each));
    }

    public function testReadingARowAgainRefreshesItsObject(): void
    {
        $country = (new Country())->setCode('fr')->setName('France');
        $country->save();
        self::database()->pdo->exec("UPDATE country SET name = 'Frankreich', remark = 'new'");
        self::assertSame('France', $country->getName());
        self::assertSame($country, self::find($country));
        self::assertSame(['Frankreich', 'new'], [$country->getName(), $country->getRemark()]);
        self::assertFalse($country->isModified());
    }

    public function testReadingARowAgainKeepsWhatIsNotSaved(): void
    {
        $country = (new Country())->setCode('fr')->setName('France');
        $country->save();
        $country->setName('edited');
        self::database()->pdo->exec("UPDATE country SET name = 'Frankreich', remark = 'new'");
        self::assertSame($country, self::find($country));
        self::assertSame(['edited', 'new'], [$country->getName(), $country->getRemark()]);
        self::assertSame(['country.name'], $country->getModifiedColumns());
        $country->save();
        self::assertSame(
            [['name' => 'edited', 'remark' => 'new']],
            self::database()->rows('SELECT name, remark FROM country'),
        );
    }

    public function testEachConnectionHasItsOwn(): void
    {
        $country = (new Country())->setCode('fr')->setName('France');
        $country->save();
        $other = self::anotherConnection();
        $there = self::find($country, $other);
        self::assertNotNull($there);
        self::assertNotSame($country, $there);
        self::assertSame($there, self::find($country, $other));
        self::assertSame($country, self::find($country));
    }

    public function testThePoolCanBeSwitchedOff(): void
    {
        $off = self::anotherConnection(['settings' => ['instancePool' => false]]);
        self::assertNull($off->getPool());
        $country = (new Country())->setCode('fr')->setName('France');
        $country->save($off);
        $one = self::find($country, $off);
        self::assertNotNull($one);
        self::assertNotSame($country, $one);
        self::assertNotSame($one, self::find($country, $off));
        $one->setCode('de')->save($off);
        $one->delete($off);
        self::assertSame('0', self::database()->value('SELECT count(*) FROM country'));
    }

    public function testKeysOfSeveralColumnsAreNotMixedUp(): void
    {
        $stocks = [];
        foreach ([['1', 11], ['11', 1], ['1:1', 1], ['1', 1]] as [$shop, $item]) {
            $stocks[] = $stock = (new Stock())->setShop($shop)->setItem($item);
            $stock->save();
        }
        foreach ($stocks as $stock) {
            self::assertSame($stock, self::find($stock));
        }
    }

    public function testTextsThatLookLikeNumbers(): void
    {
        $countries = [];
        foreach (['1', '01', '1.0', ' 1'] as $code) {
            $countries[$code] = (new Country())->setCode($code)->setName("name $code");
            $countries[$code]->save();
        }
        foreach ($countries as $code => $country) {
            self::assertSame($country, self::find($country));
            self::assertSame("name $code", $country->getName());
        }
    }

    public function testWhatIsDeletedLeavesThePool(): void
    {
        $country = (new Country())->setCode('fr')->setName('France');
        $country->save();
        $country->delete();
        $again = (new Country())->setCode('fr')->setName('new');
        $again->save();
        self::assertSame($again, self::find($again));
        self::assertTrue($country->isDeleted());
    }

    public function testVirtualColumnsGoWithTheQueryThatReadThem(): void
    {
        (new Country())->setCode('de')->setName('Germany')->save();
        $one = CountryQuery::create()->withColumn("'secret'", 'Extra')->findOneByCode('de') ?? self::fail();
        self::assertSame('secret', $one->getVirtualColumn('Extra'));
        self::assertSame($one, CountryQuery::create()->findOneByCode('de'));
        self::assertSame([], $one->getVirtualColumns());
        self::assertStringNotContainsString('secret', $one->toJson());
        CountryQuery::create()->withColumn("'again'", 'Extra')->find();
        self::assertSame(['Extra' => 'again'], $one->getVirtualColumns());
        CountryQuery::create()->withColumn('1', 'Other')->find();
        self::assertSame(['Other'], \array_keys($one->getVirtualColumns()));
        $one->reload();
        self::assertSame([], $one->getVirtualColumns());
    }
}
