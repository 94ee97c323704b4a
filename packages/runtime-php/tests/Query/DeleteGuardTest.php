<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query;

use Bookstore\ArchiveEntryQuery;
use Cinema\Film;
use Cinema\FilmQuery;
use Cinema\OpinionQuery;
use Cinema\Shelf;
use Cinema\ShelfQuery;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Exception\ReadOnlyException;
use Orm\Runtime\Query\Criteria;

/** What stands between a form that was left empty and an empty table. */
final class DeleteGuardTest extends CinemaTestCase
{
    public function testWhatAsksForNothingDeletesNothing(): void
    {
        (new Shelf())->setRoom('a')->setNumber(1)->save();
        $queries = [
            'nothing' => static fn () => FilmQuery::create(),
            'empty range' => static fn () => FilmQuery::create()->filterByCopies(['min' => null, 'max' => null]),
            'not in nothing' => static fn () => FilmQuery::create()->filterByTitle([], Criteria::NOT_IN),
            'not like nothing' => static fn () => FilmQuery::create()->filterByTitle([], Criteria::NOT_LIKE),
            'no items' => static fn () => FilmQuery::create()->filterByWords([]),
            'no labels' => static fn () => FilmQuery::create()->filterByColors([]),
            'without no labels' => static fn () => FilmQuery::create()->filterByColors([], Criteria::CONTAINS_NONE),
            'two of them' => static fn () => FilmQuery::create()->filterByTitle([], Criteria::NOT_IN)
                ->filterByCopies(['min' => null]),
            'a condition or anything' => static fn () => FilmQuery::create()->filterByTitle('Alpha')
                ->_or()->filterByTitle([], Criteria::NOT_IN),
            'anything or a condition' => static fn () => FilmQuery::create()->filterByTitle([], Criteria::NOT_IN)
                ->_or()->filterByTitle('Alpha'),
            'left join' => static fn () => FilmQuery::create()->leftJoinOpinion(),
            'left joins with objects' => static fn () => FilmQuery::create()->leftJoinWithOpinion()->leftJoinWithStudio(),
            'join to what is always there' => static fn () => FilmQuery::create()->joinDirector(),
            'joins to what is always there' => static fn () => OpinionQuery::create()->innerJoinFilm()
                ->useFilmQuery()->joinDirector()->endUse(),
            'condition of a used query' => static fn () => FilmQuery::create()->leftJoinStudio()
                ->useStudioQuery()->filterByName([], Criteria::NOT_IN)->endUse(),
            'not one of no objects' => static fn () => FilmQuery::create()->filterByDirector([], Criteria::NOT_IN),
            'not one of no composite keys' => static fn () => ShelfQuery::create()->filterByDelivery([], Criteria::NOT_EQUAL),
            'distinct' => static fn () => FilmQuery::create()->distinct()->orderById(),
            'no limit' => static fn () => FilmQuery::create()->limit(-1),
            'groups' => static fn () => FilmQuery::create()->groupByClass('Film'),
            'all rows inside' => static fn () => FilmQuery::create()->addSelectQuery(FilmQuery::create(), 's'),
            'merged' => static fn () => FilmQuery::create()
                ->mergeWith(FilmQuery::create()->filterByTitle([], Criteria::NOT_IN)->filterByCopies(['max' => null])),
            'no object to leave out' => static fn () => FilmQuery::create()->prune(null),
            'an object without a row to leave out' => static fn () => FilmQuery::create()->prune(new Film()),
        ];
        foreach ($queries as $name => $query) {
            $error = self::caught(InvalidQueryException::class, static fn () => $query()->delete());
            self::assertStringContainsString('deleteAll()', $error->getMessage(), $name);
        }
        self::assertSame([5, 6, 1], [FilmQuery::create()->count(), OpinionQuery::create()->count(), ShelfQuery::create()->count()]);
    }

    public function testWhatAsksForRowsDeletesThem(): void
    {
        $queries = [
            [4, static fn () => FilmQuery::create()->filterByTitle([], Criteria::NOT_IN)->filterByTitle('Alpha', '<>')],
            [3, static fn () => FilmQuery::create()->innerJoinStudio()],
            [3, static fn () => FilmQuery::create()->joinDirector()->innerJoinOpinion()],
            [3, static fn () => FilmQuery::create()->leftJoinStudio()->useStudioQuery()->filterByName(null, '<>')->endUse()],
            [2, static fn () => OpinionQuery::create()->joinFilm()->addJoinCondition('Film', 'Film.Title = ?', 'Gamma')],
            [2, static fn () => FilmQuery::create()->orderById()->offset(3)],
            [2, static fn () => FilmQuery::create()->innerJoinOpinion()->groupByClass('Film')->having('COUNT(*) > ?', 1)],
            [1, static fn () => FilmQuery::create()->addSelectQuery(FilmQuery::create()->filterByCopies(10), 's')],
            [0, static fn () => FilmQuery::create()->filterByTitle([])],
            [0, static fn () => FilmQuery::create()->filterByTitle([])->_or()->filterByTitle('zz')],
            [1, static fn () => FilmQuery::create()->where('Film.Title = ?', 'Alpha')],
            [5, static fn () => FilmQuery::create()->where('1 = 1')],
        ];
        foreach ($queries as $number => [$rows, $query]) {
            self::con()->beginTransaction();
            self::assertSame($rows, $query()->delete(), "query $number");
            self::con()->rollBack();
        }
        self::assertSame(5, FilmQuery::create()->count());
    }

    public function testReadOnlyTablesAreOnlyRead(): void
    {
        self::database()->rows("INSERT INTO archive_entry (id, name) VALUES (1, 'a')");
        foreach (
            [
                static fn () => ArchiveEntryQuery::create()->filterByName('a')->update(['Name' => 'b']),
                static fn () => ArchiveEntryQuery::create()->filterByName('a')->delete(),
                static fn () => ArchiveEntryQuery::create()->limit(1)->delete(),
                static fn () => ArchiveEntryQuery::create()->deleteAll(),
            ] as $work
        ) {
            $error = self::caught(ReadOnlyException::class, $work);
            self::assertStringContainsString('archive_entry', $error->getMessage());
        }
        self::assertSame('a', self::database()->value('SELECT name FROM archive_entry'));
    }
}
