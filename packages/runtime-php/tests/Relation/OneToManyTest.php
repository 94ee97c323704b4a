<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation;

use Bookstore\Category;
use Bookstore\Chapter;
use Bookstore\Novel;
use Bookstore\NovelQuery;
use Bookstore\Writer;
use Bookstore\WriterQuery;

final class OneToManyTest extends RelationTestCase
{
    use WritersWithNovels;

    public function testObjectsThatAreNotSavedAreAmongThem(): void
    {
        $writer = (new Writer())->setName('Ada');
        $novel = (new Novel())->setTitle('One');
        self::assertSame($writer, $writer->addNovel($novel));
        self::assertSame([$novel], $writer->getNovels()->getData());
        self::assertSame($writer, $novel->getWriter());
        self::assertSame(1, $writer->countNovels());
        self::assertSame(2, $writer->save());
        self::assertSame($writer->getId(), $novel->getWriterId());
        self::assertSame((string) $writer->getId(), self::database()->value('SELECT writer_id FROM novel'));
    }

    public function testRowsAreReadOnceAndNewObjectsComeLast(): void
    {
        $writer = $this->writer('One', 'Two');
        $log = self::log();
        $new = (new Novel())->setTitle('Three');
        $writer->addNovel($new);
        self::assertSame(['One', 'Three', 'Two'], self::titles($writer));
        self::assertSame(['One', 'Three', 'Two'], self::titles($writer));
        self::assertCount(1, $log->statements);
        self::assertSame($new, $writer->getNovels()->getLast());
        foreach ($writer->getNovels() as $novel) {
            self::assertSame($writer, $novel->getWriter());
        }
        self::assertCount(1, $log->statements);
    }

    public function testTheSameObjectIsThereOnce(): void
    {
        $writer = $this->writer('One');
        $novel = $writer->getNovels()->getFirst();
        self::assertNotNull($novel);
        $writer->addNovel($novel);
        $novel->setWriter($writer);
        self::assertCount(1, $writer->getNovels());
        $writer = $this->writer();
        $writer->addNovel($novel)->addNovel($novel);
        self::assertSame([$novel], $writer->getNovels()->getData());
    }

    public function testAQueryFindsSomeAndKeepsNothing(): void
    {
        $writer = $this->writer('One', 'Two');
        $this->writer('One');
        $query = NovelQuery::create()->filterByTitle('One');
        self::assertSame(['One'], self::titlesOf($writer->getNovels($query)));
        self::assertSame(2, $query->count(), 'the query of the caller is as it was');
        self::assertSame(1, $writer->countNovels($query));
        self::assertSame(1, $writer->countNovels($query, true));
        self::assertCount(2, $writer->getNovels());
    }

    public function testCountAsksTheDatabaseUnlessTheObjectsAreKnown(): void
    {
        $writer = $this->writer('One', 'Two');
        $log = self::log();
        self::assertSame(2, $writer->countNovels());
        self::assertStringContainsString('COUNT', \strtoupper($log->statements[0] ?? ''));
        $writer->getNovels();
        self::assertCount(2, $log->statements);
        self::assertSame(2, $writer->countNovels());
        self::assertCount(2, $log->statements);
        self::assertSame(0, (new Writer())->countNovels());
    }

    public function testMovingAnObjectKeepsBothSidesInStep(): void
    {
        $first = $this->writer('One', 'Two');
        $second = $this->writer();
        $first->getNovels();
        $novel = $first->getNovels()->getFirst();
        self::assertNotNull($novel);
        $second->addNovel($novel);
        self::assertSame(['Two'], self::titles($first));
        self::assertSame(['One'], self::titles($second));
        self::assertSame(0, $first->save());
        self::assertSame(1, $second->save());
        self::assertSame((string) $second->getId(), self::database()->value("SELECT writer_id FROM novel WHERE title = 'One'"));
    }

    public function testAnObjectThatWasMovedAwayIsNotReadBack(): void
    {
        $first = $this->writer('One', 'Two');
        $second = $this->writer();
        $novel = NovelQuery::create()->findOneByTitle('One');
        self::assertNotNull($novel);
        $novel->setWriter($second);
        self::assertSame(['Two'], self::titles($first));
        $third = NovelQuery::create()->findOneByTitle('Two');
        $third?->setWriterId($second->getId());
        $first->clearNovels();
        self::assertSame([], self::titles($first));
    }

    public function testSettingAllOfThem(): void
    {
        $writer = $this->writer('One', 'Two');
        $two = NovelQuery::create()->findOneByTitle('Two');
        self::assertNotNull($two);
        $writer->setNovels([$two, (new Novel())->setTitle('Three')]);
        self::assertSame(['Three', 'Two'], self::titles($writer));
        self::assertSame(2, $writer->save());
        self::assertSame(['Three', 'Two'], self::titles($writer));
        self::emptyPool();
        $read = WriterQuery::create()->findPk($writer->getId());
        self::assertNotNull($read);
        self::assertSame(['Three', 'Two'], self::titles($read));
        $writer->setNovels([]);
        self::assertSame(2, $writer->save());
        self::assertSame(3, self::rows('novel'));
    }

    public function testAppendedToTheCollectionIsSavedToo(): void
    {
        $writer = $this->writer('One');
        $writer->getNovels()[] = (new Novel())->setTitle('Two');
        self::assertSame(1, $writer->save());
        self::assertSame('2', self::database()->value('SELECT COUNT(*) FROM novel WHERE writer_id = ?', [$writer->getId()]));
    }

    public function testClearingReadsThemAgain(): void
    {
        $writer = $this->writer('One');
        $writer->addNovel((new Novel())->setTitle('Two'));
        self::assertCount(2, $writer->getNovels());
        $writer->clearNovels();
        self::assertCount(1, $writer->getNovels());
    }

    public function testADeletedObjectIsNotAmongThem(): void
    {
        $writer = $this->writer('One', 'Two');
        $novel = $writer->getNovels()->getFirst();
        self::assertNotNull($novel);
        $novel->delete();
        self::assertSame(['Two'], self::titles($writer));
        self::con()->beginTransaction();
        $writer->getNovels()->getFirst()?->delete();
        self::assertSame([], self::titles($writer));
        self::con()->rollBack();
        self::assertSame(['Two'], self::titles($writer));
    }

    public function testJoinWithFillsBothSides(): void
    {
        $this->writer('One', 'Two');
        $this->writer();
        self::emptyPool();
        $writers = WriterQuery::create()->leftJoinWith('Writer.Novel')->orderById()->find();
        self::assertCount(2, $writers);
        $log = self::log();
        self::assertSame(['One', 'Two'], self::titlesOf($writers[0]?->getNovels() ?? []));
        self::assertSame([], self::titlesOf($writers[1]?->getNovels() ?? [new Novel()]));
        foreach ($writers as $writer) {
            foreach ($writer->getNovels() as $novel) {
                self::assertSame($writer, $novel->getWriter());
            }
        }
        self::assertSame([], $log->statements);
        self::emptyPool();
        $novel = NovelQuery::create()->joinWith('Novel.Writer')->findOne();
        $log = self::log();
        self::assertSame('Ada', $novel?->getWriter()?->getName());
        self::assertSame([], $log->statements);
    }

    public function testJoinWithKeepsWhatIsNotSaved(): void
    {
        $writer = $this->writer('One');
        $writer->addNovel((new Novel())->setTitle('New'));
        $one = $writer->getNovels()->getFirst();
        self::assertNotNull($one);
        $found = WriterQuery::create()->leftJoinWith('Writer.Novel')->find();
        self::assertSame($writer, $found[0]);
        self::assertSame(['New', 'One'], self::titles($writer));
        $writer->removeNovel($one);
        WriterQuery::create()->leftJoinWith('Writer.Novel')->find();
        self::assertSame(['New'], self::titles($writer));
    }

    public function testAnObjectOfALargeLoopCanGo(): void
    {
        $writer = $this->writer('One');
        $novel = $writer->getNovels()->getFirst();
        self::assertSame($writer, $novel?->getWriter());
        $watch = [\WeakReference::create($writer), \WeakReference::create($novel)];
        unset($novel);
        $writer->clearAllReferences(true);
        unset($writer);
        self::assertNull($watch[0]->get());
        self::assertNull($watch[1]->get());
        $id = (int) self::database()->value('SELECT id FROM writer');
        $watch = [];
        for ($i = 0; $i < 3; ++$i) {
            $writer = WriterQuery::create()->findPk($id);
            $watch[] = \WeakReference::create($writer?->getNovels()->getFirst() ?? $this);
            unset($writer);
            \gc_collect_cycles();
            self::assertNull($watch[$i]->get());
        }
    }

    public function testDeepCopy(): void
    {
        $novel = (new Novel())->setTitle('One')->addChapter((new Chapter())->setTitle('A'));
        $novel->setWriter((new Writer())->setName('Ada'))->save();
        $flat = $novel->copy();
        self::assertCount(0, $flat->getChapters());
        $deep = $novel->copy(true);
        self::assertTrue($deep->isNew());
        $chapter = $deep->getChapters()->getFirst();
        self::assertNotNull($chapter);
        self::assertTrue($chapter->isNew());
        self::assertNotSame($chapter, $novel->getChapters()->getFirst());
        self::assertSame(2, $deep->save());
        self::assertSame(2, self::rows('chapter'));
        self::assertSame(1, self::rows('writer'));
        self::assertSame($novel->getWriterId(), $deep->getWriterId());
        $root = (new Category())->setName('a')->addChild((new Category())->setName('b'));
        $root->save();
        $copy = $root->copy(true);
        self::assertSame(2, $copy->save());
        self::assertSame('b', $copy->getChildren()->getFirst()?->getName());
        self::assertSame(4, self::rows('category'));
        $self = (new Category())->setName('self');
        $self->setParent($self)->save();
        self::assertSame('self', $self->copy(true)->getName());
    }

    public function testACloneHasAListOfItsOwn(): void
    {
        $writer = $this->writer('One');
        $writer->getNovels();
        $clone = clone $writer;
        $clone->addNovel((new Novel())->setTitle('Two'));
        self::assertSame(['One'], self::titles($writer));
        self::assertSame(['One', 'Two'], self::titles($clone));
    }
}
