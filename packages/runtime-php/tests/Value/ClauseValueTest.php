<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Value;

use Bookstore\LabelValues;
use Bookstore\LabelValuesQuery;
use Bookstore\MomentValues;
use Bookstore\MomentValuesQuery;
use Bookstore\NumberValues;
use Bookstore\NumberValuesQuery;
use Bookstore\TextValues;
use Bookstore\TextValuesQuery;
use DateTimeImmutable;
use DateTimeZone;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Query\SqlExpression;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** Values of placeholders in SQL of one's own: values of the column they are compared with, wherever they stand. */
final class ClauseValueTest extends ModelTestCase
{
    protected function setUp(): void
    {
        parent::setUp();
        \date_default_timezone_set('Europe/Berlin');
        (new MomentValues())->setMoment(self::utc('12:00'))->setMomentPlain(self::utc('12:00'))->setDay('2024-06-01')->setClock('14:00')->save();
        foreach ([2, 5, 12] as $number) {
            (new NumberValues())->setTiny($number)->setNormal($number)->setMoney("$number.50")->setExact((string) $number)
                ->setDoubleOne($number + 0.25)->setFlag($number > 2)->save();
        }
        (new TextValues())->setShort('007')->setNeeded('x')->save();
        (new LabelValues())->setPosition('second')->setTags(['red', 'blue'])->save();
    }

    public function testMoments(): void
    {
        $zone = new DateTimeZone('Asia/Tokyo');
        $from = self::utc('11:00');
        $to = self::utc('13:00')->setTimezone($zone);
        $exact = self::utc('12:00')->setTimezone($zone);
        $found = [
            ['MomentValues.Moment BETWEEN ? AND ?', [$from, $to]],
            ['MomentValues.Moment BETWEEN ? AND ?', [$exact, $to]],
            ['MomentValues.Moment BETWEEN ? AND ?', [$from, $exact]],
            ['MomentValues.MomentPlain between ? and ? AND MomentValues.Id > ?', [$exact, $exact, 0]],
            ['NOT MomentValues.Moment NOT BETWEEN ? AND ?', [$exact, $exact]],
            ['? BETWEEN MomentValues.Moment AND MomentValues.MomentPlain', [$exact]],
            ['? = MomentValues.Moment', [$exact]],
            ['(MomentValues.Moment) = (?)', [$exact]],
            ['MomentValues.Moment IN (?, ?)', [$to, $exact]],
            ['MomentValues.Moment NOT IN (?, ?)', [$to, $from]],
            ['MomentValues.Moment IN ?', [$to, $exact]],
            ['COALESCE(MomentValues.Moment, ?) = ?', [$exact, $exact]],
            ['COALESCE(?, MomentValues.Moment) = ?', [$exact, $exact]],
            ['NULLIF(MomentValues.Moment, ?) IS NULL', [$exact]],
            ['MomentValues.Moment = ? OR MomentValues.Moment < ?', [$exact, $from]],
            ['CASE WHEN MomentValues.Moment >= ? THEN 1 ELSE 0 END = ?', [$exact, 1]],
            ['MomentValues.Day BETWEEN ? AND ?', [new DateTimeImmutable('2024-06-01'), new DateTimeImmutable('2024-06-02')]],
            ['MomentValues.Day BETWEEN ? AND ?', ['1 June 2024', '2 June 2024']],
            ['MomentValues.Clock BETWEEN ? AND ?', ['2pm', new DateTimeImmutable('15:00')]],
            ['(MomentValues.Moment, MomentValues.Day) = (?, ?)', [$exact, '1 June 2024']],
        ];
        if (self::adapter() !== 'pgsql') {
            $found[] = ['DATE(MomentValues.Moment) = ?', [new DateTimeImmutable('2024-06-01 17:00')]];
        }
        foreach ($found as [$clause, $values]) {
            self::assertSame(1, MomentValuesQuery::create()->where($clause, $values)->count(), $clause);
        }
        $having = MomentValuesQuery::create()->groupById()->having('MAX(MomentValues.Moment) = ?', $exact)->select('Id');
        self::assertCount(1, $having->find());
        self::assertSame(0, MomentValuesQuery::create()->where('MomentValues.Moment BETWEEN ? AND ?', [$to, $to])->count());
    }

    public function testMomentsInExpressions(): void
    {
        $exact = self::utc('09:30')->setTimezone(new DateTimeZone('Asia/Tokyo'));
        MomentValuesQuery::create()->update([
            'Moment' => new SqlExpression('?', [$exact]),
            'MomentPlain' => new SqlExpression('COALESCE(?, MomentValues.MomentPlain)', [$exact]),
        ]);
        $read = MomentValuesQuery::create()->requireOne();
        self::assertEquals($exact, $read->getMoment());
        self::assertEquals($exact, $read->getMomentPlain());
    }

    public function testNumbersAsTexts(): void
    {
        $clauses = [
            ['NumberValues.Money * 2 > ?', '6.00', [5, 12]],
            ['NumberValues.Money * 2 > ?', '24.99', [12]],
            ['NumberValues.Normal + 1 = ?', '6', [5]],
            ['? < NumberValues.Normal * 10', '49', [5, 12]],
            ['(NumberValues.Normal - ?) > ?', ['1', '3'], [5, 12]],
            ['NumberValues.Normal % 5 = ?', '2', [2, 12]],
            ['NumberValues.Normal BETWEEN ? AND ?', ['3', '12'], [5, 12]],
            ['NumberValues.Money BETWEEN ? AND ?', ['5.5', '12'], [5]],
            ['COALESCE(NumberValues.Normal, ?) = ?', ['0', '12'], [12]],
            ['COALESCE(NumberValues.Money, ?) >= ?', ['0', '5.5'], [5, 12]],
            ['COALESCE(NumberValues.Exact, ?) >= ?', ['0', '5'], [5, 12]],
            ['COALESCE(NumberValues.DoubleOne, ?) = ?', ['0', '5.25'], [5]],
            ['COALESCE(NumberValues.Flag, ?) = ?', ['no', 'yes'], [5, 12]],
            ['ABS(NumberValues.Normal) > ?', '4', [5, 12]],
            ['CAST(NumberValues.Money AS DECIMAL(8, 2)) > ?', '12', [12]],
            ['NumberValues.Normal IN (?, ?)', ['5', '12'], [5, 12]],
            ['NumberValues.Exact IN (?, ?)', ['5.0', '012'], [5, 12]],
        ];
        foreach ($clauses as [$clause, $values, $expected]) {
            $found = NumberValuesQuery::create()->where($clause, $values)->orderById()->select('Tiny')->find()->getData();
            self::assertSame($expected, $found, $clause);
        }
        $lengths = TextValuesQuery::create()->where('LENGTH(TextValues.Short) > ?', '2');
        self::assertSame(1, $lengths->count());
        self::assertSame(0, TextValuesQuery::create()->where('LENGTH(TextValues.Short) > ?', '3')->count());
    }

    public function testNumbersAsTextsOfGroups(): void
    {
        (new NumberValues())->setTiny(2)->setNormal(7)->save();
        $groups = static fn (string $clause, mixed $value): array => NumberValuesQuery::create()->withColumn('COUNT(*)', 'N')
            ->groupByTiny()->having($clause, $value)->orderByTiny()->select('Tiny')->find()->getData();
        self::assertSame([2], $groups('COUNT(*) > ?', '1'));
        self::assertSame([2, 12], $groups('MAX(NumberValues.Normal) >= ?', '7'));
        self::assertSame([12], $groups('SUM(NumberValues.Money) > ?', '10.5'));
        self::assertSame([5, 12], $groups('COUNT(*) = ? AND MIN(NumberValues.Money) > ?', ['1', '3']));
        if (self::adapter() !== 'pgsql') {
            self::assertSame([2], $groups('N > ?', '1'), 'PostgreSQL knows no such names there');
        }
    }

    public function testTextsStayTexts(): void
    {
        foreach (['LOWER(TextValues.Short) = ?', "TRIM(TextValues.Short) = ?"] as $clause) {
            self::assertSame(1, TextValuesQuery::create()->where($clause, '007')->count(), $clause);
            self::assertSame(0, TextValuesQuery::create()->where($clause, '7')->count(), $clause);
            self::assertSame(0, TextValuesQuery::create()->where($clause, 7)->count(), $clause);
        }
        (new TextValues())->setShort('7')->setNeeded('y')->save();
        self::assertSame(1, TextValuesQuery::create()->where('LOWER(TextValues.Short) = ?', 7)->count());
        self::assertSame(1, TextValuesQuery::create()->where('TextValues.Short = ?', 7)->count());
    }

    public function testLabels(): void
    {
        self::assertSame(1, LabelValuesQuery::create()->where('LabelValues.Position BETWEEN ? AND ?', ['first', 'second'])->count());
        self::assertSame(1, LabelValuesQuery::create()->where('COALESCE(LabelValues.Position, ?) = ?', ['third', 'second'])->count());
        self::assertSame(1, LabelValuesQuery::create()->where('LabelValues.Tags = ?', [['red', 'blue']])->count());
        self::assertSame(0, LabelValuesQuery::create()->where('LabelValues.Tags = ?', [['red']])->count());
        $unknown = static fn () => LabelValuesQuery::create()->where('LabelValues.Position BETWEEN ? AND ?', ['first', 'nope']);
        self::caught(InvalidValueException::class, $unknown);
    }

    public function testWhatAColumnCannotHoldIsRefusedWhereverItStands(): void
    {
        $clauses = [
            'NumberValues.Normal = ?', '? = NumberValues.Normal', 'NumberValues.Normal BETWEEN 0 AND ?', 'NumberValues.Normal IN (0, ?)',
            'COALESCE(NumberValues.Normal, 0) = ?', '(0, NumberValues.Normal) = (1, ?)', 'NumberValues.Money NOT BETWEEN ? AND 5',
        ];
        foreach ($clauses as $clause) {
            self::caught(InvalidValueException::class, static fn () => NumberValuesQuery::create()->where($clause, '1x'));
        }
        self::caught(InvalidQueryException::class, static fn () => NumberValuesQuery::create()->where('NumberValues.Normal NOT IN (?)', [[]]));
    }

    private static function utc(string $time): DateTimeImmutable
    {
        return new DateTimeImmutable("2024-06-01 $time", new DateTimeZone('UTC'));
    }
}
