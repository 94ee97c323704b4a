<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query;

use Cinema\Film;
use Cinema\FilmQuery;
use Cinema\NoteLine;
use Cinema\NoteLineQuery;
use Cinema\Shelf;
use Cinema\ShelfQuery;
use Cinema\Ticket;
use Cinema\TicketQuery;
use Cinema\VehicleQuery;
use Orm\Runtime\Exception\InvalidQueryException;

final class IterateTest extends CinemaTestCase
{
    /**
     * @param iterable<int, Film> $films
     *
     * @return array<int, string|null>
     */
    private static function read(iterable $films): array
    {
        $titles = [];
        foreach ($films as $number => $film) {
            $titles[$number] = $film->getTitle();
        }

        return $titles;
    }

    public function testAQueryIsIterated(): void
    {
        $query = FilmQuery::create()->filterByCopies(15, '>')->orderByTitle();
        $found = $query->find();
        self::assertGreaterThan(1, \count($found));
        self::assertSame(self::read($found), self::read($query));
        self::assertSame(self::read($found), self::read($query), 'a second time');
        self::assertSame([], self::read(FilmQuery::create()->filterByTitle('None')));
        $titles = [];
        foreach ($query->select('Title') as $title) {
            $titles[] = $title;
        }
        self::assertSame(self::read($found), $titles);
    }

    public function testAQueryIsEncoded(): void
    {
        $query = FilmQuery::create()->orderByTitle();
        self::assertSame(\json_encode($query->find()), \json_encode($query));
        self::assertStringStartsWith('[{"Id":', (string) \json_encode($query));
        self::assertSame('["50%_off","Alpha","Beta","Delta","Gamma"]', \json_encode($query->select('Title')));
        self::assertSame('[]', \json_encode(FilmQuery::create()->filterByTitle('None')));
    }

    public function testPartsByKey(): void
    {
        foreach ([1, 2, 5, 1000] as $chunk) {
            $titles = self::read(FilmQuery::create()->iterate(null, $chunk));
            self::assertSame(['Alpha', 'Beta', 'Gamma', 'Delta', '50%_off'], $titles);
            $query = FilmQuery::create()->orderById('desc')->offset(1)->limit(3);
            self::assertSame(['Delta', 'Gamma', 'Beta'], self::read($query->iterate(null, $chunk)));
            $query = FilmQuery::create()->filterByTitle('Alpha')->_or()->filterByTitle('Gamma');
            self::assertSame(['Alpha', 'Gamma'], self::read($query->iterate(null, $chunk)));
        }
    }

    public function testAnyOrder(): void
    {
        $query = FilmQuery::create()->orderByTitle('desc');
        self::assertSame(['Gamma', 'Delta', 'Beta', 'Alpha', '50%_off'], self::read($query->iterate(null, 2)));
        $query = FilmQuery::create()->filterByCopies(15, '>')->joinWithDirector()->orderByTitle();
        $names = [];
        foreach ($query->iterate(null, 2) as $film) {
            $names[] = $film->getDirector()?->getName();
        }
        self::assertSame(['Bob', 'Ann', 'Bob', 'Bob'], $names);
        foreach (FilmQuery::create()->orderByTitle()->iterate() as $film) {
            break;
        }
        unset($film);
        self::assertSame(5, FilmQuery::create()->count(), 'a loop that was left leaves nothing behind');
    }

    public function testAllKindsOfKeys(): void
    {
        foreach ([['b', 2], ['a', 2], ['a', 1]] as [$room, $number]) {
            (new Shelf())->setRoom($room)->setNumber($number)->save();
        }
        foreach ([1, 2, 3] as $number) {
            (new Ticket())->setId("aaaaaaaa-0000-4000-8000-00000000000$number")->save();
            (new NoteLine())->setText("line $number")->save();
        }
        $found = [];
        foreach (ShelfQuery::create()->iterate(null, 1) as $shelf) {
            $found[] = $shelf->getRoom() . $shelf->getNumber();
        }
        self::assertSame(['a1', 'a2', 'b2'], $found);
        self::assertCount(3, \iterator_to_array(TicketQuery::create()->iterate(null, 1)));
        self::assertCount(3, \iterator_to_array(NoteLineQuery::create()->iterate(null, 1)));
    }

    public function testRowsCanBeSavedMeanwhile(): void
    {
        foreach ([false, true] as $inside) {
            if ($inside) {
                self::con()->beginTransaction();
            }
            foreach (FilmQuery::create()->iterate(null, 2) as $film) {
                $film->setCopies($film->getCopies() + 1)->save();
            }
            self::assertSame(5, \iterator_count(FilmQuery::create()->orderByTitle()->iterate(null, 2)));
        }
        self::con()->commit();
        self::assertTitles(['Alpha'], FilmQuery::create()->filterByCopies(12));
    }

    public function testToManyIsRefused(): void
    {
        $work = static fn () => \iterator_to_array(FilmQuery::create()->joinWithOpinion()->iterate());
        self::caught(InvalidQueryException::class, $work);
    }

    /** The full size, a million rows, is in bench/. */
    public function testMemoryDoesNotGrow(): void
    {
        $rows = \implode(', ', \array_fill(0, 500, "(1, '" . \str_repeat('x', 40) . "')"));
        for ($round = 0; $round < 60; ++$round) {
            self::database()->pdo->exec("INSERT INTO vehicle (kind, name) VALUES $rows");
        }
        foreach ([VehicleQuery::create(), VehicleQuery::create()->orderByName()] as $query) {
            $before = \memory_get_usage();
            $most = $count = 0;
            foreach ($query->iterate() as $vehicle) {
                if (++$count % 1000 === 0) {
                    $most = \max($most, \memory_get_usage() - $before);
                }
            }
            unset($vehicle);
            self::assertSame(30000, $count);
            self::assertLessThan(4_000_000, $most);
        }
    }
}
