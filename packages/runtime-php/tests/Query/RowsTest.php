<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query;

use Cinema\DirectorQuery;
use Cinema\Film;
use Cinema\FilmQuery;
use Cinema\NoteLine;
use Cinema\NoteLineQuery;
use Cinema\OpinionQuery;
use Cinema\Shelf;
use Cinema\ShelfQuery;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Query\Criteria;
use PDO;

/** Whatever a query has in it, everything that can be done with it is done to the rows that `find()` gives. */
final class RowsTest extends CinemaTestCase
{
    /**
     * @param \Closure(): FilmQuery $query
     */
    private function assertOneMeaning(\Closure $query, string $name): void
    {
        $found = self::ids($query()->find());
        self::assertSame(\count($found), $query()->count(), "count(): $name");
        self::assertSame($found !== [], $query()->exists(), "exists(): $name");
        self::assertSame($found[0] ?? null, $query()->findOne()?->getId(), "findOne(): $name");
        $pages = [];
        $pager = $query()->paginate(1, 2);
        self::assertSame(\count($found), $pager->getNbResults(), $name);
        for ($page = 1; $page <= $pager->getLastPage(); ++$page) {
            \array_push($pages, ...self::ids($query()->paginate($page, 2)->getResults()));
        }
        self::assertSame($found, $pages, "paginate(): $name");
        $statement = self::con()->getPdo()->prepare($query()->toSql());
        foreach ($query()->getParams() as $index => $value) {
            $statement->bindValue($index + 1, $value, \is_int($value) ? PDO::PARAM_INT : PDO::PARAM_STR);
        }
        $statement->execute();
        self::assertSame($found[0] ?? false, $statement->fetchColumn(), "toSql(): $name");
        $statement->closeCursor();
        if (!\str_contains($name, 'With Opinion')) {
            $seen = [];
            foreach ($query()->iterate(null, 2) as $film) {
                $seen[] = $film->getId();
            }
            self::assertSame($found, $seen, "iterate(): $name");
        }
        $rows = \array_values(\array_unique($found));
        \sort($rows);
        $con = self::con();
        $con->beginTransaction();
        self::assertSame(\count($rows), $query()->update(['Code' => 'touched']), "update(): $name");
        self::assertSame($rows, self::ids(self::films()->filterByCode('touched')->find()), "update(): $name");
        $con->rollBack();
        $con->beginTransaction();
        $all = self::ids(self::films()->find());
        self::assertSame(\count($rows), $query()->filterByCopies(1000, '<')->delete(), "delete(): $name");
        self::assertSame(\array_values(\array_diff($all, $rows)), self::ids(self::films()->find()), "delete(): $name");
        $con->rollBack();
    }

    /**
     * @param iterable<mixed> $films
     *
     * @return list<int>
     */
    private static function ids(iterable $films): array
    {
        $ids = [];
        foreach ($films as $film) {
            self::assertInstanceOf(Film::class, $film);
            $ids[] = (int) $film->getId();
        }

        return $ids;
    }

    public function testEverythingMeansTheRowsOfFind(): void
    {
        $joins = [
            'no join' => static fn (FilmQuery $query) => $query,
            'left join' => static fn (FilmQuery $query) => $query->leftJoinOpinion(),
            'inner join' => static fn (FilmQuery $query) => $query->innerJoinOpinion(),
            'left join With Opinion' => static fn (FilmQuery $query) => $query->leftJoinWithOpinion(),
            'inner join With Opinion' => static fn (FilmQuery $query) => $query->innerJoinWithOpinion()->leftJoinStudio(),
            'join with director' => static fn (FilmQuery $query) => $query->joinWithDirector()->leftJoinWithStudio(),
            'right join' => static fn (FilmQuery $query) => $query->joinDirector(null, Criteria::RIGHT_JOIN),
            'groups' => static fn (FilmQuery $query) => $query->leftJoinOpinion()
                ->withColumn('COUNT(Opinion.Id)', 'Votes')->groupByClass('Film'),
            'groups and having' => static fn (FilmQuery $query) => $query->innerJoinOpinion()->groupByClass('Film')
                ->having('COUNT(Opinion.Id) > ?', 1),
            'used' => static fn (FilmQuery $query) => $query->useDirectorQuery()->filterByName('Bob')->endUse(),
            'exists' => static fn (FilmQuery $query) => $query->useOpinionExistsQuery()->filterByRating(3, '<')->endUse(),
            'in' => static fn (FilmQuery $query) => $query->useInOpinionQuery()->filterByRating(3, '<')->endUse(),
        ];
        $orders = [
            'by id' => static fn (FilmQuery $query) => $query,
            'by an alias' => static fn (FilmQuery $query) => $query
                ->withColumn('50 - Film.Copies', 'Missing')->orderBy('Missing'),
            'descending' => static fn (FilmQuery $query) => $query->orderByAvailable('desc')->orderByCopies('desc'),
        ];
        $ends = [[null, 0], [2, 0], [2, 1], [null, 1], [0, 0], [1, 9]];
        foreach ($joins as $joined => $join) {
            foreach ($orders as $ordered => $order) {
                foreach ([false, true] as $distinct) {
                    // PostgreSQL cannot compare the JSON of a film, and nobody distinguishes groups.
                    if ($distinct && ($ordered === 'by an alias' || \str_starts_with($joined, 'groups'))) {
                        continue;
                    }
                    foreach ($ends as [$limit, $offset]) {
                        $query = static fn (): FilmQuery => $order($join(FilmQuery::create()))->orderById()
                            ->distinct($distinct)->limit($limit ?? -1)->offset($offset);
                        $name = "$joined, $ordered, " . ($distinct ? 'distinct, ' : '') . "limit $limit, offset $offset";
                        $this->assertOneMeaning($query, $name);
                    }
                }
            }
        }
    }

    public function testDeletesWhatFindGives(): void
    {
        $found = static fn (FilmQuery $query): array => self::titles($query->find());
        $left = static function (FilmQuery $query): array {
            self::con()->beginTransaction();
            $query->delete();
            $titles = self::titles(self::films()->find());
            self::con()->rollBack();

            return $titles;
        };
        $page = self::films()->leftJoinWithOpinion()->offset(1)->limit(2);
        self::assertSame(['Beta', 'Gamma'], $found($page));
        self::assertSame(['Alpha', 'Delta', '50%_off'], $left($page));
        $distinct = self::films()->innerJoinOpinion()->distinct()->offset(1);
        self::assertSame(['Beta', 'Gamma'], $found($distinct));
        self::assertSame(['Alpha', 'Delta', '50%_off'], $left($distinct));
        $most = FilmQuery::create()->leftJoinOpinion()->withColumn('COUNT(Opinion.Id)', 'Votes')->groupByClass('Film')
            ->orderBy('Votes', 'desc')->orderById()->offset(1)->limit(1);
        self::assertSame(['Gamma'], $found($most));
        self::assertSame(['Alpha', 'Beta', 'Delta', '50%_off'], $left($most));
        $length = FilmQuery::create()->leftJoinWithOpinion()->withColumn('50 - Film.Copies', 'Missing')
            ->orderBy('Missing')->limit(1);
        self::assertSame(['50%_off'], $found($length));
        self::assertSame(['Alpha', 'Beta', 'Gamma', 'Delta'], $left($length));
        self::assertSame(['50%_off'], \array_map(\strval(...), $length->paginate(1, 1)->getResults()->getData()));
    }

    public function testRowsThatAreNotKnownAreNotChanged(): void
    {
        (new NoteLine())->setText('a')->save();
        $refused = [
            'no key, limit' => static fn () => NoteLineQuery::create()->limit(1)->update(['Text' => 'x']),
            'no key, alias' => static fn () => NoteLineQuery::create('n')->filterByText('a')->delete(),
            'no key, distinct' => static fn () => NoteLineQuery::create()->filterByText('a')->distinct()->delete(),
            'group' => static fn () => FilmQuery::create()->groupByDirectorId()->limit(1)->delete(),
            'group of a joined table' => static fn () => OpinionQuery::create()->innerJoinFilm()->groupBy('Film.Id')->delete(),
            'part of the key' => static fn () => ShelfQuery::create()->groupByRoom()->limit(1)->update(['Amount' => 1]),
            'having' => static fn () => FilmQuery::create()->having('COUNT(*) > ?', 1)->update(['Code' => 'x']),
            'inside' => static fn () => FilmQuery::create()
                ->addSelectQuery(FilmQuery::create()->groupByDirectorId(), 's')->limit(1)->delete(),
            'unfinished' => static fn () => FilmQuery::create()->useDirectorQuery()->filterByName('Ann')->delete(),
            'unfinished update' => static fn () => FilmQuery::create()->useDirectorQuery()->update(['Name' => 'x']),
        ];
        foreach ($refused as $name => $work) {
            $error = self::caught(InvalidQueryException::class, $work);
            self::assertNotSame('', $error->getMessage(), $name);
        }
        self::assertSame(1, NoteLineQuery::create()->filterByText('a')->update(['Text' => 'b']));
        self::assertSame(2, FilmQuery::create()->addSelectQuery(self::films()->limit(2), 's')->update(['Code' => 'x']));
        self::assertTitles(['Alpha', 'Beta'], self::films()->filterByCode('x'));
        self::assertSame(5, FilmQuery::create()->count());
    }

    public function testKeysOfSeveralColumns(): void
    {
        foreach ([['a', 1], ['a', 2], ['b', 1], ['b', 2]] as [$room, $number]) {
            (new Shelf())->setRoom($room)->setNumber($number)->save();
        }
        $query = ShelfQuery::create()->leftJoinWithDelivery()->withColumn('3 - Shelf.Number', 'Back')
            ->orderBy('Back')->orderByRoom('desc')->offset(1)->limit(2);
        self::assertSame(2, $query->count());
        self::assertSame([['a', 2], ['b', 1]], self::shelves($query));
        self::assertSame(2, $query->update(['Amount' => 7]));
        self::assertSame([['a', 2], ['b', 1]], self::shelves(ShelfQuery::create()->filterByAmount(7)->orderByRoom()));
        self::assertSame(2, $query->delete());
        self::assertSame([['a', 1], ['b', 2]], self::shelves(ShelfQuery::create()->orderByRoom()));
    }

    /**
     * @return list<array{string|null, int|null}>
     */
    private static function shelves(ShelfQuery $query): array
    {
        return $query->find()->map(static fn (Shelf $shelf): array => [$shelf->getRoom(), $shelf->getNumber()]);
    }

    public function testPagesOfAQueryWithALimit(): void
    {
        $rows = static fn (FilmQuery $query, int $page): array => self::titles(
            self::films()->mergeWith($query)->paginate($page, 2)->getResults()
        );
        $three = self::films()->limit(3);
        $pager = $three->paginate(2, 2);
        self::assertSame([3, 2, 3, 3], [$pager->getNbResults(), $pager->getPage(), $pager->getFirstIndex(), $pager->getLastIndex()]);
        self::assertSame([['Alpha', 'Beta'], ['Gamma']], [$rows($three, 1), $rows($three, 2)]);
        $pager = self::films()->offset(3)->paginate(1, 2);
        self::assertSame([2, 1], [$pager->getNbResults(), $pager->getLastPage()]);
        self::assertSame(['Delta', '50%_off'], \array_map(\strval(...), $pager->getResults()->getData()));
        $none = self::films()->limit(0)->paginate(1, 2);
        self::assertSame([0, 0], [$none->getNbResults(), \count($none)]);
        $selection = self::films()->leftJoinOpinion()->offset(1)->limit(5)->select(['Title', 'Opinion.Rating']);
        $read = [];
        for ($page = 1; $page <= 3; ++$page) {
            \array_push($read, ...$selection->paginate($page, 2)->getResults()->getData());
        }
        self::assertCount(5, $read);
        self::assertSame(5, $selection->count());
    }

    public function testPagesShareNoRowWithoutAnOrder(): void
    {
        $parts = static function (int $size, \Closure $page): array {
            $read = [];
            for ($number = 1; $number <= 6; ++$number) {
                \array_push($read, ...$page($number, $size));
            }
            \sort($read);

            return $read;
        };
        $titles = ['50%_off', 'Alpha', 'Beta', 'Delta', 'Gamma'];
        $unordered = $parts(1, static fn (int $page, int $size): array => $page > 5 ? [] : self::titles(
            FilmQuery::create()->orderByAvailable()->paginate($page, $size)->getResults()
        ));
        self::assertSame($titles, $unordered);
        $ratings = $parts(1, static fn (int $page, int $size): array => \array_values(
            FilmQuery::create()->innerJoinOpinion()->orderByAvailable()->select('Opinion.Rating')->paginate($page, $size)
                ->getResults()->getData()
        ));
        self::assertSame([1, 2, 2, 3, 4, 5], $ratings);
        $distinct = FilmQuery::create()->distinct()->select('DirectorId')->paginate(2, 1)->getResults();
        self::assertSame([$this->directors['Bob']->getId()], $distinct->getData());
        $groups = FilmQuery::create()->withColumn('COUNT(*)', 'Number')->groupByDirectorId()->select('DirectorId');
        self::assertSame([$this->directors['Bob']->getId()], $groups->paginate(2, 1)->getResults()->getData());
        $sum = FilmQuery::create()->innerJoinOpinion()->withColumn('COUNT(Opinion.Id)', 'Votes')->select('Votes')->paginate(1, 1);
        self::assertSame([1, [6]], [$sum->getNbResults(), \array_map(\intval(...), $sum->getResults()->getData())]);
    }

    public function testValuesAreRowsOfTheirOwn(): void
    {
        $values = self::films()->leftJoinWithOpinion()->select(['Title', 'Opinion.Rating']);
        self::assertCount(8, $values->find());
        self::assertSame(8, $values->count());
        self::assertCount(2, (clone $values)->limit(2)->find());
        self::assertSame(2, (clone $values)->limit(2)->count());
        self::assertSame(4, $values->paginate(1, 2)->getLastPage());
        $right = FilmQuery::create()->joinDirector(null, Criteria::RIGHT_JOIN)->filterBy('Director.Name', 'Cid');
        self::assertSame([0, false], [$right->count(), $right->exists()]);
        self::assertSame([1, true], [$right->select('Director.Name')->count(), $right->select('Director.Name')->exists()]);
        self::assertSame(['Cid'], $right->select('Director.Name')->find()->getData());
        $alias = FilmQuery::create()->withColumn('Film.Copies', 'Number')->distinct()->select('DirectorId');
        self::assertCount($alias->count(), $alias->find());
        self::assertNull(self::films()->limit(0)->select('Title')->findOne());
    }

    public function testRowsThatASubqueryOfTheSameTableFinds(): void
    {
        self::assertSame(1, DirectorQuery::create()->useMentorNotExistsQuery()->endUse()->update(['Name' => 'first']));
        self::assertSame(1, DirectorQuery::create()->useInPupilQuery()->endUse()->update(['Name' => 'mentor']));
        $self = DirectorQuery::create()->whereExists(DirectorQuery::create('o')->where(self::quoted('o.Name < "director"."name"')));
        self::assertSame(2, $self->filterByName(['Bob', 'Cid', 'mentor'])->update(['Name' => 'later']));
        self::assertSame(2, DirectorQuery::create()->filterByPupil(null)->delete());
        self::assertSame(['later'], DirectorQuery::create()->find()->getColumnValues('Name'));
    }

    public function testALimitOfAUsedQueryIsRefused(): void
    {
        $error = self::caught(
            InvalidQueryException::class,
            static fn () => FilmQuery::create()->useOpinionQuery()->limit(1)->endUse()
        );
        self::assertStringContainsString('endUse()', $error->getMessage());
    }
}
