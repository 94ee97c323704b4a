<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query;

use Cinema\DirectorQuery;
use Cinema\Enum\FilmStyle;
use Cinema\FilmQuery;
use DateTimeImmutable;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Exception\UnknownColumnException;

final class ClauseTest extends CinemaTestCase
{
    public function testWhere(): void
    {
        self::assertTitles(['Beta'], self::films()->where('Film.Title = ?', 'Beta'));
        self::assertTitles(['Beta', 'Gamma'], self::films()->where('Film.Copies >= ? AND Film.Copies <= ?', [20, 30]));
        self::assertTitles(['Alpha', 'Beta'], self::films()->where('Film.Title IN ?', ['Alpha', 'Beta']));
        self::assertTitles(['Alpha'], self::films()->where('Film.Title IN ?', ['Alpha']));
        self::assertTitles([], self::films()->where('Film.Title IN ?', []));
        self::assertTitles(['Delta', '50%_off'], self::films()->where('Film.Copies * 2 > ?', 60));
        self::assertTitles(['Delta', '50%_off'], self::films()->where('Film.Copies * 1.0 > ?', 30.5));
        self::assertTitles(['Alpha', 'Beta'], self::films()->where("UPPER(Film.Title) = 'ALPHA' OR film.title = ?", 'Beta'));
        self::assertTitles(['Gamma'], self::films()->where('Film.Available = ?', false));
        self::assertTitles(['Beta'], self::films()->where('Film.Style = ?', FilmStyle::Comedy));
        self::assertTitles(['Alpha'], self::films()->where('Film.ShownAt < ?', new DateTimeImmutable('2024-01-15')));
        self::assertTitles(['Beta'], self::films()->where('Film.Token = ?', '00000000-0000-4000-8000-000000000020'));
        self::assertTitles(['Beta'], self::films()->where("Film.Title = ? AND '?' <> 'Film.Nope'", 'Beta'), 'in quotes');
        self::assertTitles(['Beta'], FilmQuery::create('f')->where('f.Title = ?', 'Beta'));
        self::assertTitles(['Alpha', 'Beta'], FilmQuery::create('f')->where('f.Copies < ?', 30)->orderBy('f.Id'));
    }

    public function testWhereIsRefused(): void
    {
        $error = self::caught(UnknownColumnException::class, static fn () => self::films()->where('Film.Titel = ?', 1));
        self::assertStringContainsString('Did you mean "Title"?', $error->getMessage());
        self::caught(InvalidQueryException::class, static fn () => self::films()->where('Film.Title = ? AND 1 = ?', ['x']));
        self::caught(InvalidQueryException::class, static fn () => self::films()->where('Film.Title = ?'));
        self::caught(InvalidQueryException::class, static fn () => self::films()->where('Film.Title = 1', 'x'));
        self::caught(InvalidQueryException::class, static fn () => self::films()->where('Film.Id NOT IN ?', []));
        self::caught(InvalidQueryException::class, static fn () => self::films()->where('Film.Id + 0 = ?', new \stdClass()));
        self::caught(InvalidValueException::class, static fn () => self::films()->where('Film.Id = ?', '1x'));
    }

    public function testConditionsAreCombined(): void
    {
        $query = self::films()->condition('few', 'Film.Copies < ?', 25)->condition('d', 'Film.Title = ?', 'Delta');
        self::assertTitles(['Alpha', 'Beta', 'Delta'], (clone $query)->combine(['few', 'd'], 'or'));
        self::assertTitles(['Alpha', 'Beta', 'Delta'], (clone $query)->where(['few', 'd'], 'or'));
        self::assertTitles([], (clone $query)->where(['few', 'd']));
        $query->combine(['few', 'd'], 'or', 'either')->condition('drama', 'Film.Style = ?', 'drama');
        self::assertTitles(['Alpha', 'Delta'], $query->combine(['either', 'drama'], 'and'));
        self::caught(InvalidQueryException::class, static fn () => self::films()->combine(['nope']));
        self::caught(InvalidQueryException::class, static fn () => self::films()->combine([]));
        $odd = static fn () => self::films()->condition('a', '1 = 1')->combine(['a'], 'xor');
        self::caught(InvalidQueryException::class, $odd);
    }

    public function testGroups(): void
    {
        $query = DirectorQuery::create()->leftJoinFilm()->withColumn('COUNT(Film.Id)', 'Films')->groupByClass('Director')
            ->orderBy('Films', 'desc')->orderByName();
        $found = [];
        foreach ($query->find() as $director) {
            $number = $director->getVirtualColumn('Films');
            $found[] = [$director->getName(), \is_numeric($number) ? (int) $number : null];
        }
        self::assertSame([['Bob', 3], ['Ann', 2], ['Cid', 0]], $found);
        self::assertSame(3, $query->count());
        $many = (clone $query)->having('COUNT(Film.Id) > ?', 1);
        self::assertSame(['Bob', 'Ann'], $many->find()->getColumnValues('Name'));
        self::assertSame(2, $many->count());
        self::assertTrue($many->exists());
        self::assertFalse((clone $query)->having('COUNT(Film.Id) > ?', 7)->exists());
        self::assertSame(3, $query->count(), 'the copy was another query');
        self::assertSame(2, FilmQuery::create()->groupByDirectorId()->select('DirectorId')->count());
    }

    public function testMerging(): void
    {
        $other = FilmQuery::create()->filterByTitle('Gamma')->orderById();
        self::assertTitles(['Gamma'], FilmQuery::create()->filterByCopies(25, '>')->mergeWith($other));
        self::assertTitles(['Alpha', 'Gamma'], FilmQuery::create()->filterByTitle('Alpha')->mergeWith($other, 'or'));
        self::caught(InvalidQueryException::class, static fn () => FilmQuery::create()->mergeWith(DirectorQuery::create()));
    }

    public function testComment(): void
    {
        $query = FilmQuery::create()->setComment("page */ DROP TABLE film; /* ? :name\n");
        self::assertStringStartsWith('/* page', $query->toSql());
        self::assertSame(1, \substr_count($query->toSql(), '*/'));
        self::assertCount(5, $query->find());
        self::assertCount(5, FilmQuery::create()->setComment('a **//*! x */ *')->find());
    }

    public function testSqlAndValuesCanBeSeen(): void
    {
        $query = FilmQuery::create()->filterByCopies(25)->where('Film.Title = ?', 'x');
        self::assertSame([25, 'x'], $query->getParams());
        $tail = self::quoted(' FROM "film" WHERE "film"."copies" = ? AND ("film"."title" = ?)');
        self::assertSame($tail, \strstr($query->toSql(), ' FROM'));
    }

    public function testQueriesCanBeRunAgain(): void
    {
        $query = FilmQuery::create()->filterByCopies(25, '>')->orderById();
        for ($round = 0; $round < 4; ++$round) {
            self::assertSame(3, $query->count());
            self::assertCount(3, $query->find());
            self::assertSame('Gamma', $query->findOne()?->getTitle());
            self::assertTrue($query->exists());
            self::assertSame(2, $query->paginate(1, 2)->getLastPage());
            self::assertSame('Gamma', $query->select('Title')->findOne());
            self::assertNull($query->findOneByTitle('Alpha'));
        }
        $copy = clone $query;
        $copy->filterByTitle('Gamma')->joinDirector();
        self::assertSame(3, $query->count());
        self::assertSame(1, $copy->count());
    }

    public function testLimits(): void
    {
        self::assertTitles(['Beta', 'Gamma'], self::films()->offset(1)->limit(2));
        self::assertTitles(['Delta', '50%_off'], self::films()->offset(3));
        self::assertTitles([], self::films()->limit(0));
        self::assertNull(self::films()->limit(0)->findOne());
        self::assertFalse(self::films()->limit(0)->exists());
        self::assertSame(5, self::films()->limit(2)->limit(-1)->count());
        self::assertFalse(self::films()->filterByTitle('no')->exists());
    }

    public function testOneOrCreated(): void
    {
        $film = FilmQuery::create()->filterByTitle('New')->filterByStyle(FilmStyle::Comedy)->filterByPrice('3.5')
            ->filterByCopies(5, '>')->findOneOrCreate();
        self::assertTrue($film->isNew());
        self::assertSame(['New', FilmStyle::Comedy, '3.50', 0], [
            $film->getTitle(), $film->getStyle(), $film->getPrice(), $film->getCopies(),
        ]);
        self::assertFalse(FilmQuery::create()->filterByTitle('Alpha')->findOneOrCreate()->isNew());
    }
}
