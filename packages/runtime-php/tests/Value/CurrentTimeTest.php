<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Value;

use Bookstore\CurrentValues;
use Bookstore\CurrentValuesQuery;
use DateTimeImmutable;
use Orm\Runtime\Exception\NotNullViolationException;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** `defaultExpr="CURRENT_TIMESTAMP"` is the present time as PHP shows it, whatever the time zone of the session. */
final class CurrentTimeTest extends ModelTestCase
{
    public function testThePresentTimeInEveryZone(): void
    {
        foreach (['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Kathmandu'] as $zone) {
            \date_default_timezone_set($zone);
            $before = new DateTimeImmutable();
            $object = (new CurrentValues())->setName($zone);
            $object->save();
            $after = new DateTimeImmutable();
            foreach ([$object, self::readAgain($object)] as $each) {
                $moment = $each->getMoment() ?? self::fail('no default');
                self::assertGreaterThanOrEqual($before, $moment, $zone);
                self::assertLessThanOrEqual($after, $moment, $zone);
                $second = $each->getMomentPlain() ?? self::fail('no default');
                self::assertGreaterThanOrEqual($before->getTimestamp(), $second->getTimestamp());
                self::assertLessThanOrEqual($after, $second);
                self::assertSame($second->format('c'), $each->getLazyMoment()?->format('c'));
                self::assertContains($each->getDay()?->format('Y-m-d'), [$before->format('Y-m-d'), $after->format('Y-m-d')]);
                self::assertGreaterThanOrEqual($before->format('H:i:s'), $each->getClock()?->format('H:i:s'));
            }
            self::assertSame(1, CurrentValuesQuery::create()->filterByName($zone)->filterByMoment(['min' => $before, 'max' => $after])->count());
        }
    }

    public function testValuesThatWereSet(): void
    {
        $object = (new CurrentValues())->setName('x')->setMoment(null)->setMomentPlain('2020-01-02 03:04:05')->setDay(null);
        $read = self::saved($object);
        self::assertNull($read->getMoment());
        self::assertNull($read->getDay());
        self::assertSame('2020-01-02 03:04:05', $read->getMomentPlain()?->format('Y-m-d H:i:s'));
        self::assertNotNull($read->getClock());
    }

    public function testTheTimeOfARowThatIsNotThere(): void
    {
        $con = self::con();
        $object = (new CurrentValues())->setName('x');
        $con->beginTransaction();
        $object->save();
        self::assertNotNull($object->getMoment());
        $con->rollBack();
        self::assertNull($object->getMoment());
        self::assertSame(['current_values.name'], $object->getModifiedColumns());
        $nameless = new CurrentValues();
        self::caught(NotNullViolationException::class, static fn () => $nameless->save());
        self::assertNull($nameless->getMomentPlain());
        $object->save();
        self::assertNotNull(self::readAgain($object)->getMoment());
    }
}
