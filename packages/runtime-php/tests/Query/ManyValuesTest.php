<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query;

use Cinema\Delivery;
use Cinema\DeliveryQuery;
use Cinema\DirectorQuery;
use Cinema\FilmQuery;
use Cinema\OpinionQuery;
use Cinema\Shelf;
use Cinema\ShelfQuery;
use Cinema\Ticket;
use Cinema\TicketQuery;
use Orm\Runtime\Query\Criteria;

/** Lists that are longer than the placeholders of a statement may be many, and limits inside of IN. */
final class ManyValuesTest extends CinemaTestCase
{
    /** More than a statement of PostgreSQL has placeholders. */
    private const MANY = 70000;

    public function testTextsNumbersBytesAndKeys(): void
    {
        $texts = \array_map(static fn (int $number): string => "t\"\\{$number},'", \range(1, self::MANY));
        self::assertTitles(['Alpha', '50%_off'], self::films()->filterByTitle([...$texts, 'Alpha', '50%_off', 'Alpha']));
        self::assertTitles(['Beta', 'Gamma', 'Delta'], self::films()->filterByTitle([...$texts, 'Alpha', '50%_off'], Criteria::NOT_IN));
        self::assertTitles(['Alpha', 'Beta'], self::films()->setIgnoreCase()->filterByTitle([...$texts, 'aLPHA', 'bETA']));
        self::assertSame(3, self::films()->filterByCode([...$texts, 'code-Alpha', 'code-Beta'], Criteria::NOT_IN)->count());
        $numbers = \range(1000, 1000 + self::MANY);
        self::assertTitles(['Beta'], self::films()->filterByCopies([20, ...$numbers]));
        $prices = \array_map(static fn (int $number): string => "$number.25", \range(1000, 3000));
        self::assertTitles(['Beta'], self::films()->filterByPrice(['20.5', ...$prices]));
        $bytes = \array_map(static fn (int $number): string => "\0\xff$number", \range(1, 2000));
        self::assertTitles(['Gamma'], self::films()->filterByPoster(["\0bin\xff30", ...$bytes]));
        $ratios = \array_map(static fn (int $number): float => $number / 3, \range(1000, 3000));
        self::assertTitles(['Beta'], self::films()->filterByRatio([20 / 7, ...$ratios]));
        self::assertSame(1, self::films()->filterByTitle([...$texts, 'Beta'])->update(['Code' => 'x']));
        self::assertSame(1, self::films()->filterByTitle([...$texts, 'Beta'])->delete());
    }

    public function testKeysOfManyRows(): void
    {
        (new Ticket())->setId('aaaaaaaa-0000-4000-8000-000000000001')->setName('x')->save();
        $keys = [];
        for ($number = 1; $number <= self::MANY; ++$number) {
            $keys[] = \sprintf('bbbbbbbb-0000-4000-8000-%012d', $number);
        }
        $keys[] = 'aaaaaaaa-0000-4000-8000-000000000001';
        self::assertSame(['x'], TicketQuery::create()->findPks($keys)->getColumnValues('Name'));
        self::assertSame(0, TicketQuery::create()->filterById($keys, Criteria::NOT_IN)->count());
    }

    public function testKeysOfSeveralColumns(): void
    {
        foreach ([['a"\\', 1], ['a"\\', 2], ["b,'", 1]] as [$room, $number]) {
            (new Shelf())->setRoom($room)->setNumber($number)->save();
            (new Delivery())->setRoom($room)->setNumber($number)->save();
        }
        (new Delivery())->setRoom('a"\\')->save();
        foreach ([50, 1000, self::MANY] as $count) {
            $keys = [['a"\\', 2], ["b,'", 1], ["b,'", 2]];
            for ($number = 1; $number <= $count; ++$number) {
                $keys[] = ["room $number", $number];
            }
            $found = ShelfQuery::create()->orderByNumber()->findPks($keys);
            self::assertSame(["b,'", 'a"\\'], $found->getColumnValues('Room'), "$count keys");
            self::assertSame(2, ShelfQuery::create()->filterByPrimaryKeys($keys)->count());
        }
        $shelves = [];
        for ($number = 1; $number <= 200; ++$number) {
            $shelves[] = (new Shelf())->setRoom("room $number")->setNumber($number);
        }
        $shelves[] = ShelfQuery::create()->requirePk(["b,'", 1]);
        self::assertSame(1, DeliveryQuery::create()->filterByShelf($shelves)->count());
        self::assertSame(2, DeliveryQuery::create()->filterByShelf($shelves, Criteria::NOT_IN)->count(), 'half a key is none');
        self::assertSame(1, DeliveryQuery::create()->filterByShelf(null)->count());
        self::assertSame(1, ShelfQuery::create()->filterByDelivery(DeliveryQuery::create()->filterByNumber(2)->find())->count());
    }

    public function testLimitsInsideOfIn(): void
    {
        $names = static fn (DirectorQuery $query): array => $query->orderByName()->select('Name')->find()->getData();
        $most = DirectorQuery::create()->useInFilmQuery()->orderByCopies('desc')->limit(1)->endUse();
        self::assertSame(['Bob'], $names($most));
        $few = DirectorQuery::create()->useNotInFilmQuery()->orderByCopies()->limit(2)->endUse();
        self::assertSame(['Bob', 'Cid'], $names($few));
        $later = DirectorQuery::create()->useInFilmQuery()->orderByCopies()->offset(4)->endUse();
        self::assertSame(['Bob'], $names($later));
        $rated = self::films()->useInOpinionQuery()->orderByRating()->orderById()->limit(2)->endUse();
        self::assertTitles(['Alpha', 'Gamma'], $rated);
        $counted = DirectorQuery::create()->useInFilmQuery()->leftJoinOpinion()->withColumn('COUNT(Opinion.Id)', 'Votes')
            ->groupByClass('Film')->orderBy('Votes', 'desc')->limit(1)->endUse();
        self::assertSame(['Ann'], $names($counted));
        $paged = DirectorQuery::create()->useInFilmQuery()->leftJoinWithOpinion()->orderById()->offset(1)->limit(2)->endUse();
        self::assertSame(['Ann', 'Bob'], $names($paged));
        $distinct = DirectorQuery::create()->useInFilmQuery()->innerJoinOpinion()->distinct()->orderById()->offset(2)->endUse();
        self::assertSame(['Bob'], $names($distinct));
        self::assertSame(['Bob', 'Cid'], $names(DirectorQuery::create()->useNotInFilmQuery()->orderById()->limit(1)->endUse()));
        $studioless = self::films()->useNotInStudioQuery()->filterByName('Pan')->endUse();
        self::assertTitles(['Beta', 'Delta', '50%_off'], $studioless, 'as useStudioNotExistsQuery()');
        self::assertTitles(['Beta', 'Delta', '50%_off'], self::films()->useStudioNotExistsQuery()->filterByName('Pan')->endUse());
        $second = DirectorQuery::create()->useFilmExistsQuery()->orderById()->offset(2)->endUse();
        self::assertSame(['Bob'], $names($second), 'has more than two');
        self::assertSame(3, OpinionQuery::create()->useInFilmQuery()->orderById()->limit(1)->endUse()->delete());
    }
}
