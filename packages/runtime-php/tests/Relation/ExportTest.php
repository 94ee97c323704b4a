<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation;

use Bookstore\Label;
use Bookstore\Locker;
use Bookstore\Novel;
use Bookstore\Person;
use Bookstore\Writer;
use Orm\Runtime\Map\TableMap;

final class ExportTest extends RelationTestCase
{
    public function testRelatedObjectsThatAreKnown(): void
    {
        $writer = (new Writer())->setName('Ada')->addNovel($novel = (new Novel())->setTitle('One'));
        $novel->addLabel((new Label())->setName('red'));
        $novel->save();
        $novel->clearAllReferences(true);
        self::assertArrayNotHasKey('Writer', $novel->toArray());
        self::assertArrayNotHasKey('Writer', $novel->toArray(null, true, true));
        $writer = $novel->getWriter();
        $novel->getLabels();
        self::assertNotNull($writer);
        self::assertSame([
            'Id' => $novel->getId(),
            'Title' => 'One',
            'WriterId' => $writer->getId(),
            'EditorId' => null,
            'SeriesName' => null,
            'SeriesYear' => null,
            'Writer' => ['Id' => $writer->getId(), 'Name' => 'Ada', 'Code' => null],
            'Labels' => [['Id' => $novel->getLabels()->getFirst()?->getId(), 'Name' => 'red']],
        ], $novel->toArray(null, true, true));
    }

    public function testCirclesAndNames(): void
    {
        $writer = (new Writer())->setName('Ada')->addEditedNovel($novel = (new Novel())->setTitle('One'));
        $array = $writer->toArray(TableMap::TYPE_FIELDNAME, true, true);
        self::assertSame([['title' => 'One', 'editor_id' => null]], \array_map(
            static fn (mixed $each): array => \is_array($each)
                ? \array_intersect_key($each, ['title' => 1, 'editor_id' => 1, 'editor' => 1])
                : [],
            (array) $array['edited_novels'],
        ));
        self::assertArrayHasKey('editor', $novel->toArray(TableMap::TYPE_CAMELNAME, true, true));
        $writer->setNovels([$novel]);
        self::assertCount(1, (array) $writer->toArray(TableMap::TYPE_CAMELNAME, true, true)['editedNovels']);
    }

    public function testOneToOne(): void
    {
        $person = (new Person())->setName('Ada')->setLocker((new Locker())->setNumber(7));
        $array = $person->toArray(null, true, true);
        self::assertSame(7, \is_array($array['Locker']) ? $array['Locker']['Number'] : null);
        $person->setLocker(null);
        self::assertNull($person->toArray(null, true, true)['Locker']);
    }
}
