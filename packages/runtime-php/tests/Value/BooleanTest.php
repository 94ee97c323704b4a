<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Value;

use Bookstore\NumberValues;
use Bookstore\NumberValuesQuery;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Query\Criteria;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** Texts on BOOLEAN columns: Propel's words, by every way in. */
final class BooleanTest extends ModelTestCase
{
    private const TRUE = [true, 1, '1', 'true', 'TRUE', 'yes', 'On', 'y', '+', 1.0];
    private const FALSE = [false, 0, '0', 'false', 'False', 'no', 'OFF', 'n', '-', '', 0.0];
    private const REFUSED = ['abc', 'truee', ' true', '2', 2, -1, 'nope', 'null', 1.5];

    protected function setUp(): void
    {
        parent::setUp();
        foreach ([true, false] as $flag) {
            (new NumberValues())->setFlag($flag)->setActive($flag)->setTiny((int) $flag)->save();
        }
    }

    public function testWordsBySetters(): void
    {
        foreach ($this->words() as [$value, $meaning]) {
            $shown = \var_export($value, true);
            // Functions of PHP call without strict types, as do files that do not declare them.
            $set = static fn (string $name): array => \array_map([new NumberValues(), $name], [$value]);
            $ways = [
                'a caller without strict types' => static fn (): mixed => $set('setFlag')[0],
                'a required column' => static fn (): mixed => $set('setActive')[0],
                'setByName' => static fn (): mixed => (new NumberValues())->setByName('Flag', $value),
                'fromArray' => static fn (): mixed => (new NumberValues())->fromArray(['Flag' => $value]),
            ];
            foreach ($ways as $way => $work) {
                if ($meaning === null) {
                    self::caught(InvalidValueException::class, $work);
                    continue;
                }
                $object = $work();
                self::assertInstanceOf(NumberValues::class, $object);
                $read = $way === 'a required column' ? $object->getActive() : $object->getFlag();
                self::assertSame($meaning, $read, "$shown by $way");
                self::assertSame($meaning, self::saved($object)->{$way === 'a required column' ? 'getActive' : 'getFlag'}());
            }
        }
    }

    public function testWordsInConditions(): void
    {
        foreach ($this->words() as [$value, $meaning]) {
            $shown = \var_export($value, true);
            $query = static fn (): NumberValuesQuery => NumberValuesQuery::create();
            $ways = [
                'filterBy' => static fn (): NumberValuesQuery => $query()->filterBy('Flag', $value),
                'a list' => static fn (): NumberValuesQuery => $query()->filterBy('Flag', [$value]),
                'filterByArray' => static fn (): NumberValuesQuery => $query()->filterByArray(['Flag' => $value]),
                'where' => static fn (): NumberValuesQuery => $query()->where('NumberValues.Flag = ?', $value),
                'where, turned' => static fn (): NumberValuesQuery => $query()->where('? = NumberValues.Flag', $value),
                'where, a list' => static fn (): NumberValuesQuery => $query()->where('NumberValues.Flag IN ?', [$value]),
                'having' => static fn (): NumberValuesQuery => $query()->groupById()->groupByFlag()
                    ->having('NumberValues.Flag = ?', $value),
                'filterByFlag' => static fn (): mixed => \array_map([$query(), 'filterByFlag'], [$value])[0],
            ];
            foreach ($ways as $way => $work) {
                if ($meaning === null) {
                    self::caught(InvalidValueException::class, $work);
                    continue;
                }
                $found = $work();
                self::assertInstanceOf(NumberValuesQuery::class, $found);
                self::assertSame([(int) $meaning], $found->select('Tiny')->find()->getData(), "$shown by $way");
            }
        }
        self::assertSame([1], NumberValuesQuery::create()->filterBy('Flag', 'no', Criteria::NOT_EQUAL)->select('Tiny')->find()->getData());
    }

    public function testWordsInUpdates(): void
    {
        foreach ($this->words() as [$value, $meaning]) {
            if ($meaning === null) {
                self::caught(InvalidValueException::class, static fn () => NumberValuesQuery::create()->update(['Flag' => $value]));
                continue;
            }
            NumberValuesQuery::create()->update(['Flag' => !$meaning]);
            NumberValuesQuery::create()->update(['Flag' => $value, 'Active' => $value]);
            $read = NumberValuesQuery::create()->select(['Flag', 'Active'])->find()->getData();
            $row = ['Flag' => $meaning, 'Active' => $meaning];
            self::assertSame([$row, $row], $read, \var_export($value, true));
        }
    }

    /** @return list<array{bool|int|float|string, bool|null}> value and meaning; null for what is refused */
    private function words(): array
    {
        return [
            ...\array_map(static fn (bool|int|float|string $value): array => [$value, true], self::TRUE),
            ...\array_map(static fn (bool|int|float|string $value): array => [$value, false], self::FALSE),
            ...\array_map(static fn (int|float|string $value): array => [$value, null], self::REFUSED),
        ];
    }
}
