<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Unit\Value;

use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Value\Decimal;
use PHPUnit\Framework\TestCase;

final class DecimalTest extends TestCase
{
    public function testRoundsHalfAwayFromZeroWithCarries(): void
    {
        foreach (
            [
                ['0.005', '0.01'], ['-0.005', '-0.01'], ['0.0049999', '0.00'], ['-0.0049999', '0.00'], ['9.995', '10.00'],
                ['-99.999', '-100.00'], ['0.995', '1.00'], ['1e-2', '0.01'], ['12.345e1', '123.45'], ['-.5', '-0.50'],
                ['00', '0.00'], ['-0', '0.00'], ['5.', '5.00'],
            ] as [$given, $expected]
        ) {
            self::assertSame($expected, Decimal::of($given, 10, 2, 't.c'), $given);
        }
        self::assertSame('1', Decimal::of('0.5', 5, 0, 't.c'));
        self::assertSame('100000', Decimal::of('99999.5', 6, 0, 't.c'));
    }

    public function testTheShortWayAgreesWithTheLongOne(): void
    {
        $texts = [''];
        for ($length = 1; $length <= 4; ++$length) {
            $longer = [];
            foreach ($texts as $text) {
                foreach (['0', '1', '9', '.', '-', 'e', ' ', "\n"] as $character) {
                    $longer[] = $text . $character;
                }
            }
            $texts = $longer;
            foreach ($texts as $text) {
                // A sign in front is never taken the short way.
                $long = $text[0] === '-' ? null : self::outcome('+' . $text);
                self::assertTrue($long === null || $long === self::outcome($text), \json_encode($text) ?: '');
            }
        }
    }

    private static function outcome(string $text): string
    {
        try {
            return Decimal::of($text, 3, 1, 't.c') . ' ' . Decimal::of($text, 2, 2, 't.c');
        } catch (InvalidValueException) {
            return 'refused';
        }
    }

    public function testTakesTheShortestDigitsOfAFloat(): void
    {
        \ini_set('precision', '3');
        \ini_set('serialize_precision', '3');
        try {
            self::assertSame('1.2345', Decimal::of(1.2345, null, null, 't.c'));
            self::assertSame('0.30000000000000004', Decimal::of(0.1 + 0.2, null, null, 't.c'));
            self::assertSame('0.0000001', Decimal::of(1e-7, null, null, 't.c'));
        } finally {
            \ini_restore('precision');
            \ini_restore('serialize_precision');
        }
    }

    public function testSaysWhatItDoesNotTake(): void
    {
        $refusals = [];
        foreach (['12,50', '1000', \str_repeat('9', 200)] as $value) {
            try {
                Decimal::of($value, 5, 2, 'book.price');
                self::fail('accepted');
            } catch (InvalidValueException $exception) {
                $refusals[] = $exception->getMessage();
            }
        }
        self::assertSame(
            [
                'book.price does not take "12,50": a number such as "12.50" is needed.',
                'book.price does not take "1000": it holds 3 digits before the point.',
                'book.price does not take "' . \str_repeat('9', 60) . '…": it holds 3 digits before the point.',
            ],
            $refusals
        );
    }

    public function testComparesByValue(): void
    {
        $ordered = ['-100', '-10.5', '-10', '-9.99', '-0.01', '0', '0.001', '0.01', '0.1', '1', '9', '10', '10.01', '99', '100', 'no number', 'none'];
        foreach ($ordered as $i => $a) {
            foreach ($ordered as $j => $b) {
                self::assertSame($i <=> $j, Decimal::compare($a, $b), "$a and $b");
            }
        }
        foreach ([['1.50', '1.5'], ['01', '1'], ['0', '-0.00'], ['0.0', '0'], ['-1.0', '-1']] as [$a, $b]) {
            self::assertSame(0, Decimal::compare($a, $b), "$a and $b");
        }
    }
}
