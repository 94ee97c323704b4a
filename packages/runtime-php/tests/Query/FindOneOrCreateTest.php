<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query;

use Cinema\CarQuery;
use Cinema\DeliveryQuery;
use Cinema\Enum\FilmColors;
use Cinema\Enum\FilmStyle;
use Cinema\Film;
use Cinema\FilmQuery;
use Cinema\Shelf;
use Cinema\TicketQuery;
use Orm\Runtime\Exception\InvalidQueryException;

final class FindOneOrCreateTest extends CinemaTestCase
{
    /**
     * @param array<string, mixed> $expected what differs from a new object
     */
    private static function assertCreated(array $expected, FilmQuery $query): void
    {
        $film = $query->findOneOrCreate();
        self::assertTrue($film->isNew());
        $values = \array_diff_key($film->toArray(), ['Poster' => 1]);
        $plain = \array_diff_key((new Film())->toArray(), ['Poster' => 1]);
        self::assertEquals($expected + $plain, $values);
    }

    public function testTakesWhatConditionsAskForByEqualSigns(): void
    {
        $new = static fn (): FilmQuery => FilmQuery::create()->filterByTitle('New');
        self::assertFalse(FilmQuery::create()->filterByTitle('Alpha')->findOneOrCreate()->isNew());
        self::assertCreated(['Title' => 'New', 'Copies' => 7], $new()->filterByCopies(7));
        self::assertCreated(['Title' => 'New', 'Copies' => 7], FilmQuery::create('f')->filterByTitle('New')->filterByCopies(7));
        self::assertCreated(['Title' => 'New', 'Price' => '5.00'], $new()->filterByPrice('5'));
        self::assertCreated(['Title' => 'New', 'Available' => false], $new()->filterByAvailable(false));
        self::assertCreated(['Title' => 'New', 'Style' => FilmStyle::Drama->value], $new()->filterByStyle('drama'));
        self::assertCreated(['Title' => 'New'], $new()->filterByCopies(7, '>')->filterByPrice(['min' => '1', 'max' => '1']));
        self::assertCreated(['Title' => 'New'], FilmQuery::create()->filterByTitle(['New'])->filterByCopies([7, 8]));
        self::assertCreated(['Title' => 'New'], FilmQuery::create()->filterBy('Title', 'New'));
        self::assertCreated([], FilmQuery::create()->setIgnoreCase()->filterByTitle('New'));
        self::assertCreated(['Title' => 'a AND b = ?'], FilmQuery::create()->filterByTitle('a AND b = ?'));
        $director = $this->directors['Ann'];
        self::assertCreated(['Title' => 'New', 'DirectorId' => $director->getId()], $new()->filterByDirector($director));
        self::assertSame([FilmColors::Red], $new()->filterByColors(['red'], '=')->findOneOrCreate()->getColors());
        self::assertSame(['n' => 99], $new()->filterByDocument(['n' => 99])->findOneOrCreate()->getDocument());
    }

    public function testTakesNothingOutOfSql(): void
    {
        $literal = static fn (): FilmQuery => FilmQuery::create()->where("Film.Title <> '?'");
        self::assertCreated(
            ['Title' => 'New', 'Copies' => 7],
            $literal()->filterByTitle('New')->filterByCopies(7)->filterByPrice('5', '>')
        );
        self::assertCreated(['Title' => 'New'], $literal()->filterByTitle('New'));
        $not = FilmQuery::create()->where('NOT (Film.Price = ? AND Film.Copies = ? AND Film.Title = ?)', ['1', 88, 'z']);
        self::assertCreated(['Title' => 'New'], $not->filterByTitle('New'));
        $or = FilmQuery::create()->where('Film.Copies > ? OR Film.Copies = ? AND Film.Code = ?', [1000, 77, 'x']);
        self::assertCreated(['Title' => 'New'], $or->filterByTitle('New'));
        self::assertCreated(['Copies' => 7], FilmQuery::create()->where("Film.Title = 'x AND y'")->filterByCopies(7));
    }

    public function testTakesNothingOutOfAlternatives(): void
    {
        $either = FilmQuery::create()->filterByTitle('New')->_or()->filterByTitle('Newer')->filterByCopies(7);
        self::assertCreated(['Copies' => 7], $either);
        $last = FilmQuery::create()->filterByCopies(7)->filterByTitle('New')->_or()->filterByTitle('Newer');
        self::assertCreated(['Copies' => 7], $last);
        $price = FilmQuery::create()->filterByTitle('New')->filterByPrice('1')->_or()->filterByPrice('2');
        self::assertCreated(['Title' => 'New'], $price);
        $merged = FilmQuery::create()->filterByTitle('New')->mergeWith(FilmQuery::create()->filterByCopies(7), 'or');
        self::assertCreated([], $merged);
        $exists = FilmQuery::create()->filterByTitle('New')->useOpinionExistsQuery()->filterByRating(5)->endUse();
        self::assertCreated(['Title' => 'New'], $exists);
    }

    public function testOtherKeysAndClasses(): void
    {
        $ticket = TicketQuery::create()->filterById('AAAAAAAA-0000-4000-8000-000000000001')->findOneOrCreate();
        self::assertSame('aaaaaaaa-0000-4000-8000-000000000001', $ticket->getId());
        $shelf = (new Shelf())->setRoom('r')->setNumber(3);
        $shelf->save();
        $delivery = DeliveryQuery::create()->filterByShelf($shelf)->findOneOrCreate();
        self::assertSame(['r', 3], [$delivery->getRoom(), $delivery->getNumber()]);
        $car = CarQuery::create()->filterByName('new')->findOneOrCreate();
        self::assertSame([2, 'new'], [$car->getKind(), $car->getName()]);
        self::caught(InvalidQueryException::class, static fn () => FilmQuery::create()->innerJoinOpinion()->findOneOrCreate());
    }
}
