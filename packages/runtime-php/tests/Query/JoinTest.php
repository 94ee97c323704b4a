<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query;

use Cinema\DirectorQuery;
use Cinema\FilmQuery;
use Cinema\OpinionQuery;
use Cinema\StudioQuery;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Query\Criteria;

final class JoinTest extends CinemaTestCase
{
    public function testConditionsOnRelatedTables(): void
    {
        self::assertTitles(['Alpha', 'Beta'], self::films()->useDirectorQuery()->filterByName('Ann')->endUse());
        $either = self::films()->filterByTitle('Gamma')->_or()->useDirectorQuery()->filterByName('Ann')->endUse();
        self::assertTitles(['Alpha', 'Beta', 'Gamma'], $either);
        $both = self::films()->withDirectorQuery(static fn (DirectorQuery $query) => $query->filterByName('Bob'))
            ->withStudioQuery(static fn (StudioQuery $query) => $query->filterByName('Pan'));
        self::assertTitles(['Gamma'], $both);
        $nested = self::films()->useDirectorQuery()->useMentorQuery('m')->filterByName('Ann')->endUse()->endUse();
        self::assertTitles(['Gamma', 'Delta', '50%_off'], $nested);
        $ordered = FilmQuery::create()->useDirectorQuery()->orderByName('desc')->endUse()->orderById();
        self::assertTitles(['Gamma', 'Delta', '50%_off', 'Alpha', 'Beta'], $ordered);
        $open = FilmQuery::create()->useDirectorQuery();
        self::caught(InvalidQueryException::class, static fn () => $open->find());
        self::caught(InvalidQueryException::class, static fn () => FilmQuery::create()->endUse());
    }

    public function testJoinsByName(): void
    {
        self::assertTitles(['Alpha', 'Beta'], self::films()->join('Director')->where('Director.Name = ?', 'Ann'));
        self::assertTitles(['Alpha', 'Beta'], self::films()->join('Film.Director d')->where('d.Name = ?', 'Ann'));
        self::assertTitles(['Alpha', 'Beta'], self::films()->joinDirector('d')->filterBy('d.Name', 'Ann'));
        self::assertTitles(['Alpha', 'Beta', 'Gamma'], self::films()->innerJoinStudio());
        self::assertSame(5, self::films()->leftJoinStudio()->count());
        $rated = FilmQuery::create()->innerJoinOpinion()->addJoinCondition('Opinion', 'Opinion.Rating = ?', 2)->distinct();
        self::assertTitles(['Gamma'], $rated);
        $replaced = FilmQuery::create()->innerJoinOpinion()->setJoinCondition('Opinion', 'Opinion.FilmId = Film.Id + 1');
        self::assertSame(3, $replaced->count());
        $error = self::caught(InvalidQueryException::class, static fn () => self::films()->join('Directr'));
        self::assertStringContainsString('Did you mean "Director"?', $error->getMessage());
    }

    public function testRightJoin(): void
    {
        $query = FilmQuery::create()->joinDirector(null, Criteria::RIGHT_JOIN)->orderBy('Director.Name')->orderById();
        self::assertSame(['Alpha', 'Beta', 'Gamma', 'Delta', '50%_off'], self::titles($query->find()), 'no film of Cid');
    }

    public function testTheSameTableTwice(): void
    {
        $query = DirectorQuery::create()->useMentorQuery()->filterByName('Ann')->endUse()->orderByName();
        self::assertSame(['Bob', 'Cid'], $query->find()->getColumnValues('Name'));
        $query = DirectorQuery::create()->usePupilQuery()->useMentorQuery()->filterByName('Ann')->endUse()->endUse();
        self::assertSame(2, $query->count());
        $query = DirectorQuery::create('d')->joinPupil('p')->where('p.Name > d.Name')->orderBy('p.Name');
        self::assertSame(2, $query->count());
    }

    public function testSubqueries(): void
    {
        $names = static fn (DirectorQuery $query): array => $query->orderByName()->select('Name')->find()->getData();
        self::assertSame(['Ann', 'Bob'], $names(DirectorQuery::create()->useFilmExistsQuery()->endUse()));
        self::assertSame(['Cid'], $names(DirectorQuery::create()->useFilmNotExistsQuery()->endUse()));
        self::assertSame(['Bob'], $names(DirectorQuery::create()->useFilmExistsQuery()->filterByCopies(30)->endUse()));
        self::assertSame(['Bob'], $names(DirectorQuery::create()->useInFilmQuery()->filterByCopies(30)->endUse()));
        self::assertSame(['Ann', 'Cid'], $names(DirectorQuery::create()->useNotInFilmQuery()->filterByCopies(30)->endUse()));
        self::assertSame(['Ann'], $names(DirectorQuery::create()->usePupilExistsQuery()->filterByName('Bob')->endUse()));
        self::assertSame(['Bob', 'Cid'], $names(DirectorQuery::create()->useNotInPupilQuery()->endUse()), 'nulls do not count');
        $deep = DirectorQuery::create()->useFilmExistsQuery()->useDirectorQuery()->filterByName('Ann')->endUse()->endUse();
        self::assertSame(['Ann'], $names($deep), 'the same table outside and inside');
        $own = DirectorQuery::create()->whereExists(FilmQuery::create()->where('Film.DirectorId = director.id'));
        self::assertSame(['Ann', 'Bob'], $names($own));
        $none = DirectorQuery::create()->whereNotExists(FilmQuery::create()->where('Film.DirectorId = director.id'));
        self::assertSame(['Cid'], $names($none));
        $either = DirectorQuery::create()->filterByName('Cid')->_or()->useFilmExistsQuery()->filterByCopies(10)->endUse();
        self::assertSame(['Ann', 'Cid'], $names($either));
    }

    public function testALimitInASubqueryCountsRowsThatPointNowhere(): void
    {
        $studios = static fn (StudioQuery $query): array => $query->orderByName()->select('Name')->find()->getData();
        $last = static fn (int $count) => static fn (StudioQuery $query) => $query->useInFilmQuery()->orderById('desc')
            ->limit($count)->endUse();
        self::assertSame([], $studios($last(2)(StudioQuery::create())), 'the last two films have no studio');
        self::assertSame(['Pan'], $studios($last(3)(StudioQuery::create())));
        $without = StudioQuery::create()->useNotInFilmQuery()->orderById('desc')->limit(3)->endUse();
        self::assertSame(['Quo'], $studios($without));
    }

    public function testDerivedTable(): void
    {
        $few = FilmQuery::create()->filterByCopies(25, '>')->orderByCopies()->limit(2);
        $query = FilmQuery::create()->addSelectQuery($few, 's')->orderBy('s.Copies', 'desc');
        self::assertTitles(['Delta', 'Gamma'], $query);
    }

    public function testRelatedObjectsInOneQuery(): void
    {
        $found = [];
        $sql = self::sqlOf(static function () use (&$found): void {
            foreach (self::films()->joinWithDirector()->leftJoinWithStudio()->find() as $film) {
                $found[] = [$film->getTitle(), $film->getDirector()?->getName(), $film->getStudio()?->getName()];
            }
        });
        self::assertCount(1, $sql);
        self::assertSame([
            ['Alpha', 'Ann', 'Pan'], ['Beta', 'Ann', 'Quo'], ['Gamma', 'Bob', 'Pan'], ['Delta', 'Bob', null],
            ['50%_off', 'Bob', null],
        ], $found);
    }

    public function testListsOfRelatedObjectsInOneQuery(): void
    {
        $found = [];
        $sql = self::sqlOf(static function () use (&$found): void {
            $query = DirectorQuery::create()->joinWith('Film')->joinWith('Film.Opinion', Criteria::LEFT_JOIN)
                ->orderByName()->orderBy('Film.Id');
            foreach ($query->find() as $director) {
                $counts = [];
                foreach ($director->getFilms() as $film) {
                    $counts[] = \count($film->getOpinions());
                }
                $found[] = [$director->getName(), $counts];
            }
        });
        self::assertCount(1, $sql);
        self::assertSame([['Ann', [3, 1]], ['Bob', [2, 0, 0]], ['Cid', []]], $found);
    }

    public function testNestedObjectsInOneQuery(): void
    {
        $found = [];
        $sql = self::sqlOf(static function () use (&$found): void {
            foreach (OpinionQuery::create()->joinWith('Film')->joinWith('Film.Director')->orderById()->find() as $opinion) {
                $film = $opinion->getFilm();
                $found[] = [$opinion->getRating(), $film?->getTitle(), $film?->getDirector()?->getName()];
            }
        });
        self::assertCount(1, $sql);
        self::assertSame([
            [5, 'Alpha', 'Ann'], [3, 'Alpha', 'Ann'], [1, 'Alpha', 'Ann'], [4, 'Beta', 'Ann'], [2, 'Gamma', 'Bob'],
            [2, 'Gamma', 'Bob'],
        ], $found);
    }

    public function testLimitCountsRowsOfTheTable(): void
    {
        $lengths = static function (FilmQuery $query): array {
            $lengths = [];
            foreach ($query->find() as $film) {
                $lengths[(string) $film->getTitle()] = \count($film->getOpinions());
            }

            return $lengths;
        };
        $first = FilmQuery::create()->joinWithOpinion()->orderByTitle()->limit(2);
        $sql = self::sqlOf(static fn () => self::assertSame(['50%_off' => 0, 'Alpha' => 3], $lengths($first)));
        self::assertCount(1, $sql);
        $rated = FilmQuery::create()->innerJoinWithOpinion()->orderBy('Opinion.Rating', 'desc')->offset(1)->limit(2);
        self::assertSame(['Beta' => 1, 'Gamma' => 2], $lengths($rated));
        $some = FilmQuery::create()->filterByCopies(15, '>')->innerJoinWithOpinion()->limit(2);
        self::assertSame(['Beta' => 1, 'Gamma' => 2], $lengths($some));
        self::assertCount(3, self::films()->joinWithOpinion()->findOne()?->getOpinions() ?? []);
        self::assertSame(5, FilmQuery::create()->joinWithOpinion()->count());
        self::assertSame(2, FilmQuery::create()->joinWithOpinion()->limit(2)->count());
        self::assertSame(3, FilmQuery::create()->innerJoinWithOpinion()->count());
        $page = self::films()->joinWithOpinion()->paginate(2, 2);
        self::assertSame(5, $page->getNbResults());
        self::assertSame(['Gamma', 'Delta'], $page->getResults()->map(static fn ($film) => $film->getTitle()));
    }

    public function testRowsOfAJoin(): void
    {
        self::assertSame(6, FilmQuery::create()->innerJoinOpinion()->count());
        self::assertCount(6, FilmQuery::create()->innerJoinOpinion()->find());
        self::assertCount(6, FilmQuery::create()->joinWithDirector()->innerJoinOpinion()->find());
        self::assertSame(6, FilmQuery::create()->joinWithDirector()->innerJoinOpinion()->count());
        self::assertCount(4, FilmQuery::create()->joinWithDirector()->innerJoinOpinion()->limit(4)->find());
        self::assertSame(3, FilmQuery::create()->innerJoinOpinion()->distinct()->count());
        self::assertCount(3, FilmQuery::create()->innerJoinOpinion()->distinct()->find());
        self::assertCount(2, FilmQuery::create()->innerJoinOpinion()->distinct()->orderById()->limit(2)->find());
    }

    public function testARelationIsReadAlongOnce(): void
    {
        $query = FilmQuery::create()->joinWithOpinion()->join('Opinion o', Criteria::LEFT_JOIN);
        self::assertSame(5, $query->joinWithOpinion()->count());
        $error = self::caught(InvalidQueryException::class, static fn () => $query->with('o'));
        self::assertStringContainsString('Film.Opinion', $error->getMessage());
        self::caught(InvalidQueryException::class, static fn () => FilmQuery::create()->joinWith('Opinion a')->joinWith('Opinion b'));
    }

    public function testFurtherColumnsOfObjectsThatAreAlsoReadAlong(): void
    {
        $query = DirectorQuery::create()->leftJoinWithMentor()->withColumn('Director.Id + 0', 'Number')->orderById();
        foreach ([$query, (clone $query)->orderByName('desc')] as $each) {
            $numbers = $each->find()->map(static fn ($director): bool => $director->getVirtualColumn('Number') == $director->getId());
            self::assertSame([true, true, true], $numbers);
        }
    }
}
