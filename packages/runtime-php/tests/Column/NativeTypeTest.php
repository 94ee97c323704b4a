<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Column;

use Bookstore\Enum\NativeValuesMood;
use Bookstore\Enum\NativeValuesMoods;
use Bookstore\NativeValues;
use Bookstore\NativeValuesQuery;
use DateTimeImmutable;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Query\Criteria;
use Orm\Runtime\Tests\Support\ModelTestCase;
use Orm\Runtime\Value\NativeArray;

/** Enum types, domains and arrays of PostgreSQL. Other vendors have none of them, and so no such class. */
final class NativeTypeTest extends ModelTestCase
{
    private static function isNative(): bool
    {
        self::assertSame(self::adapter() === 'pgsql', \class_exists(NativeValues::class));

        return self::adapter() === 'pgsql';
    }

    private static function filled(): NativeValues
    {
        return (new NativeValues())->setEmail('a@b');
    }

    public function testLabelsOfAnEnumType(): void
    {
        if (!self::isNative()) {
            return;
        }
        $object = self::filled();
        self::assertSame(NativeValuesMood::Ok, $object->getMood(), 'the default is known before the row is');
        $read = self::saved($object->setMood('it\'s fine')->setLabel('sad'));
        self::assertSame(NativeValuesMood::ItSFine, $read->getMood());
        self::assertSame('sad', $read->getLabel());
        self::saved(self::filled()->setMood(null));
        $count = static fn (mixed $value, ?string $comparison = null): int
            => NativeValuesQuery::create()->filterBy('Mood', $value, $comparison)->count();
        self::assertSame(1, $count(NativeValuesMood::ItSFine));
        self::assertSame(1, $count(['sad', 'it\'s fine']));
        self::assertSame(0, $count(['sad', 'it\'s fine'], Criteria::NOT_IN));
        self::assertSame(1, $count(null));
        self::assertSame(1, $count('sad', Criteria::GREATER_THAN), 'in the order of the type');
        self::assertSame(1, $count('it%', Criteria::LIKE));
        self::assertSame(0, $count('IT%', Criteria::NOT_ILIKE));
        self::assertSame(1, NativeValuesQuery::create()->where('NativeValues.Mood = ?', 'it\'s fine')->count());
        self::assertSame(1, NativeValuesQuery::create()->filterByMood('it\'s fine')->update(['Mood' => 'sad']));
        self::assertSame('sad', self::database()->value('SELECT mood::text FROM native_values WHERE mood IS NOT NULL'));
        $this->expectException(InvalidValueException::class);
        $read->setMood('angry');
    }

    public function testAnArrayThatTheDatabaseWorksOutIsOnlyRead(): void
    {
        if (!self::isNative()) {
            return;
        }
        $read = self::saved(self::filled()->setNumbers([4, 5]));
        self::assertSame([4, 5, 4, 5], $read->getDoubles());
        self::assertTrue($read->hasDouble(5));
        self::assertSame(1, NativeValuesQuery::create()->filterByDoubles([4, 5, 4, 5])->count());
        foreach (['setDoubles', 'addDouble', 'removeDouble'] as $method) {
            self::assertFalse(\method_exists(NativeValues::class, $method), $method);
        }
        self::assertTrue(\method_exists(NativeValues::class, 'addNumber'));
    }

    public function testDomains(): void
    {
        if (!self::isNative()) {
            return;
        }
        $read = self::saved(self::filled());
        self::assertSame(7, $read->getScore(), 'the default of the domain');
        self::assertSame('a@b', $read->getEmail());
        self::assertSame(1, NativeValuesQuery::create()->filterByScore(['min' => 6])->filterByEmail('a@b')->count());
        self::assertSame(3, self::saved($read->setScore(3))->getScore());
        $refused = 0;
        foreach ([self::filled()->setScore(11), self::filled()->setEmail('nobody'), new NativeValues()] as $object) {
            try {
                $object->save();
            } catch (OrmException) {
                $refused++;
            }
        }
        self::assertSame(3, $refused);
    }

    public function testElementsHaveTheTypesOfColumns(): void
    {
        if (!self::isNative()) {
            return;
        }
        $day = new DateTimeImmutable('2024-02-29');
        $moment = new DateTimeImmutable('2024-02-29 12:30:00.25');
        $object = self::filled()->setNumbers([3, null, -1])->setBigs([\PHP_INT_MAX, \PHP_INT_MIN])
            ->setTags(['a', 'two words', '', 'NULL', 'null', null, '{x}', '"q"', 'back\\slash', "line\nend", 'ü,😀'])
            ->setFlags([true, false, null])->setDays([$day, null])->setMoments([$moment])->setInstants([$moment])
            ->setPrices(['1.5', null, '-0.01'])->setReals([0.1, -\INF, 1e300, null])
            ->setUuids(['6BA7B810-9DAD-11D1-80B4-00C04FD430C8'])->setDocuments([['a' => [1, 2]], null, ['x']])
            ->setMoods(['sad', NativeValuesMoods::ItSFine, null])->setScores([1, 10])->setAddresses(['10.0.0.1']);
        $read = self::saved($object);
        self::assertSame([3, null, -1], $read->getNumbers());
        self::assertSame([\PHP_INT_MAX, \PHP_INT_MIN], $read->getBigs());
        self::assertSame($object->getTags(), $read->getTags());
        self::assertSame([true, false, null], $read->getFlags());
        self::assertEquals([$day, null], $read->getDays());
        self::assertEquals([$moment], $read->getMoments());
        self::assertEquals([$moment], $read->getInstants());
        self::assertSame(['1.50', null, '-0.01'], $read->getPrices());
        self::assertSame([0.1, -\INF, 1e300, null], $read->getReals());
        self::assertSame(['6ba7b810-9dad-11d1-80b4-00c04fd430c8'], $read->getUuids());
        self::assertSame([['a' => [1, 2]], null, ['x']], $read->getDocuments());
        self::assertSame([NativeValuesMoods::Sad, NativeValuesMoods::ItSFine, null], $read->getMoods());
        self::assertSame([1, 10], $read->getScores());
        self::assertSame(['10.0.0.1'], $read->getAddresses());
        self::assertFalse(
            $read->setNumbers([3, null, -1])->setTags($read->getTags())->setFlags($read->getFlags())
                ->setDays($read->getDays())->setMoments($read->getMoments())->setInstants($read->getInstants())
                ->setPrices($read->getPrices())->setReals($read->getReals())->setMoods($read->getMoods())->isModified(),
            'what was read is set again',
        );
        $array = $read->toArray();
        self::assertSame(['2024-02-29', null], $array['Days'] ?? null);
        self::assertSame(['sad', 'it\'s fine', null], $array['Moods'] ?? null);
        self::assertNull($read->getTexts());
        self::assertSame([], self::saved($read->setTexts([]))->getTexts(), 'an empty array is not NULL');
        self::assertSame([[1, 2], [3, null]], self::saved($read->setBigs([[1, 2], [3, null]]))->getBigs());
    }

    public function testWhatNoElementIs(): void
    {
        if (!self::isNative()) {
            return;
        }
        $refused = 0;
        $tries = [
            static fn (): NativeValues => self::filled()->setNumbers(['x']),
            static fn (): NativeValues => self::filled()->setBigs([[1], [1, 2]]),
            static fn (): NativeValues => self::filled()->setBigs([1, [2]]),
            static fn (): NativeValues => self::filled()->setTexts(["a\0b"]),
            static fn (): NativeValues => self::filled()->setMoods(['angry']),
            static fn (): NativeValues => self::filled()->setPrices(['much']),
            static fn (): NativeValues => self::filled()->setDays(['2023-02-29']),
        ];
        foreach ($tries as $try) {
            try {
                $try();
            } catch (InvalidValueException) {
                $refused++;
            }
        }
        self::assertSame(\count($tries), $refused);
    }

    public function testOneByOne(): void
    {
        if (!self::isNative()) {
            return;
        }
        $object = self::filled();
        self::assertSame([1, 2], $object->getNumbers(), 'the default');
        $object->addNumber(5)->removeNumber(1)->addTag('a')->addTag('b')->removeTag('a')->addMood('sad')->addFlag(true);
        $read = self::saved($object);
        self::assertSame([2, 5], $read->getNumbers());
        self::assertSame(['b'], $read->getTags());
        self::assertTrue($read->hasNumber(5));
        self::assertFalse($read->hasNumber(1));
        self::assertTrue($read->hasMood(NativeValuesMoods::Sad));
        self::assertFalse($read->hasMood('ok'));
    }

    public function testFilters(): void
    {
        if (!self::isNative()) {
            return;
        }
        self::saved(self::filled()->setNumbers([1, 2, 3])->setTags(['x', 'y z'])->setMoods(['sad', 'ok'])->setDays(['2024-01-01']));
        self::saved(self::filled()->setNumbers([3])->setTags([])->setMoods(['ok'])->setFlags([true]));
        $query = static fn (): NativeValuesQuery => NativeValuesQuery::create();
        self::assertSame(1, $query()->filterByNumbers([1, 3])->count());
        self::assertSame(2, $query()->filterByNumber(3)->count());
        self::assertSame(1, $query()->filterByNumbers([1, 9], Criteria::CONTAINS_SOME)->count());
        self::assertSame(1, $query()->filterByNumbers([1, 9], Criteria::CONTAINS_NONE)->count());
        self::assertSame(1, $query()->filterByNumbers([3], Criteria::EQUAL)->count());
        self::assertSame(1, $query()->filterByNumbers([3], Criteria::NOT_EQUAL)->count());
        self::assertSame(2, $query()->filterByNumbers([[3], [1, 2, 3]], Criteria::IN)->count());
        self::assertSame(1, $query()->filterByTags(['y z'])->count());
        self::assertSame(2, $query()->filterByTags([])->count());
        self::assertSame(0, $query()->filterByTags([], Criteria::CONTAINS_SOME)->count());
        self::assertSame(2, $query()->filterByTags([], Criteria::CONTAINS_NONE)->count());
        self::assertSame(1, $query()->filterByMoods(['sad'])->count());
        self::assertSame(1, $query()->filterByDays([new DateTimeImmutable('2024-01-01')])->count());
        self::assertSame(1, $query()->filterByFlags(null)->count());
        self::assertSame(1, $query()->filterBy('Moods', ['sad', 'ok'])->count());
        self::assertSame([[1, 2, 3], [3]], $query()->orderByNumbers()->select('Numbers')->find()->getData());
        self::assertSame(1, $query()->filterByNumber(1)->update(['Tags' => ['new']]));
        self::assertSame('{new}', self::database()->value('SELECT tags::text FROM native_values ORDER BY numbers LIMIT 1'));
        self::saved(self::filled()->setNumbers([7])->setDocuments([['a' => 1], ['b' => 2]]));
        self::assertSame(1, $query()->filterByDocuments([['b' => 2]])->count(), 'jsonb can be compared');
        self::assertSame(1, $query()->filterByDocuments([['a' => 1], ['b' => 2]], Criteria::EQUAL)->count());
        self::assertSame(0, $query()->filterByDocuments([['a' => 1]], Criteria::EQUAL)->count());
    }

    /** Random arrays there and back; PostgreSQL says what they are, as JSON. */
    public function testRandomArraysAgainstTheDatabase(): void
    {
        if (!self::isNative()) {
            return;
        }
        $seed = \random_int(0, 1 << 30);
        \mt_srand($seed);
        $letters = ['a', 'N', 'NULL', 'null', ' ', ',', '{', '}', '"', "'", '\\', "\n", "\t", "\v", 'ü', '😀', '[0:1]=', ''];
        for ($i = 0; $i < 150; $i++) {
            $text = static function () use ($letters): ?string {
                if (\mt_rand(0, 5) === 0) {
                    return null;
                }
                $text = '';
                for ($length = \mt_rand(0, 4); $length > 0; $length--) {
                    $text .= $letters[\mt_rand(0, \count($letters) - 1)];
                }

                return $text;
            };
            $width = \mt_rand(0, 3);
            $row = static fn (): array => $width === 0 ? [] : \array_map($text, \range(1, $width));
            $items = $row();
            if (\mt_rand(0, 2) === 0 && $width > 0) {
                $items = [$row(), $row()];
            }
            $read = self::saved(self::filled()->setTexts($items)->setReals($width === 0 ? [] : [\mt_rand() / 7]));
            $message = "seed $seed, turn $i";
            self::assertSame($items, $read->getTexts(), $message);
            $json = self::database()->value('SELECT array_to_json(texts)::text FROM native_values WHERE id = ' . $read->getId());
            self::assertSame($items, \json_decode((string) $json, true), $message);
            $own = self::database()->value('SELECT texts::text FROM native_values WHERE id = ' . $read->getId());
            self::assertSame($own, self::textOf($items), "$message: as the database prints it");
            self::assertFalse($read->setReals($read->getReals())->isModified(), $message);
        }
    }

    /**
     * @param array<array-key, mixed> $items
     */
    private static function textOf(array $items): string
    {
        return NativeArray::of($items, static fn (string $v) => $v, 'texts');
    }

    public function testArraysThatCountFromElsewhere(): void
    {
        if (!self::isNative()) {
            return;
        }
        self::con()->exec("INSERT INTO native_values (email, numbers) VALUES ('a@b', '[0:1]={5,6}'), ('a@b', '{{1,2},{3,4}}')");
        $found = NativeValuesQuery::create()->orderById()->find();
        self::assertSame([5, 6], $found->getFirst()?->getNumbers());
        self::assertSame([[1, 2], [3, 4]], $found->getLast()?->getNumbers());
    }
}
