<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Column;

use Bookstore\NumberValues;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** Whole numbers, floats, decimals, truth. */
final class NumberTest extends ModelTestCase
{
    public function testWholeNumbersUpToTheirLimits(): void
    {
        $limits = [
            [-128, -32768, -2147483648, \PHP_INT_MIN],
            [127, 32767, 2147483647, \PHP_INT_MAX],
            [0, 0, 0, 0],
            [-1, -1, -1, -1],
        ];
        foreach ($limits as [$tiny, $small, $normal, $big]) {
            $object = new NumberValues();
            $object->setTiny($tiny)->setSmall($small)->setNormal($normal)->setBig($big)->setBigText((string) $big);
            $read = self::saved($object);
            self::assertSame($tiny, $read->getTiny());
            self::assertSame($small, $read->getSmall());
            self::assertSame($normal, $read->getNormal());
            self::assertSame($big, $read->getBig());
            self::assertSame((string) $big, $read->getBigText());
        }
    }

    public function testWholeNumbersAsTexts(): void
    {
        $object = (new NumberValues())->setBigText('+007');
        self::assertSame('7', $object->getBigText());
        self::assertSame('-12', $object->setBigText(-12)->getBigText());
        $error = self::caught(InvalidValueException::class, fn () => $object->setBigText('1e3'));
        self::assertSame(
            'number_values.big_text does not take "1e3": a whole number is needed.',
            $error->getMessage(),
        );
    }

    public function testFloatsKeepAllTheirDigits(): void
    {
        $numbers = [0.0, 1.5, -1.5, 0.1, 1 / 3, \M_PI, 1e300, -1e-300, 5e-324, \PHP_FLOAT_MAX, 123456789.123456789, 1e15 + 0.3];
        foreach ($numbers as $number) {
            $read = self::saved((new NumberValues())->setDoubleOne($number)->setRatio($number));
            if (self::adapter() === 'sqlite' && \abs(\log10(\abs($number ?: 1.0))) > 100) {
                // SQLite reads such numbers to 15 digits only, and PDO has no other way to bind them.
                self::assertSame(\sprintf('%.14e', $number), \sprintf('%.14e', (float) $read->getDoubleOne()));
                continue;
            }
            self::assertSame($number, $read->getDoubleOne(), \var_export($number, true));
            self::assertSame($number, $read->getRatio());
        }
        $precision = \ini_set('precision', '4');
        try {
            self::assertSame(\M_PI, self::saved((new NumberValues())->setDoubleOne(\M_PI))->getDoubleOne());
        } finally {
            \ini_set('precision', (string) $precision);
        }
    }

    public function testFloatsOfSinglePrecision(): void
    {
        foreach ([0.0, 1.5, -0.25, 65504.0] as $number) {
            $read = self::saved((new NumberValues())->setSingle($number)->setFloating($number));
            self::assertSame($number, $read->getSingle());
            self::assertSame($number, $read->getFloating());
        }
    }

    public function testNegativeZero(): void
    {
        $read = self::saved((new NumberValues())->setDoubleOne(-0.0));
        self::assertSame(0.0, \abs((float) $read->getDoubleOne()));
        // SQLite keeps whole numbers of a REAL column as integers, which have no -0; MariaDB makes it 0.
        if (!\in_array(self::engine(), ['sqlite', 'mariadb'], true)) {
            self::assertSame(-\INF, \fdiv(1, (float) $read->getDoubleOne()));
        }
    }

    public function testInfinityAndNan(): void
    {
        foreach ([\INF, -\INF, \NAN] as $number) {
            if (self::adapter() === 'pgsql') {
                $read = self::saved((new NumberValues())->setDoubleOne($number));
                self::assertSame(\var_export($number, true), \var_export($read->getDoubleOne(), true));
                continue;
            }
            $error = self::caught(InvalidValueException::class, fn () => (new NumberValues())->setDoubleOne($number));
            $shown = \is_nan($number) ? 'NAN' : ($number > 0 ? 'INF' : '-INF');
            self::assertSame(
                "number_values.double_one does not take $shown: this database stores finite numbers only.",
                $error->getMessage(),
            );
        }
    }

    public function testDecimalsAreExact(): void
    {
        $money = ['0' => '0.00', '1.5' => '1.50', '-1.005' => '-1.01', '99999999.99' => '99999999.99', '.5' => '0.50',
            '1e3' => '1000.00', '-0.001' => '0.00', '+2' => '2.00'];
        foreach ($money as $given => $expected) {
            $object = (new NumberValues())->setMoney((string) $given);
            self::assertSame($expected, $object->getMoney());
            self::assertSame($expected, self::saved($object)->getMoney(), (string) $given);
        }
        $exact = '-12345678901234567890.0123456789';
        $huge = '-' . \str_repeat('9', 38);
        $read = self::saved((new NumberValues())->setExact($exact)->setHuge($huge));
        self::assertSame($exact, $read->getExact());
        self::assertSame($huge, $read->getHuge());
        $read->setExact('1')->setHuge(7);
        $again = self::saved($read);
        self::assertSame('1.0000000000', $again->getExact());
        self::assertSame('7', $again->getHuge());
        $again->setExact('1.0')->setHuge('007');
        self::assertSame([], $again->getModifiedColumns());
    }

    public function testDecimalsThatAreRefused(): void
    {
        $object = new NumberValues();
        $refused = [
            '12,50' => 'number_values.money does not take "12,50": a number such as "12.50" is needed.',
            ' ' => 'number_values.money does not take " ": a number such as "12.50" is needed.',
            'abc' => 'number_values.money does not take "abc": a number such as "12.50" is needed.',
            '100000000' => 'number_values.money does not take "100000000": it holds 8 digits before the point.',
            '99999999.995' => 'number_values.money does not take "99999999.995": it holds 8 digits before the point.',
        ];
        foreach ($refused as $value => $message) {
            $error = self::caught(InvalidValueException::class, fn () => $object->setMoney((string) $value));
            self::assertSame($message, $error->getMessage());
        }
        self::assertNull($object->getMoney());
        self::assertNull($object->setMoney('')->getMoney(), 'an empty field of a form');
        self::assertFalse($object->isModified());
    }

    public function testTruth(): void
    {
        foreach ([true, false, null] as $flag) {
            $read = self::saved((new NumberValues())->setFlag($flag));
            self::assertSame($flag, $read->getFlag());
            self::assertSame($flag, $read->isFlag());
        }
        $read = self::saved((new NumberValues())->setActive(false));
        self::assertFalse($read->getActive());
    }

    public function testDefaults(): void
    {
        $object = new NumberValues();
        foreach ([$object, self::saved($object)] as $each) {
            self::assertSame(\PHP_INT_MIN, $each->getNeeded());
            self::assertSame(0.1, $each->getRatio());
            self::assertSame('1.500', $each->getAmount());
            self::assertTrue($each->getActive());
            self::assertNull($each->getTiny());
            self::assertNull($each->getMoney());
            self::assertNull($each->getFlag());
        }
    }
}
