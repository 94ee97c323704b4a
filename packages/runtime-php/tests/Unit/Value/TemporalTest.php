<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Unit\Value;

use DateTime;
use DateTimeImmutable;
use DateTimeZone;
use Orm\Runtime\Exception\ConfigurationException;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Orm;
use Orm\Runtime\Value\Temporal;
use PHPUnit\Framework\TestCase;

final class TemporalTest extends TestCase
{
    private string $zone = '';

    protected function setUp(): void
    {
        $this->zone = \date_default_timezone_get();
        \date_default_timezone_set('Europe/Berlin');
    }

    protected function tearDown(): void
    {
        \date_default_timezone_set($this->zone);
        Temporal::useZone(null);
    }

    public function testUsesTheZoneOfTheConfigurationWhereThereIsOne(): void
    {
        Orm::getServiceContainer()->setTimeZone('America/New_York');
        $utc = new DateTimeImmutable('2024-07-01 12:00', new DateTimeZone('UTC'));
        self::assertSame('2024-07-01 08:00:00', Temporal::dateTime($utc, 0, true, 't.c'));
        self::assertSame('2024-07-01 08:00:00', Temporal::dateTime($utc->getTimestamp(), 0, true, 't.c'));
        self::assertSame('2024-07-01 12:00:00', Temporal::dateTime('2024-07-01 12:00', 0, true, 't.c'));
        self::assertEquals($utc, Temporal::readDateTime('2024-07-01 08:00:00', 't.c'));
        self::assertSame('America/New_York', Temporal::readZoned('2024-07-01 12:00:00+00', 't.c')->getTimezone()->getName());
        // What the clock shows twice is the first of the two, what it leaves out lies behind the gap.
        self::assertSame('2024-11-03T01:30:00-04:00', Temporal::readDateTime('2024-11-03 01:30:00', 't.c')->format('c'));
        self::assertSame('2024-03-10T03:30:00-04:00', Temporal::readDateTime('2024-03-10 02:30:00', 't.c')->format('c'));
    }

    public function testRefusesAZoneThatDoesNotExist(): void
    {
        $this->expectException(ConfigurationException::class);
        $this->expectExceptionMessage('There is no time zone "Europe/Nowhere"');
        Orm::getServiceContainer()->setTimeZone('Europe/Nowhere');
    }

    public function testKeepsTheInstantInThePresentDefaultZone(): void
    {
        $utc = new DateTimeImmutable('2024-07-01 12:00', new DateTimeZone('UTC'));
        self::assertSame('2024-07-01 14:00:00', Temporal::dateTime($utc, 6, true, 't.c'));
        \date_default_timezone_set('Asia/Tokyo');
        self::assertSame('2024-07-01 21:00:00.000', Temporal::dateTime($utc, 3, false, 't.c'));
        self::assertSame('2024-07-01 12:00:00+00:00', Temporal::zoned($utc, 6, true, 't.c'));
        self::assertEquals($utc, Temporal::readZoned('2024-07-01 12:00:00+00', 't.c'));
        self::assertSame('Asia/Tokyo', Temporal::readZoned('2024-07-01 12:00:00+00', 't.c')->getTimezone()->getName());
    }

    public function testDoesNotChangeWhatItWasGiven(): void
    {
        $mutable = new DateTime('2024-07-01 12:00 UTC');
        Temporal::dateTime($mutable, 6, true, 't.c');
        self::assertSame('UTC', $mutable->getTimezone()->getName());
    }

    public function testCutsAndTrims(): void
    {
        $time = new DateTimeImmutable('2024-12-31 23:59:59.909090');
        self::assertSame('23:59:59.90909', Temporal::time($time, 6, true, 't.c'));
        self::assertSame('23:59:59.909090', Temporal::time($time, 6, false, 't.c'));
        self::assertSame('23:59:59.9', Temporal::time($time, 2, true, 't.c'));
        self::assertSame('23:59:59', Temporal::time($time, 0, true, 't.c'));
        self::assertSame('10:00:00', Temporal::time('10:00', 6, true, 't.c'));
    }

    public function testSaysWhatTheRowHolds(): void
    {
        $this->expectException(InvalidValueException::class);
        $this->expectExceptionMessage('The row holds "0000-00-00 00:00:00" in book.sold_at: there is no such day');
        Temporal::readDateTime('0000-00-00 00:00:00', 'book.sold_at');
    }

    public function testSaysWhichYearsThereAre(): void
    {
        $this->expectException(InvalidValueException::class);
        $this->expectExceptionMessage('book.sold_at does not take "10000-01-01');
        Temporal::date((new DateTimeImmutable('2024-01-01 12:00'))->setDate(10_000, 1, 1), 'book.sold_at');
    }
}
