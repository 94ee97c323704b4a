<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Objects;

use Objects\BytesKey;
use Objects\BytesKeyQuery;
use Objects\DayKey;
use Objects\DayKeyQuery;
use Objects\FlagKey;
use Objects\FlagKeyQuery;
use Objects\MomentKey;
use Objects\MomentKeyQuery;
use Objects\PairKey;
use Objects\PairKeyQuery;
use Objects\TimeKey;
use Objects\TimeKeyQuery;
use Objects\UuidKey;
use Objects\UuidKeyQuery;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** Bytes of rows, which PostgreSQL's driver gives as streams: each is there however often the row is read. */
final class ByteKeyTest extends ModelTestCase
{
    private const BYTES = "bytes\0\xff";
    private const UUID = '123e4567-e89b-12d3-a456-426614174000';

    public function testBytesStayWhenARowIsReadAgain(): void
    {
        foreach (self::objects() as [$object, $query]) {
            $class = $object::class;
            $object->setData(self::BYTES)->setMark(self::UUID)->setName('n')->save();
            unset($object);
            self::con()->getPool()?->clear();
            $held = $query::create()->findOneByName('n');
            self::assertInstanceOf($class, $held);
            $key = $held->getPrimaryKey();
            self::assertSame([self::BYTES, self::UUID], [$held->getData(), $held->getMark()], $class);
            self::assertSame([$held], $query::create()->findByName('n')->getData(), $class);
            self::assertSame([self::BYTES, self::UUID], [$held->getData(), $held->getMark()], $class);
            self::assertEquals($key, $held->getPrimaryKey(), $class);
            $held->setName('changed');
            $query::create()->find();
            self::assertSame([self::BYTES, self::UUID, 'changed'], [$held->getData(), $held->getMark(), $held->getName()], $class);
            $held->setData('more');
            foreach ($query::create()->withColumn('1', 'One')->iterate() as $again) {
                self::assertSame(['more', self::UUID], [$again->getData(), $again->getMark()], $class);
            }
            self::assertSame(1, $held->save(), $class);
            $held->reload();
            self::assertSame(['more', self::UUID], [$held->getData(), $held->getMark()], $class);
            $held->delete();
            self::assertSame(0, $query::create()->count(), $class);
        }
    }

    public function testDefaultsOfBytesStayHoweverOftenTheyAreRead(): void
    {
        $made = [
            [(new BytesKey())->setId("key\0\xff"), BytesKeyQuery::class],
            [(new PairKey())->setLeftPart(self::UUID)->setRightPart('b'), PairKeyQuery::class],
            [(new DayKey())->setId('2024-01-01'), DayKeyQuery::class],
        ];
        foreach ($made as [$object, $query]) {
            $values = static function () use (&$object): array {
                return [$object->getGiven(), $object->getSaid()];
            };
            $object->setName('n')->save();
            self::assertSame(['main', 'said'], $values(), 'the default that the database gave');
            self::assertSame(['main', 'said'], $values(), 'the same value once more');
            self::assertSame([$object], $query::create()->findByName('n')->getData());
            self::assertSame(['main', 'said'], $values(), 'after its row was read');
            self::con()->getPool()?->clear();
            $object = $query::create()->findOneByName('n') ?? self::fail();
            $query::create()->find();
            self::assertSame(['main', 'said'], $values(), 'after its row was read again');
            self::assertSame(1, $object->setName('m')->save());
            $object->reload();
            self::assertSame(['main', 'said'], $values(), 'after a change and a reload');
        }
    }

    public function testAKeyOfBytesFindsItsRow(): void
    {
        (new BytesKey())->setId("key\0\xff")->setName('n')->save();
        self::con()->getPool()?->clear();
        $found = BytesKeyQuery::create()->findOneByName('n') ?? self::fail();
        self::assertSame("key\0\xff", $found->getId());
        self::assertSame($found, BytesKeyQuery::create()->findPk("key\0\xff"));
        self::assertSame(1, $found->setName('m')->save());
        $found->delete();
        self::assertSame(0, BytesKeyQuery::create()->count());
    }

    /**
     * @return list<array{BytesKey, class-string<BytesKeyQuery>}|array{UuidKey, class-string<UuidKeyQuery>}|array{PairKey, class-string<PairKeyQuery>}|array{DayKey, class-string<DayKeyQuery>}|array{MomentKey, class-string<MomentKeyQuery>}|array{TimeKey, class-string<TimeKeyQuery>}|array{FlagKey, class-string<FlagKeyQuery>}>
     */
    private static function objects(): array
    {
        return [
            [(new BytesKey())->setId("key\0\xff"), BytesKeyQuery::class],
            [(new UuidKey())->setId(self::UUID), UuidKeyQuery::class],
            [(new PairKey())->setLeftPart(self::UUID)->setRightPart('b'), PairKeyQuery::class],
            [(new DayKey())->setId('2024-01-01'), DayKeyQuery::class],
            [(new MomentKey())->setId('2024-01-01 10:00:00'), MomentKeyQuery::class],
            [(new TimeKey())->setId('10:00:00'), TimeKeyQuery::class],
            [(new FlagKey())->setId(true), FlagKeyQuery::class],
        ];
    }
}
