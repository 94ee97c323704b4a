<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Value;

use Bookstore\ByteValues;
use Bookstore\ByteValuesQuery;
use Bookstore\MomentValues;
use Bookstore\MomentValuesQuery;
use Bookstore\NumberValues;
use Bookstore\NumberValuesQuery;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** Values at and beyond the end of what a column holds. */
final class BoundaryTest extends ModelTestCase
{
    public function testWholeNumbersAsTextsBeyond64Bits(): void
    {
        foreach (['9223372036854775807', '-9223372036854775808', '0'] as $number) {
            self::assertSame($number, self::saved((new NumberValues())->setBigText($number))->getBigText());
            self::assertSame(1, NumberValuesQuery::create()->filterByBigText($number)->count());
        }
        foreach (['9223372036854775808', '-9223372036854775809', '18446744073709551615', '1' . \str_repeat('0', 30)] as $number) {
            $ways = [
                static fn () => (new NumberValues())->setBigText($number),
                static fn () => (new NumberValues())->setByName('BigText', $number),
                static fn () => NumberValuesQuery::create()->filterByBigText($number),
                static fn () => NumberValuesQuery::create()->where('NumberValues.BigText = ?', $number),
                static fn () => NumberValuesQuery::create()->update(['BigText' => $number]),
            ];
            foreach ($ways as $way) {
                $error = self::caught(InvalidValueException::class, $way);
                self::assertStringContainsString('-9223372036854775808 to 9223372036854775807', $error->getMessage());
            }
        }
    }

    public function testTimesOfDayAreOfADay(): void
    {
        $object = new MomentValues();
        foreach (['24:00', '24:00:00', '23:59:60', '-10:00:00', '+10:00', '- 1:00', '2024-01-01 24:00:00', '25:00', '838:59:59'] as $text) {
            self::caught(InvalidValueException::class, static fn () => $object->setClock($text));
            self::caught(InvalidValueException::class, static fn () => $object->setByName('ClockPlain', $text));
            self::caught(InvalidValueException::class, static fn () => MomentValuesQuery::create()->filterByClock($text));
            self::caught(InvalidValueException::class, static fn () => MomentValuesQuery::create()->where('? > MomentValues.Clock', $text));
            self::caught(InvalidValueException::class, static fn () => MomentValuesQuery::create()->update(['Clock' => $text]));
        }
        self::assertFalse($object->isModified());
        foreach (['00:00' => '00:00:00', '23:59:59.999999' => '23:59:59', '2pm' => '14:00:00', '2024-01-01 10:11:12' => '10:11:12'] as $text => $time) {
            self::assertSame($time, self::saved((new MomentValues())->setClock($text))->getClock()?->format('H:i:s'));
        }
    }

    public function testTimesOfOtherProgramsThatAreNotOfADay(): void
    {
        $texts = match (self::adapter()) {
            'mysql' => ['-10:00:00', '24:00:00', '838:59:59'],
            'pgsql' => ['24:00:00'],
            default => ['-10:00:00', '24:00:00', '838:59:59', '10:61:00'],
        };
        foreach ($texts as $text) {
            $object = new MomentValues();
            $object->save();
            self::database()->pdo->exec("UPDATE moment_values SET clock_plain = '$text'");
            $read = self::readAgain($object);
            $error = self::caught(InvalidValueException::class, static fn () => $read->getClockPlain());
            self::assertSame(
                "The row holds \"$text\" in moment_values.clock_plain: a time from 00:00 to before 24:00 is needed to be shown as a DateTimeImmutable.",
                $error->getMessage(),
            );
            self::assertSame(1, $read->setClockPlain('10:00')->save());
            self::assertSame('10:00', self::readAgain($object)->getClockPlain()?->format('H:i'));
        }
    }

    public function testAStreamThatStandsAtItsEnd(): void
    {
        $stream = \fopen('php://temp', 'w+b') ?: self::fail('no stream');
        \fwrite($stream, "written \0 bytes");
        self::assertSame("written \0 bytes", self::bytes((new ByteValues())->setStream($stream)));
        self::assertSame("written \0 bytes", self::bytes((new ByteValues())->setStreamText($stream)), 'read before');
        self::assertSame(1, ByteValuesQuery::create()->filterByStreamText($stream)->count());
        \fseek($stream, 8);
        self::assertSame("\0 bytes", self::bytes((new ByteValues())->setStream($stream)), 'from where it stands');
        $empty = \fopen('php://temp', 'w+b') ?: self::fail('no stream');
        self::assertSame('', self::bytes((new ByteValues())->setStream($empty)));
    }

    private static function bytes(ByteValues $object): string
    {
        $read = self::saved($object);

        return $read->getStreamText() ?? (string) \stream_get_contents($read->getStream() ?? self::fail('no stream'));
    }
}
