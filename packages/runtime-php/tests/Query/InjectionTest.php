<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query;

use Cinema\DirectorQuery;
use Cinema\FilmQuery;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Exception\UnknownColumnException;

/** Whatever a caller passes on from outside is refused or bound. */
final class InjectionTest extends CinemaTestCase
{
    private const ATTACKS = [
        "' OR '1'='1", "x'; DROP TABLE film; --", '" OR 1=1 --', '` OR 1=1 --', 'title) OR (1=1', "\0", '%', '1 OR 1=1',
        'Title; DELETE FROM film', "Title' --", 'Title/**/OR/**/1', "\\' OR 1=1 --", '(SELECT 1)', '?', ':p', '*',
    ];

    protected function tearDown(): void
    {
        self::assertSame('5', self::database()->value('SELECT COUNT(*) FROM film'), 'nothing was deleted');
        parent::tearDown();
    }

    public function testNames(): void
    {
        foreach (self::ATTACKS as $attack) {
            $entries = [
                static fn () => self::films()->orderBy($attack)->find(),
                static fn () => self::films()->orderBy('Film.' . $attack)->find(),
                static fn () => self::films()->orderBy($attack . '.Title')->find(),
                static fn () => self::films()->filterBy($attack, 1)->find(),
                static fn () => self::films()->filterByArray([$attack => 1])->find(),
                static fn () => self::films()->groupBy($attack)->find(),
                static fn () => self::films()->groupByClass($attack)->find(),
                static fn () => self::films()->select($attack)->find(),
                static fn () => self::films()->select(['Title', $attack])->find(),
                static fn () => self::films()->update([$attack => 1]),
                static fn () => self::films()->join($attack)->find(),
                static fn () => self::films()->join("Director $attack")->find(),
                static fn () => self::films()->joinDirector($attack)->find(),
                static fn () => self::films()->useDirectorQuery($attack)->endUse()->find(),
                static fn () => self::films()->with($attack)->find(),
                static fn () => self::films()->joinWith($attack)->find(),
                static fn () => self::films()->useQuery($attack)->endUse(),
                static fn () => self::films()->useExistsQuery($attack)->endUse(),
                static fn () => self::films()->lockForUpdate([$attack])->find(),
                static fn () => self::films()->addJoinCondition($attack, '1 = 1')->find(),
                static fn () => self::films()->combine([$attack])->find(),
                static fn () => self::films()->withColumn('1', $attack)->find(),
                static fn () => FilmQuery::create($attack)->find(),
                static fn () => self::films()->addSelectQuery(FilmQuery::create(), $attack)->find(),
                static fn () => self::films()->find()->populateRelation($attack),
                static fn () => self::films()->find()->getColumnValues($attack),
                static fn () => self::films()->filterRelatedTo($attack, null),
            ];
            foreach ($entries as $number => $entry) {
                $error = self::caught(OrmException::class, $entry);
                self::assertTrue(
                    $error instanceof InvalidQueryException || $error instanceof UnknownColumnException,
                    "entry $number, $attack: " . $error->getMessage()
                );
            }
        }
    }

    public function testWords(): void
    {
        foreach ([...self::ATTACKS, 'asc; DROP TABLE film', 'ASC, 1'] as $attack) {
            foreach (
                [
                    static fn () => self::films()->orderBy('Title', $attack),
                    static fn () => self::films()->orderByTitle($attack),
                    static fn () => self::films()->filterByTitle('x', $attack),
                    static fn () => self::films()->filterByTitle('x', "= $attack"),
                    static fn () => self::films()->filterBy('Title', 'x', $attack),
                    static fn () => self::films()->join('Director', $attack),
                    static fn () => self::films()->joinDirector(null, $attack),
                    static fn () => self::films()->condition('a', '1 = 1')->combine(['a'], $attack),
                    static fn () => self::films()->joinDirector()->addJoinCondition('Director', '1 = 1', null, $attack),
                ] as $entry
            ) {
                self::caught(InvalidQueryException::class, $entry);
            }
        }
    }

    public function testValues(): void
    {
        foreach (\array_diff(self::ATTACKS, ["\0", '%']) as $attack) {
            self::assertSame(0, FilmQuery::create()->filterByTitle($attack)->count());
            self::assertSame(0, FilmQuery::create()->filterByTitle([$attack, 'x'])->count());
            self::assertSame(0, FilmQuery::create()->filterByTitle($attack, 'LIKE')->count());
            self::assertSame(0, FilmQuery::create()->filterByTitle($attack, 'ILIKE')->count());
            self::assertSame(0, FilmQuery::create()->filterByTitle(['min' => $attack, 'max' => $attack], 'BETWEEN')->count());
            self::assertSame(0, FilmQuery::create()->filterBySummary($attack)->count());
            self::assertSame(0, FilmQuery::create()->filterByWords([$attack])->count());
            self::assertSame(0, FilmQuery::create()->filterByDocument(['x' => $attack])->count());
            self::assertSame(0, FilmQuery::create()->where('Film.Title = ?', $attack)->count());
            self::assertSame(0, FilmQuery::create()->where('Film.Title IN ?', [$attack, $attack])->count());
            self::assertSame(0, FilmQuery::create()->useDirectorQuery()->filterByName($attack)->endUse()->count());
            self::assertSame(0, DirectorQuery::create()->useFilmExistsQuery()->filterByTitle($attack)->endUse()->count());
            foreach (['Id', 'Price', 'Ratio', 'Style', 'Colors', 'Token', 'ShownAt'] as $column) {
                self::caught(InvalidValueException::class, static fn () => FilmQuery::create()->filterBy($column, $attack));
            }
            self::assertCount(5, FilmQuery::create()->setComment($attack)->find());
        }
        self::assertSame(1, FilmQuery::create()->filterByTitle('50%_off')->count());
    }
}
