<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Value;

use Bookstore\ByteValuesQuery;
use Bookstore\LabelValues;
use Bookstore\LabelValuesQuery;
use Bookstore\DocumentValuesQuery;
use Bookstore\MomentValues;
use Bookstore\MomentValuesQuery;
use Bookstore\NumberValues;
use Bookstore\NumberValuesQuery;
use Bookstore\TextValues;
use Bookstore\TextValuesQuery;
use Bookstore\UuidValuesQuery;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Query\Criteria;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** Arrays in filters. What comes out of a request chooses its keys, and must not choose the operator with them. */
final class RangeTest extends ModelTestCase
{
    private const KEYS = ['min', 'max', 'from', 'to', 'Min', 'MAX', 'From', 'TO'];

    public function testAnArrayDoesNotTurnAQuestionForATextIntoARange(): void
    {
        (new TextValues())->setNeeded('secret')->setShort('b')->save();
        foreach (self::KEYS as $key) {
            $attacks = [
                static fn () => TextValuesQuery::create()->filterByNeeded([$key => '']),
                static fn () => TextValuesQuery::create()->filterBy('Needed', [$key => '', 'x' => 'y']),
                static fn () => TextValuesQuery::create()->filterByArray(['Needed' => [$key => '']]),
                static fn () => TextValuesQuery::create()->findOneBy('Needed', [$key => '']),
                static fn () => TextValuesQuery::create()->filterByNeeded([$key => ''], Criteria::EQUAL),
                static fn () => TextValuesQuery::create()->filterByNeeded([$key => ''], Criteria::IN),
                static fn () => TextValuesQuery::create()->filterByNeeded([$key => ''], Criteria::NOT_IN),
                static fn () => TextValuesQuery::create()->filterByNeeded([$key => '%'], Criteria::LIKE),
                static fn () => LabelValuesQuery::create()->filterByStyle([$key => 'novel']),
                static fn () => LabelValuesQuery::create()->filterByTags([$key => 'red']),
                static fn () => DocumentValuesQuery::create()->filterByWords([$key => 'x']),
                static fn () => UuidValuesQuery::create()->filterByUuid([$key => '00000000-0000-0000-0000-000000000000']),
                static fn () => ByteValuesQuery::create()->filterByShort([$key => '']),
                static fn () => NumberValuesQuery::create()->filterByFlag([$key => false]),
            ];
            foreach ($attacks as $attack) {
                $error = self::caught(InvalidQueryException::class, $attack);
                self::assertStringContainsString("\"$key\"", $error->getMessage());
            }
        }
    }

    public function testOtherKeysAreNoMatter(): void
    {
        (new TextValues())->setNeeded('secret')->save();
        self::assertSame(1, TextValuesQuery::create()->filterByNeeded(['a' => 'secret', 'minimum' => 'x'])->count());
        self::assertSame(0, TextValuesQuery::create()->filterByNeeded([3 => 'x'])->count());
        (new NumberValues())->setTiny(3)->save();
        self::assertSame(1, NumberValuesQuery::create()->filterByTiny(['a' => 3, 'b' => 4])->count());
    }

    public function testRangesOfTextsThatAreAskedFor(): void
    {
        foreach (['a', 'b', 'c'] as $text) {
            (new TextValues())->setNeeded($text)->save();
        }
        $query = static fn (): TextValuesQuery => TextValuesQuery::create()->orderByNeeded();
        $found = $query()->filterByNeeded(['min' => 'a', 'max' => 'b'], Criteria::BETWEEN);
        self::assertSame(['a', 'b'], $found->find()->getColumnValues('Needed'));
        self::assertSame(['b', 'c'], $query()->filterBy('Needed', ['min' => 'b'], 'between')->find()->getColumnValues('Needed'));
        foreach ([['a', 'b'], ['Min' => 'a'], ['min' => 'a', 'to' => 'b'], 'a', null, []] as $value) {
            self::caught(InvalidQueryException::class, static fn () => $query()->filterBy('Needed', $value, Criteria::BETWEEN));
        }
        (new LabelValues())->setPosition('second')->save();
        $second = LabelValuesQuery::create()->filterByPosition(['min' => 'first', 'max' => 'second'], Criteria::BETWEEN);
        self::assertSame(1, $second->count());
    }

    public function testNumbersDaysAndTimesKeepTheirForm(): void
    {
        (new NumberValues())->setTiny(3)->setMoney('2.5')->setDoubleOne(1.5)->save();
        (new MomentValues())->setDay('2024-05-06')->setClock('10:00')->setMoment('2024-05-06 10:00')->save();
        self::assertSame(1, NumberValuesQuery::create()->filterByTiny(['min' => 3, 'max' => 3])->count());
        self::assertSame(1, NumberValuesQuery::create()->filterByMoney(['min' => '2.5'])->count());
        self::assertSame(0, NumberValuesQuery::create()->filterByDoubleOne(['max' => 1.4])->count());
        self::assertSame(1, NumberValuesQuery::create()->filterByDoubleOne(['max' => 1.5], Criteria::BETWEEN)->count());
        self::assertSame(1, MomentValuesQuery::create()->filterByDay(['min' => '2024-05-06'])->count());
        self::assertSame(1, MomentValuesQuery::create()->filterByClock(['max' => '10:00'])->count());
        self::assertSame(0, MomentValuesQuery::create()->filterByMoment(['min' => '2024-05-06 10:01'])->count());
        foreach (['from', 'to', 'Min', 'MAX'] as $key) {
            $wrong = [
                static fn () => NumberValuesQuery::create()->filterByTiny([$key => 3]),
                static fn () => NumberValuesQuery::create()->filterByTiny(['min' => 1, $key => 3]),
                static fn () => MomentValuesQuery::create()->filterByDay([$key => '2024-05-06']),
                static fn () => NumberValuesQuery::create()->filterByTiny([$key => 3], Criteria::IN),
            ];
            foreach ($wrong as $query) {
                self::caught(InvalidQueryException::class, $query);
            }
        }
        self::caught(InvalidQueryException::class, static fn () => NumberValuesQuery::create()->filterByTiny(['min' => 3], Criteria::EQUAL));
    }
}
