<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation;

use Bookstore\Boat;
use Bookstore\BoatQuery;
use Bookstore\Circle;
use Bookstore\Essay;
use Bookstore\EssayQuery;
use Bookstore\Fable;
use Bookstore\Ferry;
use Bookstore\Map\PublicationTableMap;
use Bookstore\Publication;
use Bookstore\PublicationQuery;
use Bookstore\ShapeQuery;
use Bookstore\Square;
use Bookstore\Tale;
use Bookstore\TaleQuery;
use Bookstore\Vessel;
use Bookstore\VesselQuery;
use Bookstore\Writer;
use Bookstore\WriterQuery;
use Orm\Runtime\Exception\OrmException;

final class InheritanceTest extends RelationTestCase
{
    public function testNewObjectsKnowTheirClassKey(): void
    {
        self::assertSame('essay', (new Essay())->getKind());
        self::assertSame('tale', (new Tale())->getKind());
        self::assertSame('fable', (new Fable())->getKind());
        self::assertNull((new Publication())->getKind());
        self::assertSame(PublicationTableMap::CLASSKEY_FABLE, (new class () extends Fable {
        })->getKind());
        self::assertFalse((new Publication())->isModified());
        self::assertSame(1, (new Essay())->save());
        self::assertSame('essay', self::database()->value('SELECT kind FROM publication'));
    }

    public function testRowsBecomeObjectsOfTheirClass(): void
    {
        foreach ([new Essay(), new Tale(), new Fable(), new Publication()] as $number => $object) {
            $object->setTitle((string) $number)->save();
        }
        $unknown = (new Publication())->setTitle('4')->setKind('epic');
        $unknown->save();
        self::emptyPool();
        $found = PublicationQuery::create()->orderByTitle()->find();
        $classes = [];
        foreach ($found as $object) {
            $classes[] = $object::class;
            self::assertFalse($object->isModified());
            self::assertFalse($object->isNew());
            self::assertSame(0, $object->save());
        }
        self::assertSame([Essay::class, Tale::class, Fable::class, Publication::class, Publication::class], $classes);
        self::assertInstanceOf(Tale::class, $found[2]);
        self::assertSame('epic', $found[4]?->getKind());
    }

    public function testQueriesOfAClass(): void
    {
        (new Essay())->setTitle('a')->save();
        (new Tale())->setTitle('b')->save();
        (new Fable())->setTitle('c')->save();
        self::assertSame(1, EssayQuery::create()->count());
        self::assertSame(2, TaleQuery::create()->count());
    }

    public function testRelationsWorkOnAllClasses(): void
    {
        $writer = (new Writer())->setName('Ada');
        $writer->addPublication(new Fable())->addPublication((new Essay())->setTitle('x'));
        self::assertSame(3, $writer->save());
        self::emptyPool();
        $read = WriterQuery::create()->findPk($writer->getId());
        self::assertNotNull($read);
        foreach ($read->getPublications() as $publication) {
            self::assertNotSame(Publication::class, $publication::class);
            self::assertSame($read, $publication->getWriter());
        }
        self::assertCount(2, $read->getPublications());
        $copy = $read->copy(true);
        self::assertSame(3, $copy->save());
        self::assertInstanceOf(Fable::class, $copy->getPublications()->getFirst());
    }

    public function testAClassKeyThatIsAPosition(): void
    {
        foreach ([new Vessel(), new Boat(), new Ferry()] as $object) {
            self::assertSame(1, $object->save());
        }
        self::assertSame(['0', '1', '2'], \array_map(
            static fn (array $row): string => \is_scalar($row['kind']) ? (string) $row['kind'] : '',
            self::database()->rows('SELECT kind FROM vessel ORDER BY id'),
        ));
        self::emptyPool();
        $classes = [];
        foreach (VesselQuery::create()->orderById()->find() as $object) {
            $classes[] = $object::class;
            self::assertFalse($object->isModified());
        }
        self::assertSame([Vessel::class, Boat::class, Ferry::class], $classes);
        self::assertSame(2, BoatQuery::create()->count());
    }

    public function testAnAbstractTable(): void
    {
        (new Circle())->setSize(3)->save();
        (new Square())->setSize(4)->save();
        self::emptyPool();
        $shapes = ShapeQuery::create()->orderBySize()->find();
        self::assertInstanceOf(Circle::class, $shapes[0]);
        self::assertInstanceOf(Square::class, $shapes[1]);
        self::assertSame(2, $shapes[1]->getKind());
        self::database()->rows('UPDATE shape SET kind = 9');
        self::emptyPool();
        $this->expectException(OrmException::class);
        $this->expectExceptionMessage('Shape is abstract');
        ShapeQuery::create()->find();
    }
}
