<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query;

use Cinema\DirectorQuery;
use Cinema\Film;
use Cinema\FilmQuery;
use Cinema\OpinionQuery;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Exception\OrmException;

final class CollectionTest extends CinemaTestCase
{
    public function testListOfObjects(): void
    {
        $films = self::films()->find();
        self::assertSame(Film::class, $films->getModel());
        self::assertSame('Alpha', $films->getFirst()?->getTitle());
        self::assertSame('50%_off', $films->getLast()?->getTitle());
        self::assertTrue($films->contains($films[1]));
        self::assertSame(1, $films->search($films[1]));
        self::con()->getPool()?->clear();
        self::assertSame(1, $films->search(FilmQuery::create()->findOneByTitle('Beta')), 'the same row');
        self::assertFalse($films->contains(new Film()));
        $id = $this->idOf('Alpha');
        self::assertSame($id, $films->getPrimaryKeys()[0]);
        self::assertSame($films[0], $films->toKeyIndex()[$id]);
        self::assertSame($films[0], $films->toKeyIndex('Title')['Alpha']);
        self::assertSame('Alpha', $films->toKeyValue('Id', 'Title')[$id]);
        self::assertSame('Alpha', $films->toKeyValue()[$id]);
        self::assertSame(['Alpha', 'Beta', 'Gamma', 'Delta', '50%_off'], $films->getColumnValues('Title'));
        self::assertSame('Alpha', $films->toArray('Id')[$id]['Title']);
        self::assertSame('Alpha', $films->toArray('Id', true)["Film_$id"]['Title']);
        $first = $films->getFirst();
        $films->removeObject($first);
        self::assertCount(4, $films);
        self::assertSame('Beta', $films[0]?->getTitle());
        $few = $films->filter(static fn (Film $film): bool => $film->getCopies() < 35);
        self::assertSame(['Beta', 'Gamma'], self::titles($few));
        self::assertSame(['Delta', '50%_off'], self::titles($films->diff($few)));
    }

    public function testWhereALoopIs(): void
    {
        $films = self::films()->find();
        $films->remove(1);
        $seen = [];
        $loop = $films->getIterator();
        foreach ($loop as $key => $film) {
            $seen[] = [$key, $loop->getPosition(), $loop->isFirst(), $loop->isLast(), $loop->isOdd(), $loop->isEven()];
        }
        self::assertSame([
            [0, 0, true, false, false, true],
            [2, 1, false, false, true, false],
            [3, 2, false, false, false, true],
            [4, 3, false, true, true, false],
        ], $seen);
        self::assertSame(FilmQuery::create()->count(), \iterator_count(FilmQuery::create()->getIterator()));
    }

    public function testArrayCopiesAndNewObjects(): void
    {
        $films = self::films()->find();
        $id = $this->idOf('Beta');
        self::assertSame($films->getData(), $films->getArrayCopy());
        self::assertSame(['Alpha', 'Beta', 'Gamma', 'Delta', '50%_off'], \array_keys($films->getArrayCopy('Title')));
        self::assertSame($films[1], $films->getArrayCopy('Id')[$id]);
        self::assertSame($films[1], $films->getArrayCopy('Id', true)["Film_$id"]);
        self::assertSame($films[1], $films->getArrayCopy(null, true)['Film_1']);
        $films->fromArray([['Title' => 'New'], ['title' => 'ignored']])->fromArray([['title' => 'By field']], 'fieldName');
        self::assertSame(['New', null, 'By field'], \array_slice($films->getColumnValues('Title'), 5));
        self::assertTrue($films[5]?->isNew());
    }

    public function testSaveAndDelete(): void
    {
        $films = self::films()->find();
        foreach ($films as $film) {
            $film->setCode('same');
        }
        self::assertSame(5, $films->save());
        self::assertSame(5, FilmQuery::create()->filterByCode('same')->count());
        $films->delete();
        self::assertSame(0, FilmQuery::create()->count());
        self::assertSame(0, FilmQuery::create()->find()->save());
    }

    public function testPopulatedRelations(): void
    {
        $directors = DirectorQuery::create()->orderByName()->find();
        $sql = self::sqlOf(static function () use ($directors): void {
            self::assertCount(5, $directors->populateRelation('Film'));
            self::assertSame([2, 3, 0], $directors->map(static fn ($director) => \count($director->getFilms())));
        });
        self::assertCount(1, $sql);
        self::con()->getPool()?->clear();
        $films = self::films()->find();
        $sql = self::sqlOf(static function () use ($films): void {
            $films->populateRelation('Director');
            $films->populateRelation('Opinion', OpinionQuery::create()->orderByRating());
            self::assertSame('Ann', $films[0]?->getDirector()?->getName());
            self::assertSame([1, 3, 5], $films[0]->getOpinions()->getColumnValues('Rating'));
        });
        self::assertCount(2, $sql);
        self::caught(InvalidQueryException::class, static fn () => $films->populateRelation('Nope'));
    }

    public function testListOfValues(): void
    {
        $list = new Collection(['a', 'b', 'c']);
        self::assertSame('a', $list->getFirst());
        self::assertSame('c', $list->pop());
        self::assertSame('a', $list->shift());
        self::assertSame(2, $list->push('d'));
        self::assertSame(3, $list->prepend('z'));
        self::assertSame(['z', 'b', 'd'], $list->getArrayCopy());
        $list->remove(1);
        self::assertSame('["z","d"]', \json_encode(\array_values($list->getData())));
        self::caught(OrmException::class, static fn () => $list->get(7));
        $list->clear();
        self::assertTrue($list->isEmpty());
        self::assertNull($list->getLast());
    }
}
