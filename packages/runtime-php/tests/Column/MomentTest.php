<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Column;

use Bookstore\MomentValues;
use DateTime;
use DateTimeImmutable;
use DateTimeZone;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** Days, times of day, instants. */
final class MomentTest extends ModelTestCase
{
    private const FORMAT = 'Y-m-d H:i:s.u P';

    public function testMicrosecondsAreKept(): void
    {
        $moment = new DateTimeImmutable('2024-02-29 23:59:59.123456');
        $read = self::saved((new MomentValues())->setMoment($moment)->setStamp($moment)->setClock($moment)->setDay($moment));
        self::assertEquals($moment, $read->getMoment());
        self::assertEquals($moment, $read->getStamp());
        self::assertSame('23:59:59.123456', $read->getClock()?->format('H:i:s.u'));
        self::assertSame('2024-02-29 00:00:00.000000', $read->getDay()?->format('Y-m-d H:i:s.u'));
        self::assertInstanceOf(DateTimeImmutable::class, $read->getMoment());
        self::assertSame($read->getMoment(), $read->getMoment());
    }

    public function testWhatIsFinerThanTheColumnIsCutOffWhenSet(): void
    {
        $moment = new DateTimeImmutable('2024-05-06 07:08:09.999999');
        $object = new MomentValues();
        $object->setMomentMilli($moment)->setMomentPlain($moment)->setStampPlain($moment)->setClockPlain($moment);
        foreach ([$object, self::saved($object)] as $each) {
            self::assertSame('07:08:09.999000', $each->getMomentMilli()?->format('H:i:s.u'));
            self::assertSame('07:08:09.000000', $each->getMomentPlain()?->format('H:i:s.u'));
            self::assertSame('07:08:09.000000', $each->getStampPlain()?->format('H:i:s.u'));
            self::assertSame('07:08:09.000000', $each->getClockPlain()?->format('H:i:s.u'));
        }
        self::assertFalse($object->setMomentPlain('2024-05-06 07:08:09.4')->isModified());
    }

    public function testTrailingZerosOfAFractionAreNoChange(): void
    {
        foreach (['2024-05-06 07:08:09.500000', '2024-05-06 07:08:09', '2024-05-06 07:08:09.000001'] as $text) {
            $read = self::saved((new MomentValues())->setMoment($text)->setMomentMilli($text)->setClock($text));
            self::assertEquals(new DateTimeImmutable($text), $read->getMoment());
            $read->setMoment($text)->setMomentMilli($text)->setClock($text);
            self::assertSame([], $read->getModifiedColumns(), $text);
        }
    }

    public function testInstantsOfOtherTimeZonesStayInstants(): void
    {
        foreach (['America/New_York', 'Asia/Kolkata', 'UTC', 'Europe/Berlin'] as $zone) {
            \date_default_timezone_set($zone);
            $tokyo = new DateTimeImmutable('2024-07-01 12:00:00.25', new DateTimeZone('Asia/Tokyo'));
            $object = (new MomentValues())->setMoment($tokyo)->setStamp($tokyo);
            foreach ([$object, self::saved($object)] as $each) {
                self::assertEquals($tokyo, $each->getMoment());
                self::assertEquals($tokyo, $each->getStamp());
                self::assertSame($zone, $each->getMoment()?->getTimezone()->getName());
            }
        }
    }

    public function testTheHourThatComesTwice(): void
    {
        // In Berlin the clock showed 02:30 twice that night; what is kept is the time on the clock, so the first of them.
        \date_default_timezone_set('Europe/Berlin');
        $read = self::saved((new MomentValues())->setMoment('2024-10-27 02:30:00'));
        self::assertSame('2024-10-27 02:30:00', $read->getMoment()?->format('Y-m-d H:i:s'));
    }

    public function testADayIsTheDayThatWasGiven(): void
    {
        \date_default_timezone_set('America/New_York');
        $day = new DateTimeImmutable('2024-07-01 01:00:00', new DateTimeZone('Asia/Tokyo'));
        $read = self::saved((new MomentValues())->setDay($day)->setClock($day));
        self::assertSame('2024-07-01', $read->getDay()?->format('Y-m-d'));
        self::assertSame('01:00:00', $read->getClock()?->format('H:i:s'));
    }

    public function testWhatSettersTake(): void
    {
        \date_default_timezone_set('Asia/Tokyo');
        $expected = '2024-05-06 07:08:09.000000 +09:00';
        $unix = (new DateTimeImmutable('2024-05-06 07:08:09'))->getTimestamp();
        $forms = ['2024-05-06 07:08:09', '2024-05-05T22:08:09Z', '6 May 2024 07:08:09', $unix, new DateTime("@$unix")];
        foreach ($forms as $form) {
            $read = self::saved((new MomentValues())->setMoment($form));
            self::assertSame($expected, $read->getMoment()?->format(self::FORMAT));
        }
        $object = (new MomentValues())->setMoment('2024-05-06')->setMoment('');
        self::assertNull($object->getMoment());
        self::assertNull(self::saved($object->setDay('2024-05-06')->setDay(null))->getDay());
    }

    public function testValuesThatAreRefused(): void
    {
        $object = new MomentValues();
        $accepted = 'a DateTimeInterface, a Unix time, or a text that DateTimeImmutable understands is needed';
        $refused = [
            'moment_values.moment does not take "soon, I think": ' . $accepted . '.' => fn () => $object->setMoment('soon, I think'),
            'moment_values.day does not take "2023-02-29": there is no such day.' => fn () => $object->setDay('2023-02-29'),
            'moment_values.stamp does not take "2023-02-29 10:00": there is no such day or time.' => fn () => $object->setStamp('2023-02-29 10:00'),
            'moment_values.since does not take "": ' . $accepted . '.' => fn () => $object->setSince(''),
            'moment_values.clock does not take "25:61": ' . $accepted . '.' => fn () => $object->setClock('25:61'),
        ];
        foreach ($refused as $message => $set) {
            self::assertSame($message, self::caught(InvalidValueException::class, $set)->getMessage());
        }
        self::assertFalse($object->isModified());
    }

    public function testTheFirstAndTheLastYears(): void
    {
        foreach (['1000-01-01 00:00:00', '9999-12-31 23:59:59.999999', '1969-12-31 23:59:59.5'] as $text) {
            $read = self::saved((new MomentValues())->setMoment($text)->setDay($text));
            self::assertEquals(new DateTimeImmutable($text), $read->getMoment());
            self::assertSame(\substr($text, 0, 10), $read->getDay()?->format('Y-m-d'));
        }
    }

    public function testChangesOfTheObjectThatWasGivenDoNotReachTheRow(): void
    {
        $mutable = new DateTime('2024-05-06 07:08:09');
        $object = (new MomentValues())->setMoment($mutable);
        $mutable->modify('+1 year');
        self::assertSame('2024', self::saved($object)->getMoment()?->format('Y'));
    }

    public function testDefaults(): void
    {
        $object = new MomentValues();
        foreach ([$object, self::saved($object)] as $each) {
            self::assertSame('2001-02-03', $each->getSince()->format('Y-m-d'));
            self::assertSame('08:30:00', $each->getOpens()->format('H:i:s'));
            self::assertSame('2001-02-03 04:05:06', $each->getStarts()->format('Y-m-d H:i:s'));
            self::assertNull($each->getDay());
        }
    }

    public function testSettingTheSameIsNoChange(): void
    {
        $moment = new DateTimeImmutable('2024-05-06 07:08:09.123456');
        $read = self::saved((new MomentValues())->setMoment($moment)->setDay($moment)->setClock($moment));
        $read->setMoment($moment)->setDay('2024-05-06')->setClock('07:08:09.123456');
        self::assertSame([], $read->getModifiedColumns());
        $read->getMoment();
        $read->setMoment($moment->setTimezone(new DateTimeZone('Asia/Tokyo')));
        self::assertSame([], $read->getModifiedColumns());
        $read->setMoment($moment->modify('+1 microsecond'));
        self::assertSame(['moment_values.moment'], $read->getModifiedColumns());
    }
}
