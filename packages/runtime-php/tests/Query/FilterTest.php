<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query;

use Cinema\Car;
use Cinema\CarQuery;
use Cinema\Delivery;
use Cinema\DeliveryQuery;
use Cinema\DirectorQuery;
use Cinema\Enum\FilmColors;
use Cinema\Enum\FilmStyle;
use Cinema\FilmGenre;
use Cinema\FilmQuery;
use Cinema\Genre;
use Cinema\GenreQuery;
use Cinema\NoteLine;
use Cinema\NoteLineQuery;
use Cinema\Shelf;
use Cinema\ShelfQuery;
use Cinema\Ticket;
use Cinema\TicketQuery;
use Cinema\Van;
use Cinema\VanQuery;
use Cinema\Vehicle;
use Cinema\VehicleQuery;
use DateTimeImmutable;
use Orm\Runtime\Exception\EntityNotFoundException;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Query\Criteria;

final class FilterTest extends CinemaTestCase
{
    public function testMethodsThatPropelHas(): void
    {
        self::assertTrue((new Genre())->isPrimaryKeyNull());
        self::assertFalse(FilmQuery::create()->requireOne()->isPrimaryKeyNull());
        $pager = FilmQuery::create()->filterByTitle('Alpha')->paginate();
        self::assertSame(1, $pager->getQuery()->count());
    }

    public function testCreateHandsOnTheQueryThatItIsGiven(): void
    {
        $criteria = FilmQuery::create()->filterByTitle('Alpha');
        self::assertSame($criteria, FilmQuery::create(null, $criteria), 'as relations of Propel hand it on');
        self::assertCount(1, FilmQuery::create(null, $criteria)->find());
        self::assertGreaterThan(1, \count(FilmQuery::create(null, null)->find()));
        $alias = FilmQuery::create('f', FilmQuery::create());
        self::assertSame('f', $alias->getModelAlias());
    }

    public function testFindsByKey(): void
    {
        $id = $this->idOf('Alpha');
        $alpha = FilmQuery::create()->findPk($id);
        self::assertSame('Alpha', $alpha?->getTitle());
        self::assertSame([], self::sqlOf(static fn () => FilmQuery::create()->findPk($id)), 'the pool knows it');
        self::assertSame($alpha, FilmQuery::create()->filterByTitle('Alpha')->findPk($id));
        self::assertNull(FilmQuery::create()->filterByTitle('Beta')->findPk($id));
        self::assertNull(FilmQuery::create()->findPk(999999));
        self::assertSame($alpha, FilmQuery::create()->offset(3)->findPk($id), 'one row at most: nothing to limit');
        self::assertSame($alpha, FilmQuery::create()->filterByTitle('Alpha')->offset(3)->findPk($id));
        self::assertTitles(['Alpha', 'Beta'], self::films()->limit(2));
        self::assertNull(FilmQuery::create()->findPk(null));
        self::assertSame(['Alpha', 'Gamma'], self::titles(self::films()->findPks([$id, $this->idOf('Gamma')])));
        self::assertSame([], self::titles(self::films()->findPks([])));
        self::assertSame('Alpha', FilmQuery::create()->requirePk($id)->getTitle());
        $error = self::caught(EntityNotFoundException::class, static fn () => FilmQuery::create()->requirePk(999999));
        self::assertSame('No Film was found for the key 999999.', $error->getMessage());
        self::assertTitles(['Beta', 'Gamma', 'Delta', '50%_off'], self::films()->prune($this->films['Alpha']));
    }

    public function testListsRangesAndNull(): void
    {
        self::assertTitles(['Alpha', 'Beta'], self::films()->filterByTitle(['Alpha', 'Beta', 'Nope']));
        self::assertTitles(['Gamma', 'Delta', '50%_off'], self::films()->filterByTitle(['Alpha', 'Beta'], Criteria::NOT_IN));
        self::assertTitles([], self::films()->filterByTitle([]));
        self::assertSame(5, self::films()->filterByTitle([], Criteria::NOT_IN)->count());
        self::assertTitles(['Beta', 'Gamma'], self::films()->filterByCopies(['min' => 20, 'max' => 30]));
        self::assertTitles(['Delta', '50%_off'], self::films()->filterByCopies(['min' => 31]));
        self::assertTitles(['Alpha'], self::films()->filterByCopies(['max' => 10]));
        self::assertTitles(['Delta', '50%_off'], self::films()->filterByStudioId(null));
        self::assertTitles(['Delta', '50%_off'], self::films()->filterByStudioId(null, Criteria::ISNULL));
        self::assertSame(3, self::films()->filterByStudioId(null, Criteria::NOT_EQUAL)->count());
        self::assertSame(3, self::films()->filterByStudioId(null, Criteria::ISNOTNULL)->count());
        $pan = $this->studios['Pan']->getId();
        self::assertTitles(['Alpha', 'Gamma', 'Delta', '50%_off'], self::films()->filterByStudioId([$pan, null]));
        self::assertTitles(['Beta'], self::films()->filterByStudioId([$pan, null], Criteria::NOT_IN));
        self::assertTitles(['Delta'], self::films()->filterByCopies(40, '>=')->filterByCopies(50, '<'));
        $error = self::caught(InvalidQueryException::class, static fn () => self::films()->filterByCopies(null, '>'));
        self::assertStringContainsString('Film.Copies', $error->getMessage());
    }

    public function testTexts(): void
    {
        self::assertTitles(['Gamma'], self::films()->filterByTitle('Gam%', Criteria::LIKE));
        self::assertTitles(['Gamma'], self::films()->filterByTitle('gAM%', Criteria::ILIKE));
        self::assertSame(4, self::films()->filterByTitle('gAM%', Criteria::NOT_ILIKE)->count());
        self::assertTitles(['Alpha'], FilmQuery::create()->setIgnoreCase()->filterByTitle('aLPHA'));
        self::assertTitles(['Alpha', 'Beta'], self::films()->setIgnoreCase()->filterByTitle(['ALPHA', 'beTA']));
        self::assertTitles(['Gamma'], self::films()->filterBySummary('sum Gamma'), 'a lazy column');
    }

    public function testEveryTypeOfColumn(): void
    {
        self::assertTitles(['Alpha'], self::films()->filterByPrice('10.5'));
        self::assertTitles(['Alpha'], self::films()->filterByPrice(10.5));
        self::assertTitles(['Alpha', 'Beta'], self::films()->filterByPrice(['max' => '20.50']));
        self::assertTitles(['Gamma', 'Delta', '50%_off'], self::films()->filterByWeight('12345678901234567890.25', '>'));
        self::assertTitles(['50%_off', 'Delta'], FilmQuery::create()->orderByWeight('desc')->filterByCopies(30, '>'));
        self::assertTitles(['Beta'], self::films()->filterByRatio(20 / 7));
        self::assertTitles(['Beta', 'Gamma'], self::films()->filterByRatio(['min' => 2.0, 'max' => 5.0]));
        self::assertTitles(['Beta'], self::films()->filterByBig(9007199254740992 + 20));
        self::assertTitles(['Alpha', 'Beta'], self::films()->filterByBig([9007199254741012, 9007199254741002]));
        self::assertTitles(['Gamma'], self::films()->filterByAvailable(false));
        $range = ['min' => new DateTimeImmutable('2024-02-01 10:00:00'), 'max' => '2024-03-01 10:00:00'];
        self::assertTitles(['Beta', 'Gamma'], self::films()->filterByShownAt($range));
        self::assertTitles(['Alpha', 'Delta'], self::films()->filterByStyle(FilmStyle::Drama));
        self::assertTitles(['Beta'], self::films()->filterByStyle('comedy'));
        self::caught(InvalidValueException::class, static fn () => self::films()->filterByStyle('nonsense'));
        self::assertTitles(['Beta'], self::films()->filterByDocument(['l' => [1, 2], 'n' => 20]));
        self::assertTitles(['Beta'], self::films()->filterByDocument('{"l": [1, 2], "n": 20}'));
        $token = '00000000-0000-4000-8000-000000000020';
        self::assertTitles(['Beta'], self::films()->filterByToken($token));
        self::assertTitles(['Beta', 'Gamma'], self::films()->filterByToken([$token, '00000000-0000-4000-8000-000000000030']));
        self::assertTitles(['Gamma'], self::films()->filterByPoster("\0bin\xff30"));
    }

    public function testSetsAndLists(): void
    {
        self::assertTitles(['Alpha', 'Beta'], self::films()->filterByColors(['red']));
        self::assertTitles(['Beta'], self::films()->filterByColors(['red', FilmColors::Blue]));
        $some = self::films()->filterByColors([FilmColors::Red, FilmColors::Green], Criteria::CONTAINS_SOME);
        self::assertTitles(['Alpha', 'Beta', '50%_off'], $some);
        self::assertTitles(['Gamma', '50%_off'], self::films()->filterByColors(['red'], Criteria::CONTAINS_NONE));
        self::assertTitles(['Alpha'], self::films()->filterByColors(['red'], Criteria::EQUAL));
        self::assertTitles(['Beta', '50%_off'], self::films()->filterByColor('blue'));
        self::assertTitles(['Delta'], self::films()->filterByColors(null));
        self::assertSame(5, self::films()->filterByWords(['x|y'])->count());
        self::assertTitles(['Alpha'], self::films()->filterByWords(['Alpha', 'a_b']));
        self::assertTitles([], self::films()->filterByWords(['Al_ha']), '_ is no wildcard here');
        self::assertTitles([], self::films()->filterByWords(['A%a']), '% is no wildcard here');
        self::assertTitles(['50%_off'], self::films()->filterByWord('50%_off'));
        self::assertTitles(['Alpha', 'Beta'], self::films()->filterByWords(['Alpha', 'Beta'], Criteria::CONTAINS_SOME));
        self::assertSame(4, self::films()->filterByWords(['Beta'], Criteria::CONTAINS_NONE)->count());
    }

    public function testOr(): void
    {
        self::assertTitles(['Alpha', 'Gamma'], self::films()->filterByTitle('Alpha')->_or()->filterByTitle('Gamma'));
        $query = self::films()->filterByCopies(10)->filterByTitle('Alpha')->_or()->filterByTitle('Gamma');
        self::assertTitles(['Alpha'], $query, 'or joins the last two conditions');
        $query = self::films()->filterByTitle('Alpha')->_or()->filterByTitle('Gamma')->_or()->filterByCopies(40);
        self::assertTitles(['Alpha', 'Gamma', 'Delta'], $query);
        self::assertTitles(['Alpha'], self::films()->_or()->filterByTitle('Alpha'));
    }

    public function testColumnsByName(): void
    {
        $id = $this->idOf('Alpha');
        foreach (['Id', 'Film.Id', 'film.id', 'id'] as $name) {
            self::assertTitles(['Alpha'], self::films()->filterBy($name, (string) $id), $name);
        }
        self::caught(InvalidValueException::class, static fn () => self::films()->filterBy('Id', $id . 'x'));
        self::caught(InvalidValueException::class, static fn () => self::films()->filterBy('Id', 1.5));
        self::assertTitles(['Alpha'], self::films()->filterByArray(['Title' => 'Alpha', 'Copies' => 10]));
        self::assertTitles(['Beta'], self::films()->filterBy('Colors', ['red', 'blue']));
        self::assertSame('Beta', FilmQuery::create()->findOneByTitle('Beta')?->getTitle());
        self::assertSame('Beta', FilmQuery::create()->findOneBy('Title', 'Beta')?->getTitle());
        self::assertSame('Beta', FilmQuery::create()->findOneByArray(['Title' => 'Beta'])?->getTitle());
        self::assertCount(1, FilmQuery::create()->findByTitle('Beta'));
        self::assertCount(2, FilmQuery::create()->findByTitle(['Beta', 'Gamma', 'none']));
        self::assertCount(3, FilmQuery::create()->findByCopies(['min' => 20, 'max' => 40]));
        self::assertCount(1, FilmQuery::create()->findBy('Title', 'Beta'));
        foreach (
            [
                static fn () => FilmQuery::create()->requireOneByTitle('zz'),
                static fn () => FilmQuery::create()->requireOneBy('Title', 'zz'),
                static fn () => FilmQuery::create()->filterByTitle('zz')->requireOne(),
            ] as $work
        ) {
            self::caught(EntityNotFoundException::class, $work);
        }
    }

    public function testBranches(): void
    {
        $query = self::films()->_if(true)->filterByTitle('Alpha')->_else()->filterByTitle('Beta')->_endif();
        self::assertTitles(['Alpha'], $query);
        $query = self::films()->_if(false)->filterByTitle('Alpha')->_elseif(true)->filterByTitle('Beta')
            ->_else()->filterByTitle('Gamma')->_endif();
        self::assertTitles(['Beta'], $query);
        $query = self::films()->_if(false)->_if(true)->filterByTitle('X')->_else()->filterByTitle('Y')->_endif()
            ->_else()->_if(false)->filterByTitle('Z')->_endif()->filterByTitle('Gamma')->_endif();
        self::assertTitles(['Gamma'], $query);
        self::caught(InvalidQueryException::class, static fn () => self::films()->_endif());
        self::caught(InvalidQueryException::class, static fn () => self::films()->_else());
    }

    public function testRelatedObjects(): void
    {
        self::assertTitles(['Alpha', 'Beta'], self::films()->filterByDirector($this->directors['Ann']));
        self::assertSame(5, self::films()->filterByDirector($this->directors)->count());
        self::assertSame(3, self::films()->filterByDirector($this->directors['Ann'], Criteria::NOT_EQUAL)->count());
        self::assertTitles(['Delta', '50%_off'], self::films()->filterByStudio(null));
        self::assertSame(['Ann'], self::names(DirectorQuery::create()->filterByFilm($this->films['Beta'])));
        self::assertSame(['Ann', 'Bob'], self::names(DirectorQuery::create()->filterByFilm(FilmQuery::create()->find())));
        self::assertSame([], self::names(DirectorQuery::create()->filterByFilm([])));
        $wrong = static fn () => self::films()->filterRelatedTo('Director', new Genre());
        self::assertStringContainsString('Film.Director', self::caught(InvalidQueryException::class, $wrong)->getMessage());
    }

    /** @return list<mixed> */
    private static function names(DirectorQuery $query): array
    {
        return \array_values($query->orderByName()->select('Name')->find()->getData());
    }

    public function testManyToMany(): void
    {
        $genres = [];
        foreach (['one' => ['Alpha'], 'two' => ['Alpha', 'Beta']] as $label => $titles) {
            $genre = $genres[$label] = (new Genre())->setLabel($label);
            $genre->save();
            foreach ($titles as $title) {
                (new FilmGenre())->setFilmId($this->idOf($title))->setGenreId((int) $genre->getId())->save();
            }
        }
        self::assertTitles(['Alpha'], self::films()->filterByGenre($genres['one']));
        self::assertTitles(['Alpha', 'Beta'], self::films()->filterByGenre($genres), 'each once');
        $labels = GenreQuery::create()->filterByFilm($this->films['Alpha'])->orderByLabel()->select('Label')->find();
        self::assertSame(['one', 'two'], $labels->getData());
    }

    public function testKeysOfSeveralColumns(): void
    {
        foreach ([['s1', 1, 5], ['s1', 2, 6], ['s2', 1, 7]] as [$room, $number, $amount]) {
            (new Shelf())->setRoom($room)->setNumber($number)->setAmount($amount)->save();
        }
        self::con()->getPool()?->clear();
        $shelf = ShelfQuery::create()->requirePk(['s1', 2]);
        self::assertSame(6, $shelf->getAmount());
        self::assertSame([], self::sqlOf(static fn () => ShelfQuery::create()->findPk(['s1', 2])), 'the pool knows it');
        self::assertSame($shelf, ShelfQuery::create()->findPk(['s1', 2]));
        self::assertNull(ShelfQuery::create()->findPk(['s9', 2]));
        $found = ShelfQuery::create()->orderByRoom()->findPks([['s1', 1], ['s2', 1]]);
        self::assertSame([5, 7], $found->getColumnValues('Amount'));
        self::assertSame(2, ShelfQuery::create()->prune($shelf)->count());
        self::assertSame(6, ShelfQuery::create()->filterByPrimaryKey(['s1', 2])->select('Amount')->findOne());
        $delivery = (new Delivery())->setRoom('s1')->setNumber(2);
        $delivery->save();
        self::assertSame(1, DeliveryQuery::create()->filterByShelf($shelf)->count());
        self::assertSame(1, DeliveryQuery::create()->filterByShelf([$shelf, $found[0] ?? $shelf])->count());
        self::assertSame(1, ShelfQuery::create()->filterByDelivery($delivery)->count());
        self::assertSame(1, ShelfQuery::create()->innerJoinDelivery()->count());
        self::assertSame(2, ShelfQuery::create()->useDeliveryNotExistsQuery()->endUse()->count());
        self::assertSame(1, ShelfQuery::create()->useInDeliveryQuery()->endUse()->count());
    }

    public function testKeysThatAreConverted(): void
    {
        (new Ticket())->setId('AAAAAAAA-0000-4000-8000-000000000001')->setName('x')->save();
        self::con()->getPool()?->clear();
        $ticket = TicketQuery::create()->requirePk('aaaaaaaa-0000-4000-8000-000000000001');
        self::assertSame($ticket, TicketQuery::create()->findPk('AAAAAAAA-0000-4000-8000-000000000001'));
        self::assertSame($ticket, TicketQuery::create()->findOne());
        self::assertCount(1, TicketQuery::create()->findPks(['aaaaaaaa-0000-4000-8000-000000000001']));
        self::caught(InvalidValueException::class, static fn () => TicketQuery::create()->findPk('nonsense'));
    }

    public function testTableWithoutKey(): void
    {
        foreach (['a', 'a', 'b'] as $text) {
            (new NoteLine())->setText($text)->save();
        }
        self::assertSame(3, NoteLineQuery::create()->count());
        self::assertCount(3, NoteLineQuery::create()->find());
        self::assertSame(2, NoteLineQuery::create()->distinct()->count());
        self::assertCount(2, NoteLineQuery::create()->distinct()->find());
    }

    public function testSubclasses(): void
    {
        foreach ([[new Vehicle(), 1, 'v'], [new Car(), 2, 'c'], [new Van(), 3, 'n']] as [$vehicle, $kind, $name]) {
            $vehicle->setKind($kind)->setName($name)->save();
        }
        self::con()->getPool()?->clear();
        self::assertSame(3, VehicleQuery::create()->count());
        self::assertSame(['c', 'n'], CarQuery::create()->orderById()->select('Name')->find()->getData());
        self::assertSame(1, VanQuery::create()->count());
        self::assertInstanceOf(Car::class, CarQuery::create()->filterByName('c')->findOne());
        self::assertNull(CarQuery::create()->filterByName('v')->findOne());
        $plain = VehicleQuery::create()->requireOneByName('v')->getId();
        self::assertNull(CarQuery::create()->findPk($plain), 'found in the pool, and no car');
        $all = CarQuery::create('x')->filterByName('v')->_or()->filterByName('c')->_or()->filterByName('n');
        self::assertSame(2, $all->count());
        self::caught(InvalidQueryException::class, static fn () => CarQuery::create()->delete());
        self::assertSame(2, CarQuery::create()->deleteAll());
        self::assertSame(1, VehicleQuery::create()->count());
    }

    public function testLongLists(): void
    {
        $texts = \array_map(static fn (int $number): string => "t$number", \range(1, 1500));
        $query = self::films()->filterById(\range(1000000, 1003000))->_or()->filterByTitle($texts)
            ->_or()->filterByTitle(['Alpha', ...$texts]);
        self::assertTitles(['Alpha'], $query);
    }
}
