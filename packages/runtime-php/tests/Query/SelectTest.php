<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query;

use Cinema\Enum\FilmColors;
use Cinema\Enum\FilmStyle;
use Cinema\FilmQuery;
use DateTimeImmutable;
use Orm\Runtime\Exception\EntityNotFoundException;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Exception\UnknownColumnException;

final class SelectTest extends CinemaTestCase
{
    public function testOneColumnGivesItsValues(): void
    {
        $query = self::films()->filterByCopies(25, '<');
        self::assertSame(['Alpha', 'Beta'], $query->select('Title')->find()->getData());
        self::assertSame('Alpha', $query->select('Title')->findOne());
        self::assertSame('sum Beta', FilmQuery::create()->filterByTitle('Beta')->select('Summary')->requireOne());
        self::assertNull(FilmQuery::create()->filterByTitle('zz')->select('Title')->findOne());
        $missing = static fn () => FilmQuery::create()->filterByTitle('zz')->select('Title')->requireOne();
        self::caught(EntityNotFoundException::class, $missing);
        self::caught(UnknownColumnException::class, static fn () => FilmQuery::create()->select('Titel')->find());
    }

    public function testValuesHaveTheTypesOfGetters(): void
    {
        $names = [
            'Title', 'Price', 'Weight', 'Director.Name', 'Style', 'Available', 'ShownAt', 'Colors', 'Words', 'Token',
            'Copies', 'StudioId', 'Document',
        ];
        $row = FilmQuery::create()->joinDirector()->filterByTitle('Delta')->select($names)->requireOne();
        $document = $row['Document'];
        unset($row['Document']);
        self::assertSame($names, [...\array_keys($row), 'Document']);
        self::assertEquals(['l' => [1, 2], 'n' => 40], $document);
        self::assertEquals([
            'Title' => 'Delta',
            'Price' => '40.50',
            'Weight' => '12345678901234567890.4000000000',
            'Director.Name' => 'Bob',
            'Style' => FilmStyle::Drama,
            'Available' => true,
            'ShownAt' => new DateTimeImmutable('2024-04-01 10:00:00'),
            'Colors' => null,
            'Words' => ['Delta', 'x|y', 'a_b'],
            'Token' => '00000000-0000-4000-8000-000000000040',
            'Copies' => 40,
            'StudioId' => null,
        ], $row);
        self::assertSame('40.50', $row['Price']);
        self::assertSame([FilmColors::Red], FilmQuery::create()->filterByTitle('Alpha')->select('Colors')->findOne());
    }

    public function testTheRestOfTheChain(): void
    {
        $selection = FilmQuery::create()->withColumn('Film.Copies * 2', 'Twice')->select(['Title', 'Twice'])
            ->where('Film.Copies > ?', 10)->filterBy('Title', 'Gamma', '<>')->orderBy('Twice', 'desc')->limit(2)->offset(1);
        $found = [];
        foreach ($selection->find() as $row) {
            $found[] = [$row['Title'], \is_numeric($row['Twice']) ? (int) $row['Twice'] : null];
        }
        self::assertSame([['Delta', 80], ['Beta', 40]], $found);
        self::assertSame(2, $selection->count());
        self::assertTrue($selection->exists());
        self::assertSame([10, 'Gamma'], $selection->getParams());
        self::assertStringContainsString('Twice', $selection->toSql());
        self::assertSame(2, FilmQuery::create()->select('DirectorId')->distinct()->count());
        self::assertCount(2, FilmQuery::create()->select('DirectorId')->distinct()->find());
        self::assertCount(19, FilmQuery::create()->select()->findOne() ?? []);
        $pager = self::films()->select('Title')->paginate(2, 2);
        self::assertSame(['Gamma', 'Delta'], $pager->getResults()->getData());
        self::assertSame(3, $pager->getLastPage());
        $groups = FilmQuery::create()->withColumn('COUNT(*)', 'Number')->select(['DirectorId', 'Number'])
            ->groupBy('DirectorId')->having('COUNT(*) > ?', 2);
        self::assertCount(1, $groups->find());
        self::assertSame(1, $groups->count());
    }

    public function testPages(): void
    {
        $pager = self::films()->paginate(2, 2);
        self::assertSame(['Gamma', 'Delta'], $pager->getResults()->map(static fn ($film) => $film->getTitle()));
        self::assertSame(
            [5, 2, 3, 1, 1, 3, 3, 4, true, false, false, 2],
            [
                $pager->getNbResults(), $pager->getPage(), $pager->getLastPage(), $pager->getFirstPage(),
                $pager->getPreviousPage(), $pager->getNextPage(), $pager->getFirstIndex(), $pager->getLastIndex(),
                $pager->haveToPaginate(), $pager->isFirstPage(), $pager->isLastPage(), \count($pager),
            ]
        );
        self::assertSame([1, 2, 3], $pager->getLinks());
        self::assertSame([1, 2], $pager->getLinks(2));
        self::assertSame(3, self::films()->paginate(99, 2)->getPage());
        self::assertSame(1, self::films()->paginate(-5, 2)->getPage());
        $none = FilmQuery::create()->filterByTitle('zz')->paginate(5, 2);
        self::assertSame([1, 0, 0, true], [$none->getPage(), $none->getFirstIndex(), $none->getNbResults(), $none->isEmpty()]);
        self::caught(InvalidQueryException::class, static fn () => self::films()->paginate(1, 0));
    }

    public function testPagesOfSums(): void
    {
        foreach ([['SUM(Film.Copies)', 150], ['COUNT(*)', 5]] as [$expression, $expected]) {
            $pager = FilmQuery::create()->withColumn($expression, 'Total')->select('Total')->paginate(1, 10);
            $total = $pager->getResults()->getFirst();
            self::assertSame([$expected, 1], [\is_numeric($total) ? (int) $total : null, $pager->getNbResults()]);
        }
    }

    public function testDistinctValuesDifferByWhatIsRead(): void
    {
        $query = static fn () => FilmQuery::create()->distinct()->withColumn('Film.Copies * 2', 'Twice')
            ->withColumn('Film.DirectorId * 1', 'Which');
        self::assertCount(5, $query()->select(['Which', 'Twice'])->find());
        $which = $query()->select('Which')->orderBy('Which');
        self::assertCount(2, $which->find());
        self::assertSame([2, 2], [$which->count(), $which->paginate(1, 5)->getNbResults()]);
        self::assertCount(1, $which->paginate(2, 1)->getResults());
        self::assertFalse($query()->select('Which')->offset(2)->exists());
        self::assertCount(2, $query()->select('DirectorId')->find());
        $error = self::caught(InvalidQueryException::class, static fn () => $query()->select('Which')->orderBy('Twice')->find());
        self::assertSame('Distinct rows cannot be ordered by "Twice", which is not read: add it to select().', $error->getMessage());
    }

    public function testAColumnThatIsNamedTwice(): void
    {
        $row = FilmQuery::create()->filterByTitle('Alpha')->select(['Title', 'Title', 'Copies'])->findOne();
        self::assertSame(['Title' => 'Alpha', 'Copies' => 10], $row);
    }

    public function testVirtualColumns(): void
    {
        $film = FilmQuery::create()->joinDirector()->withColumn('Director.Name', 'By')->filterByTitle('Beta')->findOne();
        self::assertSame('Ann', $film?->getVirtualColumn('By'));
        self::assertSame('Ann', $film->toArray()['By']);
    }
}
