<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Value;

use Bookstore\MomentValues;
use Bookstore\MomentValuesQuery;
use DateTimeImmutable;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** Texts of days and times: each means what it says, or is refused. */
final class DateTextTest extends ModelTestCase
{
    /** Years that no column holds. */
    private const YEARS = [
        '10000', '10101', '12345', '20245', '99999', '012024', '02024', '0012345', '100000', '123456', '235959', '999999', '1234567', '2024366', '123456789',
        '-1', '-2024', '-10000', '-12345',
    ];

    /** What PHP understands when the year has four digits. */
    private const FORMS = [
        '%s-06-07', '  %s-06-07', '%s-6-7', '%s/06/07', '%s-06', '%s0607', '%s-158', '%s-W10', '%sW101', '%s-Jun-07', '%s Jun 07', '%sJun07', '%s June',
        '7 June %s', 'June 7, %s', 'June 7 %s', 'June %s', '06/07/%s', '07.06.%s', '07-06-%s', '07-Jun-%s', 'Jun-07-%s', 'first day of June %s',
        '%s-06-07 10:00', '%s-06-07T10:00:00Z', '%s-06-07T10:00:00+02:00', '10:00 %s-06-07', '10.%s-06-07', 'T%s-06-07', '%s0607T100000',
        'Fri, 07 Jun %s 10:00:00 +0000', 'Friday, 07-Jun-%s 10:00:00 UTC', '07/Jun/%s:10:00:00 +0000', '%s:06:07 10:00:00',
    ];

    public function testAYearOfMoreThanFourDigitsIsNeverAnotherDay(): void
    {
        $object = new MomentValues();
        $taken = [];
        foreach (self::YEARS as $year) {
            foreach (self::FORMS as $form) {
                $text = \sprintf($form, $year);
                foreach (['Day', 'Moment'] as $column) {
                    try {
                        $taken[] = "$text: " . $object->setByName($column, $text)->getDay()?->format('c');
                    } catch (InvalidValueException) {
                        continue;
                    }
                }
            }
        }
        self::assertSame([], $taken);
        self::assertFalse($object->isModified());
        foreach (self::FORMS as $form) {
            // Where PHP reads the form, it is taken.
            $text = \sprintf($form, '2024');
            $parts = \date_parse($text);
            if ($parts['error_count'] === 0 && $parts['year'] === 2024 && $parts['month'] === 6) {
                self::assertSame('2024', (new MomentValues())->setDay($text)->getDay()?->format('Y'), $text);
            }
        }
    }

    public function testEveryWayRefusesIt(): void
    {
        (new MomentValues())->setDay('2000-01-01')->setMoment('2009-12-31 10:00:00')->save();
        foreach (['Day' => '10000-01-01', 'Moment' => '99999-12-31 10:00:00', 'StampPlain' => '12345-06-07'] as $column => $text) {
            $ways = [
                static fn () => (new MomentValues())->setByName($column, $text),
                static fn () => (new MomentValues())->fromArray([$column => $text]),
                static fn () => MomentValuesQuery::create()->filterBy($column, $text)->count(),
                static fn () => MomentValuesQuery::create()->filterBy($column, ['min' => $text])->count(),
                static fn () => MomentValuesQuery::create()->where("MomentValues.$column = ?", $text)->count(),
                static fn () => MomentValuesQuery::create()->update([$column => $text]),
            ];
            foreach ($ways as $way) {
                $error = self::caught(InvalidValueException::class, $way);
                self::assertStringContainsString('years are from 1 to 9999', $error->getMessage());
            }
        }
        $late = new DateTimeImmutable('+12345-06-07');
        self::caught(InvalidValueException::class, static fn () => (new MomentValues())->setDay($late));
        self::caught(InvalidValueException::class, static fn () => MomentValuesQuery::create()->where('DATE(MomentValues.Moment) = ?', $late)->count());
    }

    public function testTextsThatPhpTakesForSomethingElse(): void
    {
        $refused = ['2024', '202401', '1060', '1.5', '12.5', '01.02.24', '-5', '+5', 'a', 'CET', '2024-006-07', '2024-01-01-01', '2024-W05-8', '2024-01-02T', '2024-01-01 x'];
        foreach ($refused as $text) {
            self::caught(InvalidValueException::class, static fn () => (new MomentValues())->setDay($text));
            self::caught(InvalidValueException::class, static fn () => (new MomentValues())->setMoment($text));
        }
        foreach (['1060', '-5', 'a', '10:00 x'] as $text) {
            self::caught(InvalidValueException::class, static fn () => (new MomentValues())->setClock($text));
        }
        self::caught(InvalidValueException::class, static fn () => (new MomentValues())->setDay('10:00'));
        $taken = [
            '20240229' => '2024-02-29', '20240229T101112-0500' => '2024-02-29', '20240229101112' => '2024-02-29', '2024-060' => null,
            '2024-W05-1' => '2024-01-29', '@1709164800' => '2024-02-29', '29.2.2024' => '2024-02-29', '2/29/2024' => '2024-02-29', '24-02-29' => '2024-02-29',
            '2024-02-29T10:00:00.123456789Z' => '2024-02-29', '2024-02-29Z' => '2024-02-29', '2024-02-29+02:00' => '2024-02-29',
            '2024-02-29 10:00 Europe/Berlin' => '2024-02-29', 'last day of february 2024' => '2024-02-29', '2024-02-28 +86400 seconds' => '2024-02-29',
        ];
        foreach (\array_filter($taken) as $text => $day) {
            self::assertSame($day, (new MomentValues())->setDay((string) $text)->getDay()?->format('Y-m-d'), (string) $text);
        }
        foreach (['now', 'today', 'tomorrow 10:00', '+1 day', '-10000 seconds', 'now UTC'] as $text) {
            self::assertNotNull((new MomentValues())->setMoment($text)->getMoment());
        }
    }

    public function testRowsOfOtherProgramsWithLaterYears(): void
    {
        if (self::adapter() === 'mysql') {
            self::assertSame('9999-12-31', self::saved((new MomentValues())->setDay('9999-12-31'))->getDay()?->format('Y-m-d'));
            return; // it has no later ones
        }
        $object = new MomentValues();
        $object->save();
        self::database()->pdo->exec("UPDATE moment_values SET day = '12345-06-07', moment = '12345-06-07 10:00:00'");
        $read = self::readAgain($object);
        foreach ([static fn () => $read->getDay(), static fn () => $read->getMoment()] as $getter) {
            $error = self::caught(InvalidValueException::class, $getter);
            self::assertStringContainsString('The row holds "12345-06-07', $error->getMessage());
        }
    }

    public function testARepeatedHourIsTheFirstOfTheTwo(): void
    {
        $zone = \date_default_timezone_get();
        try {
            foreach (
                [
                    ['Europe/Berlin', '2024-10-27T02:30:00+02:00', '2024-10-27T02:30:00+01:00'],
                    ['Europe/London', '2024-10-27T01:30:00+01:00', '2024-10-27T01:30:00+00:00'],
                    ['America/New_York', '2024-11-03T01:30:00-04:00', '2024-11-03T01:30:00-05:00'],
                    ['Australia/Lord_Howe', '2024-04-07T01:45:00+11:00', '2024-04-07T01:45:00+10:30'],
                ] as [$name, $first, $second]
            ) {
                \date_default_timezone_set($name);
                foreach ([$first, $second, \substr($first, 0, 19), new DateTimeImmutable($first)] as $given) {
                    $object = (new MomentValues())->setMoment($given);
                    self::assertSame($first, $object->getMoment()?->format('c'));
                    self::assertSame($first, self::saved($object)->getMoment()?->format('c'));
                }
                $around = [(new DateTimeImmutable($first))->modify('-1 hour')->format('c'), (new DateTimeImmutable($second))->modify('+1 hour')->format('c')];
                foreach ($around as $once) {
                    self::assertSame($once, (new MomentValues())->setMoment($once)->getMoment()?->format('c'));
                }
            }
        } finally {
            \date_default_timezone_set($zone);
        }
    }
}
