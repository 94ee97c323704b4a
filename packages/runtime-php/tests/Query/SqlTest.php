<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query;

use Cinema\Film;
use Cinema\FilmQuery;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Exception\QueryException;

/** findFromSql(): objects of a SELECT that the application wrote. */
final class SqlTest extends CinemaTestCase
{
    public function testObjectsOfRows(): void
    {
        $films = FilmQuery::create()->findFromSql(
            'SELECT f.*, (SELECT COUNT(*) FROM opinion o WHERE o.film_id = f.id) AS opinions FROM film f'
            . ' WHERE f.copies BETWEEN ? AND ? ORDER BY f.copies DESC',
            [10, 30],
        );
        self::assertSame(Film::class, $films->getModel());
        self::assertSame(['Gamma', 'Beta', 'Alpha'], self::titles($films));
        self::assertSame([2, 1, 3], $films->map(static fn (Film $film): int => (int) (string) $film->getVirtualColumn('opinions')));
        self::con()->getPool()?->clear();
        foreach ($films as $film) {
            $expected = FilmQuery::create()->findPk((int) $film->getId()) ?? self::fail();
            self::assertEquals($expected->toArray(), \array_diff_key($film->toArray(), ['opinions' => 1]), 'the same values');
            self::assertFalse($film->isNew() || $film->isModified());
        }
    }

    public function testColumnsInAnyOrderAndNamedParameters(): void
    {
        $names = \array_reverse(\Cinema\Map\FilmTableMap::getFieldNames('fieldName'));
        $sql = 'SELECT ' . \implode(', ', \array_diff($names, ['summary'])) . ' FROM film WHERE title = :title';
        $film = FilmQuery::create()->findFromSql($sql, ['title' => 'Beta'])->getFirst() ?? self::fail();
        self::assertSame([$this->idOf('Beta'), 'Beta', 20], [$film->getId(), $film->getTitle(), $film->getCopies()]);
        self::assertSame('sum Beta', $film->getSummary(), 'a lazy column is read when it is asked for');
        $film->setCode('new')->save();
        self::assertSame('new', self::database()->value("SELECT code FROM film WHERE title = 'Beta'"));
        self::assertCount(0, FilmQuery::create()->findFromSql($sql, ['title' => 'none']));
    }

    public function testAnObjectInUseIsTheSame(): void
    {
        $film = FilmQuery::create()->findOneByTitle('Alpha') ?? self::fail();
        $film->setCode('edited');
        self::database()->pdo->exec("UPDATE film SET copies = 11 WHERE title = 'Alpha'");
        $again = FilmQuery::create()->findFromSql("SELECT * FROM film WHERE title = 'Alpha'")->getFirst();
        self::assertSame($film, $again);
        self::assertSame([11, 'edited'], [$film->getCopies(), $film->getCode()], 'refreshed, without losing the edit');
    }

    public function testWhatIsRefused(): void
    {
        $cases = [
            ['SELECT id, title FROM film', 'has no column "code", which every Film needs: select all columns of "film"'],
            ['SELECT * FROM film f JOIN studio s ON s.id = f.studio_id', 'several columns "id": give those of other tables'],
            ['SELECT f.*, 1 AS n, 2 AS n FROM film f', 'several columns "n"'],
        ];
        foreach ($cases as [$sql, $message]) {
            $error = self::caught(InvalidQueryException::class, static fn (): mixed => FilmQuery::create()->findFromSql($sql));
            self::assertStringContainsString($message, $error->getMessage());
        }
        self::caught(QueryException::class, static fn (): mixed => FilmQuery::create()->findFromSql('SELECT * FROM nothing'));
        $queries = [
            FilmQuery::create()->filterByTitle('Beta'),
            FilmQuery::create()->orderByTitle(),
            FilmQuery::create()->limit(1),
            FilmQuery::create()->joinDirector(),
        ];
        foreach ($queries as $query) {
            $error = self::caught(InvalidQueryException::class, static fn (): mixed => $query->findFromSql('SELECT * FROM film'));
            self::assertStringContainsString('write conditions, joins, order and limit there', $error->getMessage());
        }
    }
}
