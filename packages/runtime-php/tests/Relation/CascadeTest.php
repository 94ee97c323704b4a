<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation;

use Bookstore\Chapter;
use Bookstore\ChapterQuery;
use Bookstore\Novel;
use Bookstore\NovelQuery;
use Bookstore\Paragraph;
use Bookstore\Passport;
use Bookstore\Person;
use Bookstore\Player;
use Bookstore\Series;
use Bookstore\Team;
use Bookstore\Writer;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Exception\QueryException;
use Orm\Runtime\Exception\RowGoneException;

final class CascadeTest extends RelationTestCase
{
    public function testDeepChainFromTheTop(): void
    {
        [$writer, $novel, $chapter, $paragraph] = $this->chain();
        self::assertSame(4, $writer->save());
        self::assertSame($writer->getId(), $novel->getWriterId());
        self::assertSame($novel->getId(), $chapter->getNovelId());
        self::assertSame($chapter->getId(), $paragraph->getChapterId());
        self::assertSame(0, $writer->save());
    }

    public function testDeepChainFromTheBottom(): void
    {
        [, , , $paragraph] = $this->chain();
        self::assertSame(4, $paragraph->save());
        self::assertSame(1, self::rows('paragraph'));
        self::assertSame(1, self::rows('writer'));
    }

    public function testDeepChainFromTheMiddle(): void
    {
        [, , $chapter] = $this->chain();
        self::assertSame(4, $chapter->save());
        self::assertSame(1, self::rows('paragraph'));
    }

    public function testAChangeFarBelowIsSaved(): void
    {
        [$writer, , , $paragraph] = $this->chain();
        $writer->save();
        $paragraph->setText('changed');
        self::assertSame(1, $writer->save());
        self::assertSame('changed', self::database()->value('SELECT text FROM paragraph'));
    }

    public function testObjectsWithTwoNewParents(): void
    {
        $writer = (new Writer())->setName('Ada');
        $series = (new Series())->setName('Dune')->setYear(1965);
        foreach (['One', 'Two'] as $title) {
            (new Novel())->setTitle($title)->setWriter($writer)->setSeries($series);
        }
        self::assertSame(4, $series->save());
        self::assertSame('2', self::database()->value('SELECT COUNT(*) FROM novel WHERE writer_id IS NOT NULL AND series_year = 1965'));
    }

    public function testOneTransactionForAllAndNoneForOneRow(): void
    {
        [$writer, $novel] = $this->chain();
        $begun = 0;
        $con = self::anotherConnection();
        $log = new \Orm\Runtime\Tests\Support\SqlLog();
        $con->setQueryLog($log);
        $writer->save($con);
        $begun = self::transactions($log->statements);
        self::assertSame(1, $begun, \implode("\n", $log->statements));
        $log->statements = [];
        $writer->setName('Grace')->save($con);
        $novel->setTitle('Other')->save($con);
        self::assertSame(0, self::transactions($log->statements), \implode("\n", $log->statements));
        self::assertCount(2, $log->statements);
    }

    public function testAFailedSaveLeavesNothingBehindAndCanBeTriedAgain(): void
    {
        [$writer, $novel, $chapter, $paragraph] = $this->chain();
        $bad = new Chapter();
        $novel->addChapter($bad);
        try {
            $writer->save();
            self::fail('a chapter without a title was saved');
        } catch (QueryException) {
        }
        self::assertFalse(self::con()->inTransaction());
        self::assertSame(0, self::rows('writer'));
        self::assertTrue($writer->isNew());
        self::assertNull($writer->getId());
        self::assertTrue($novel->isNew());
        self::assertNull($novel->getWriterId());
        self::assertNull($chapter->getNovelId());
        self::assertSame($writer, $novel->getWriter());
        self::assertSame([$novel], $writer->getNovels()->getData());
        $bad->setTitle('good');
        self::assertSame(5, $writer->save());
        self::assertSame($writer->getId(), $novel->getWriterId());
        self::assertSame($chapter->getId(), $paragraph->getChapterId());
        self::assertSame((string) $novel->getId(), self::database()->value("SELECT novel_id FROM chapter WHERE title = 'good'"));
    }

    public function testARollbackOfTheCaller(): void
    {
        $old = (new Writer())->setName('Old');
        $novel = (new Novel())->setTitle('One')->setWriter($old);
        $novel->save();
        $con = self::con();
        $con->beginTransaction();
        $novel->setTitle('Two')->save();
        $new = (new Writer())->setName('New');
        $novel->setWriter($new);
        $con->beginTransaction();
        $novel->save();
        self::assertSame($new->getId(), $novel->getWriterId());
        $con->commit();
        $con->rollBack();
        self::assertTrue($new->isNew());
        self::assertNull($new->getId());
        self::assertNull($novel->getWriterId());
        self::assertSame($new, $novel->getWriter());
        self::assertSame('Two', $novel->getTitle());
        self::assertSame(2, $novel->save());
        $row = self::database()->rows('SELECT title, writer_id FROM novel');
        self::assertEquals([['title' => 'Two', 'writer_id' => $new->getId()]], $row);
    }

    public function testARolledBackKeyThatIsPartOfThePrimaryKey(): void
    {
        $person = (new Person())->setName('Ada')->setPassport($passport = (new Passport())->setNumber('1'));
        self::con()->beginTransaction();
        $person->save();
        self::con()->rollBack();
        self::assertTrue($passport->isNew());
        self::assertNull($passport->getPersonId());
        self::assertSame(2, $person->save());
        self::assertSame($person->getId(), $passport->getPersonId());
    }

    public function testRemovedObjectsAreRemovedAgainAfterARollback(): void
    {
        [, $novel, $chapter] = $this->chain();
        $novel->save();
        $novel->removeChapter($chapter);
        self::con()->beginTransaction();
        self::assertSame(1, $novel->save());
        self::assertTrue($chapter->isDeleted());
        self::con()->rollBack();
        self::assertFalse($chapter->isDeleted());
        self::assertSame(1, self::rows('chapter'));
        self::assertSame(1, $novel->save());
        self::assertSame(0, self::rows('chapter'));
    }

    public function testTablesThatPointAtEachOther(): void
    {
        foreach (['team', 'captain'] as $first) {
            $team = (new Team())->setName('Reds');
            $captain = (new Player())->setName('Ada')->setTeam($team);
            $team->setCaptain($captain)->addPlayer((new Player())->setName('Bob'));
            self::assertSame(4, $first === 'team' ? $team->save() : $captain->save());
            self::assertSame($team->getId(), $captain->getTeamId());
            self::assertSame($captain->getId(), $team->getCaptainId());
            self::assertFalse($team->isModified());
            self::assertSame((string) $captain->getId(), self::database()->value(
                'SELECT captain_id FROM team WHERE id = ?',
                [$team->getId()],
            ));
            self::assertSame(0, $team->save());
            self::assertSame(0, $captain->save());
        }
    }

    public function testACycleWhoseOtherSideIsForgotten(): void
    {
        $team = (new Team())->setName('Reds');
        $captain = (new Player())->setName('Ada')->setTeam($team);
        $team->setCaptain($captain)->clearPlayers();
        self::assertSame(3, $team->save());
        self::assertSame($captain->getId(), $team->getCaptainId());
        self::assertSame((string) $captain->getId(), self::database()->value('SELECT captain_id FROM team'));
    }

    public function testThePoolAfterARolledBackDelete(): void
    {
        [$writer, $novel, $chapter] = $this->chain();
        $writer->save();
        $writer->clearAllReferences(true);
        self::con()->beginTransaction();
        $novel->delete();
        self::con()->rollBack();
        self::assertSame($chapter, ChapterQuery::create()->findPk($chapter->getId()));
    }

    public function testACycleThatIsRolledBack(): void
    {
        $team = (new Team())->setName('Reds');
        $captain = (new Player())->setName('Ada')->setTeam($team);
        $team->setCaptain($captain);
        self::con()->beginTransaction();
        $captain->save();
        self::con()->rollBack();
        self::assertTrue($team->isNew());
        self::assertTrue($captain->isNew());
        self::assertNull($team->getCaptainId());
        self::assertNull($captain->getTeamId());
        self::assertSame(3, $team->save());
        self::assertSame($captain->getId(), $team->getCaptainId());
    }

    public function testDeletingAParentWhoseRowsGoWithIt(): void
    {
        [, $novel, $chapter, $paragraph] = $this->chain();
        $novel->save();
        $chapterId = $chapter->getId();
        $novel->delete();
        self::assertSame(0, self::rows('paragraph'));
        self::assertTrue($chapter->isDeleted());
        self::assertTrue($paragraph->isDeleted());
        self::assertNull(ChapterQuery::create()->findPk($chapterId));
        $this->expectException(OrmException::class);
        $paragraph->save();
    }

    public function testDeletingAParentOfObjectsItDoesNotKnow(): void
    {
        [$writer, $novel, $chapter] = $this->chain();
        $writer->save();
        $writer->clearAllReferences(true);
        $chapter->clearAllReferences();
        $novel->delete();
        self::assertNull(ChapterQuery::create()->findPk($chapter->getId()));
        $this->expectException(RowGoneException::class);
        $chapter->setTitle('x')->save();
    }

    public function testDeletingAParentWhoseRowsStay(): void
    {
        [$writer, $novel] = $this->chain();
        $writer->save();
        self::con()->beginTransaction();
        $writer->delete();
        self::assertNull($novel->getWriterId());
        self::assertNull($novel->getWriter());
        self::assertFalse($novel->isModified());
        self::con()->rollBack();
        self::assertFalse($writer->isDeleted());
        self::assertSame($writer->getId(), $novel->getWriterId());
        self::assertSame($writer, $novel->getWriter());
        self::assertSame($novel, NovelQuery::create()->findPk($novel->getId()));
        $writer->delete();
        self::assertNull(NovelQuery::create()->requirePk((int) $novel->getId())->getWriterId());
    }

    public function testARolledBackDeleteOfAParent(): void
    {
        [, $novel, $chapter] = $this->chain();
        $novel->save();
        self::con()->beginTransaction();
        $novel->delete();
        self::con()->rollBack();
        self::assertFalse($chapter->isDeleted());
        self::assertSame($chapter, ChapterQuery::create()->findPk($chapter->getId()));
        self::assertSame(1, $chapter->setTitle('again')->save());
    }

    public function testAParentWithAChangedKeyTakesItsChildrenAlong(): void
    {
        $series = (new Series())->setName('Dune')->setYear(1965);
        $series->addNovel($novel = (new Novel())->setTitle('One'));
        $series->save();
        $other = (new Series())->setName('Dune')->setYear(1970);
        $other->save();
        $novel->setSeries($other);
        self::assertSame(1, $novel->save());
        $other->delete();
        self::assertNull($novel->getSeriesName());
        self::assertSame(1, $novel->setTitle('x')->setSeries($series)->save());
        self::assertSame('1965', self::database()->value('SELECT series_year FROM novel'));
    }

    public function testADeletedParentIsNotSaved(): void
    {
        [$writer, $novel] = $this->chain();
        $novel->save();
        $novel->clearChapters();
        $writer->clearNovels();
        $writer->delete();
        $novel->setTitle('x');
        self::assertSame($writer->getId(), $novel->getWriterId());
        $this->expectException(QueryException::class);
        $novel->setWriterId(null)->setWriterId(1_000_000)->save();
    }

    /**
     * @return array{Writer, Novel, Chapter, Paragraph}
     */
    private function chain(): array
    {
        $writer = (new Writer())->setName('Ada');
        $writer->addNovel($novel = (new Novel())->setTitle('One'));
        $novel->addChapter($chapter = (new Chapter())->setTitle('A'));
        $chapter->addParagraph($paragraph = (new Paragraph())->setText('text'));

        return [$writer, $novel, $chapter, $paragraph];
    }

    /**
     * @param list<string> $statements
     */
    private static function transactions(array $statements): int
    {
        return \count(\preg_grep('/^(BEGIN|START TRANSACTION)/i', $statements) ?: []);
    }
}
