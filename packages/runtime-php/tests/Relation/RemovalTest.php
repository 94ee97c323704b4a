<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation;

use Bookstore\Chapter;
use Bookstore\ChapterQuery;
use Bookstore\Ledger;
use Bookstore\LedgerLine;
use Bookstore\LedgerLineQuery;
use Bookstore\Novel;
use Bookstore\NovelQuery;
use Bookstore\Writer;

/** Objects that are taken out of a relation to many: deleted by the next save, or left alone where they can be. */
final class RemovalTest extends RelationTestCase
{
    use WritersWithNovels;

    public function testRemovedObjectsThatCanBeAloneLoseTheirKey(): void
    {
        $writer = $this->writer('One', 'Two');
        $novel = $writer->getNovels()->getFirst();
        self::assertNotNull($novel);
        $writer->removeNovel($novel);
        self::assertNull($novel->getWriterId());
        self::assertNull($novel->getWriter());
        self::assertSame(['Two'], self::titles($writer));
        self::assertSame(1, $writer->save());
        self::assertSame(2, self::rows('novel'));
        self::assertSame('1', self::database()->value('SELECT COUNT(*) FROM novel WHERE writer_id IS NULL'));
        self::assertSame(0, $writer->save());
    }

    public function testRemovedObjectsThatCannotBeAloneAreDeleted(): void
    {
        $novel = (new Novel())->setTitle('One');
        $chapter = (new Chapter())->setTitle('A');
        $novel->addChapter($chapter)->addChapter((new Chapter())->setTitle('B'));
        self::assertSame(3, $novel->save());
        $novel->removeChapter($chapter);
        self::assertCount(1, $novel->getChapters());
        self::assertSame(2, self::rows('chapter'));
        self::assertSame(1, $novel->save());
        self::assertSame(1, self::rows('chapter'));
        self::assertTrue($chapter->isDeleted());
    }

    public function testRemovingWithoutReadingTheOthers(): void
    {
        $writer = $this->writer('One', 'Two');
        $novel = NovelQuery::create()->findOneByTitle('One');
        self::assertNotNull($novel);
        $log = self::log();
        $writer->removeNovel($novel);
        self::assertSame([], $log->statements);
        self::assertSame(['Two'], self::titles($writer));
        self::assertSame(1, $writer->save());
    }

    public function testRemovingWhatBelongsToSomebodyElseDoesNothing(): void
    {
        $first = $this->writer('One');
        $second = $this->writer('Two');
        $novel = $second->getNovels()->getFirst();
        self::assertNotNull($novel);
        $first->removeNovel($novel);
        self::assertSame($second->getId(), $novel->getWriterId());
        self::assertSame(0, $first->save());
    }

    public function testARemovedObjectThatFindsANewParentIsNotDeleted(): void
    {
        $first = (new Novel())->setTitle('One')->addChapter($chapter = (new Chapter())->setTitle('A'));
        $first->save();
        $second = (new Novel())->setTitle('Two');
        $first->removeChapter($chapter);
        $second->addChapter($chapter);
        self::assertSame(0, $first->save());
        self::assertSame(2, $second->save());
        self::assertSame((string) $second->getId(), self::database()->value('SELECT novel_id FROM chapter'));
        $second->removeChapter($chapter)->addChapter($chapter);
        self::assertSame(0, $second->save());
        self::assertSame(1, self::rows('chapter'));
    }

    public function testWhoTookOverARemovedObjectSavesIt(): void
    {
        $first = $this->writer('One');
        $novel = $first->getNovels()->getFirst();
        self::assertNotNull($novel);
        $first->removeNovel($novel);
        $second = (new Writer())->setName('New')->addNovel($novel);
        self::assertSame(0, $first->save());
        self::assertTrue($second->isNew());
        self::assertSame(2, $second->save());
    }

    public function testARemovedObjectWhoseKeyWasSetIsNotDeleted(): void
    {
        $first = (new Novel())->setTitle('One')->addChapter($chapter = (new Chapter())->setTitle('A'));
        $first->save();
        $second = (new Novel())->setTitle('Two');
        $second->save();
        $first->removeChapter($chapter);
        $chapter->setNovelId((int) $second->getId())->save();
        $first->save();
        self::assertSame(1, self::rows('chapter'));
        self::assertCount(1, $second->getChapters());
        $second->removeChapter($chapter)->addChapter($chapter);
        $log = self::log();
        self::assertSame(0, $second->save());
        self::assertSame([], $log->statements);
    }

    public function testARemovedObjectThatWentElsewhereAndCameBackIsNotDeleted(): void
    {
        $first = (new Novel())->setTitle('One')->addChapter($chapter = (new Chapter())->setTitle('A'));
        $first->save();
        $second = (new Novel())->setTitle('Two');
        $second->save();
        foreach (['object', 'key'] as $by) {
            $first->removeChapter($chapter);
            $by === 'object' ? $chapter->setNovel($second) : $chapter->setNovelId((int) $second->getId());
            $chapter->save();
            $chapter->setNovelId((int) $first->getId())->save();
            self::assertSame(0, $first->save(), $by);
            self::assertSame(1, self::rows('chapter'), $by);
        }
        $first->removeChapter($chapter);
        $second->addChapter($chapter);
        $chapter->reload();
        self::assertSame(0, $first->save());
        self::assertSame(1, self::rows('chapter'));
    }

    public function testARollbackDoesNotRemoveAnObjectThatWentElsewhere(): void
    {
        $first = $this->writer('One');
        $novel = $first->getNovels()->getFirst();
        self::assertNotNull($novel);
        self::con()->beginTransaction();
        $first->removeNovel($novel);
        $first->save();
        $second = (new Writer())->setName('New')->addNovel($novel);
        self::con()->rollBack();
        $novel->reload();
        self::assertSame(0, $first->save());
        self::assertSame($first->getId(), $novel->getWriterId());
        self::assertCount(0, $second->getNovels());
    }

    public function testANewObjectThatIsRemovedIsNotSaved(): void
    {
        $novel = (new Novel())->setTitle('One');
        $chapter = (new Chapter())->setTitle('A');
        $novel->addChapter($chapter)->removeChapter($chapter);
        self::assertSame(1, $novel->save());
        self::assertSame(0, self::rows('chapter'));
        self::assertTrue($chapter->isNew());
        self::assertNull($chapter->getNovel());
    }

    public function testRemovingAnotherObjectOfARowThatWentElsewhere(): void
    {
        $first = (new Novel())->setTitle('One')->addChapter($chapter = (new Chapter())->setTitle('a'));
        $first->save();
        $first->removeChapter($chapter);
        (new Novel())->setTitle('Two')->addChapter($chapter);
        self::emptyPool();
        $again = ChapterQuery::create()->findOneByTitle('a') ?? self::fail();
        self::assertNotSame($chapter, $again);
        $first->removeChapter($again);
        self::assertSame(1, $first->save());
        self::assertSame(0, self::rows('chapter'));
    }

    public function testRemovingAnotherObjectOfARowThatIsToBeAlone(): void
    {
        $ledger = (new Ledger())->setNumber('1')->addLedgerLine($line = new LedgerLine());
        $ledger->save();
        $ledger->removeLedgerLine($line);
        $line->setLedger(null);
        self::emptyPool();
        $again = LedgerLineQuery::create()->findOne() ?? self::fail();
        self::assertNotSame($line, $again);
        $ledger->removeLedgerLine($again);
        self::assertSame(1, $ledger->save());
        self::assertSame(0, self::rows('ledger_line'));
    }

    public function testRemovingAnotherObjectOfARowThatWasSavedAlone(): void
    {
        $writer = $this->writer('One');
        $novel = $writer->getNovels()->getFirst() ?? self::fail();
        self::emptyPool();
        $again = NovelQuery::create()->findOneByTitle('One') ?? self::fail();
        self::assertNotSame($novel, $again);
        $writer->removeNovel($novel);
        $novel->save();
        $writer->removeNovel($again);
        $writer->save();
        self::assertFalse($again->isModified());
        self::assertNull(self::database()->value('SELECT writer_id FROM novel'));
    }

    public function testRemovingAllInALoop(): void
    {
        $writer = $this->writer('One', 'Two', 'Three');
        foreach ($writer->getNovels() as $novel) {
            $writer->removeNovel($novel);
        }
        self::assertCount(0, $writer->getNovels());
        self::assertSame(3, $writer->save());
    }

    public function testAnObjectThatWasSavedSinceItsRemovalIsNotSavedAgain(): void
    {
        $writer = $this->writer('One');
        $novel = $writer->getNovels()->getFirst();
        self::assertNotNull($novel);
        $writer->removeNovel($novel);
        self::assertSame(1, $novel->save());
        $novel->setTitle('Two');
        self::assertSame(0, $writer->save());
        self::assertTrue($novel->isModified());
        self::assertSame('One', self::database()->value('SELECT title FROM novel'));
    }

    public function testARemovedObjectThatWasReadAgainLosesItsKeyAllTheSame(): void
    {
        $writer = $this->writer('One');
        $novel = $writer->getNovels()->getFirst();
        self::assertNotNull($novel);
        $writer->removeNovel($novel);
        $novel->reload();
        self::assertSame(1, $writer->save());
        self::assertNull($novel->getWriterId());
        self::assertNull(self::database()->value('SELECT writer_id FROM novel'));
    }
}
