<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query;

use Cinema\Enum\FilmColors;
use Cinema\Enum\FilmStyle;
use Cinema\FilmQuery;
use Cinema\OpinionQuery;
use Cinema\Secret;
use Cinema\SecretQuery;
use Cinema\Shelf;
use Cinema\ShelfQuery;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Exception\UnknownColumnException;
use Orm\Runtime\Query\SqlExpression;

final class BulkTest extends CinemaTestCase
{
    public function testUpdate(): void
    {
        $id = $this->idOf('Alpha');
        $before = FilmQuery::create()->requirePk($id);
        self::assertSame(2, FilmQuery::create()->filterByCopies(25, '<')->update([
            'Copies' => 7,
            'Price' => '1.5',
            'Style' => FilmStyle::Comedy,
            'Token' => '11111111-0000-4000-8000-000000000001',
            'Available' => false,
            'Colors' => ['green'],
            'ShownAt' => '2030-01-01 00:00:00',
            'Poster' => "\0x",
            'StudioId' => null,
        ]));
        $film = FilmQuery::create()->requirePk($id);
        self::assertNotSame($before, $film, 'the pool does not show what is not true any more');
        self::assertSame(
            [7, '1.50', FilmStyle::Comedy, '11111111-0000-4000-8000-000000000001', false, [FilmColors::Green], '2030', null],
            [
                $film->getCopies(), $film->getPrice(), $film->getStyle(), $film->getToken(), $film->getAvailable(),
                $film->getColors(), $film->getShownAt()?->format('Y'), $film->getStudioId(),
            ]
        );
        self::assertSame(5, FilmQuery::create()->update(['copies' => new SqlExpression('Film.Copies + ?', [1])]));
        self::assertSame(8, FilmQuery::create()->requirePk($id)->getCopies());
    }

    public function testUpdateOfWhatAJoinOrLimitFinds(): void
    {
        self::assertSame(2, FilmQuery::create()->useDirectorQuery()->filterByName('Ann')->endUse()->update(['Code' => null]));
        self::assertTitles(['Alpha', 'Beta'], self::films()->filterByCode(null));
        self::assertSame(1, self::films()->limit(1)->update(['Code' => 'first']));
        self::assertTitles(['Alpha'], self::films()->filterByCode('first'));
        self::assertSame(1, FilmQuery::create('f')->where('f.Code = ?', 'first')->update(['Code' => 'second']));
        foreach ([1, 2, 3] as $number) {
            (new Shelf())->setRoom('a')->setNumber($number)->save();
        }
        self::assertSame(2, ShelfQuery::create()->orderByNumber('desc')->limit(2)->update(['Amount' => 9]));
        self::assertSame([2, 3], ShelfQuery::create()->filterByAmount(9)->orderByNumber()->find()->getColumnValues('Number'));
    }

    public function testUpdateIsRefused(): void
    {
        self::caught(UnknownColumnException::class, static fn () => FilmQuery::create()->update(['Nope' => 1]));
        self::caught(InvalidQueryException::class, static fn () => FilmQuery::create()->update([]));
        self::caught(InvalidValueException::class, static fn () => FilmQuery::create()->update(['Copies' => '1x']));
    }

    public function testDelete(): void
    {
        $id = $this->idOf('Alpha');
        FilmQuery::create()->requirePk($id);
        $error = self::caught(InvalidQueryException::class, static fn () => FilmQuery::create()->delete());
        self::assertStringContainsString('deleteAll()', $error->getMessage());
        self::assertSame(1, OpinionQuery::create()->orderById('desc')->limit(1)->delete());
        self::assertSame(2, FilmQuery::create()->useDirectorQuery()->filterByName('Ann')->endUse()->delete());
        self::assertNull(FilmQuery::create()->findPk($id));
        self::assertSame(1, FilmQuery::create()->filterByTitle('Gamma')->delete());
        self::assertSame(0, OpinionQuery::create()->count(), 'the database cascades');
        self::assertSame(2, FilmQuery::create()->deleteAll());
        self::assertSame(0, FilmQuery::create()->count());
    }

    public function testRollbackIsSeen(): void
    {
        $id = $this->idOf('Alpha');
        self::con()->beginTransaction();
        FilmQuery::create()->update(['Copies' => 99]);
        self::assertSame(99, FilmQuery::create()->requirePk($id)->getCopies());
        $kept = FilmQuery::create()->requirePk($id);
        self::con()->rollBack();
        self::assertSame(10, FilmQuery::create()->requirePk($id)->getCopies());
        unset($kept);
    }

    public function testHooks(): void
    {
        SecretQuery::$calls = [];
        foreach (['one', 'two', 'three'] as $name) {
            (new Secret())->setName($name)->save();
        }
        self::assertSame(1, SecretQuery::create()->filterByName('one')->delete(), 'hides');
        $query = SecretQuery::create();
        for ($round = 0; $round < 2; ++$round) {
            self::assertSame(2, $query->count());
            self::assertCount(2, $query->find());
            self::assertNotNull($query->findOne());
            self::assertTrue($query->exists());
            self::assertCount(2, \iterator_to_array($query->iterate()));
        }
        self::assertSame('3', self::database()->value('SELECT COUNT(*) FROM secret'));
        self::assertSame(42, SecretQuery::create()->update(['Name' => 'stop']));
        self::assertSame(2, SecretQuery::create()->update(['Name' => 'new']), 'what is hidden stays as it is');
        self::assertSame('NEW', SecretQuery::create()->select('Name')->findOne());
        $query->hides = false;
        self::assertSame(2, $query->filterByName('NEW')->delete());
        self::assertSame(['postUpdate 1', 'postUpdate 2', 'postDelete 2'], SecretQuery::$calls);
    }

    public function testLocks(): void
    {
        $con = self::con();
        $con->beginTransaction();
        self::assertSame('Alpha', FilmQuery::create()->filterByTitle('Alpha')->lockForUpdate()->findOne()?->getTitle());
        self::assertCount(1, FilmQuery::create()->filterByTitle('Beta')->joinWithDirector()->lockForShare(['Film'])->find());
        $page = FilmQuery::create()->filterByTitle('Alpha')->joinWithOpinion()->limit(1)->lockForUpdate([], true);
        self::assertCount(1, $page->find());
        self::assertCount(1, FilmQuery::create()->filterByTitle('Alpha')->leftJoinWithStudio()->lockForUpdate()->find());
        if (self::adapter() !== 'sqlite') {
            $other = self::anotherSession();
            $blocked = self::caught(\PDOException::class, fn () => $other->exec(
                'UPDATE film SET copies = 1 WHERE id = ' . $this->idOf('Alpha')
            ));
            self::assertNotSame('', $blocked->getMessage());
        }
        $con->rollBack();
        $clause = FilmQuery::create()->lockForUpdate([], true)->toSql();
        self::assertSame(self::adapter() !== 'sqlite', \str_ends_with($clause, 'FOR UPDATE NOWAIT'));
        self::assertStringEndsNotWith('NOWAIT', FilmQuery::create()->lockForUpdate([], true)->withoutLock()->toSql());
        self::caught(InvalidQueryException::class, static fn () => FilmQuery::create()->lockForUpdate(['Nope']));
    }
}
