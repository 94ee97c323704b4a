<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation;

use Bookstore\Award;
use Bookstore\Category;
use Bookstore\Clash;
use Bookstore\Novel;
use Bookstore\NovelQuery;
use Bookstore\Passport;
use Bookstore\PassportQuery;
use Bookstore\Person;
use Bookstore\Series;
use Bookstore\Writer;
use Bookstore\WriterQuery;
use Orm\Runtime\Exception\OrmException;

final class ManyToOneTest extends RelationTestCase
{
    public function testSetterTakesOverTheKeyOfASavedObject(): void
    {
        $writer = (new Writer())->setName('Ada');
        $writer->save();
        $novel = (new Novel())->setTitle('One')->setWriter($writer);
        self::assertSame($writer->getId(), $novel->getWriterId());
        self::assertSame($writer, $novel->getWriter());
        self::assertSame(1, $novel->save());
        $row = self::database()->rows('SELECT writer_id, editor_id FROM novel');
        self::assertEquals([['writer_id' => $writer->getId(), 'editor_id' => null]], $row);
    }

    public function testNewParentIsSavedFirst(): void
    {
        $writer = (new Writer())->setName('Ada');
        $novel = (new Novel())->setTitle('One')->setWriter($writer);
        self::assertNull($novel->getWriterId());
        self::assertSame(2, $novel->save());
        self::assertFalse($writer->isNew());
        self::assertNotNull($writer->getId());
        self::assertSame($writer->getId(), $novel->getWriterId());
        self::assertFalse($novel->isModified());
    }

    public function testModifiedParentIsSavedToo(): void
    {
        $novel = $this->novel();
        $novel->getWriter()?->setName('Grace');
        self::assertSame(1, $novel->save());
        self::assertSame('Grace', self::database()->value('SELECT name FROM writer'));
        self::assertSame(0, $novel->save());
    }

    public function testGetterAsksThePoolFirst(): void
    {
        $novel = $this->novel();
        $writer = $novel->getWriter();
        $read = self::readAgain($novel);
        $log = self::log();
        self::assertSame($writer, $read->getWriter());
        self::assertSame($writer, $read->getWriter());
        self::assertSame([], $log->statements);
    }

    public function testGetterReadsTheRowOnce(): void
    {
        $novel = $this->novel();
        $id = $novel->getId();
        $novel->clearAllReferences(true);
        unset($novel);
        self::emptyPool();
        $read = NovelQuery::create()->findPk($id);
        self::assertNotNull($read);
        $log = self::log();
        self::assertSame('Ada', $read->getWriter()?->getName());
        self::assertSame('Ada', $read->getWriter()?->getName());
        self::assertCount(1, $log->statements);
        self::assertNull($read->getEditor());
        self::assertCount(1, $log->statements);
    }

    public function testSettingTheColumnForgetsTheObject(): void
    {
        $novel = $this->novel();
        $first = $novel->getWriter();
        self::assertNotNull($first);
        self::assertCount(1, $first->getNovels());
        $second = (new Writer())->setName('Grace');
        $second->save();
        $novel->setWriterId($second->getId());
        self::assertSame($second, $novel->getWriter());
        self::assertCount(0, $first->getNovels());
        $novel->setWriterId(null);
        self::assertNull($novel->getWriter());
    }

    public function testSettingTheSameColumnKeepsTheObject(): void
    {
        $novel = $this->novel();
        $writer = $novel->getWriter();
        $novel->setWriterId($novel->getWriterId());
        $novel->setEditorId(null);
        $log = self::log();
        self::assertSame($writer, $novel->getWriter());
        self::assertSame([], $log->statements);
    }

    public function testARefreshedRowForgetsAnObjectThatDoesNotFit(): void
    {
        $novel = $this->novel();
        $novel->getWriter();
        $second = (new Writer())->setName('Grace');
        $second->save();
        self::database()->rows('UPDATE novel SET writer_id = ?', [$second->getId()]);
        self::assertSame($novel, NovelQuery::create()->filterByTitle('One')->findOne());
        self::assertSame($second, $novel->getWriter());
    }

    public function testARefreshedRowKeepsAnObjectThatWasSetAndNotSaved(): void
    {
        $novel = $this->novel();
        $new = (new Writer())->setName('New');
        $novel->setWriter($new);
        self::database()->rows("UPDATE novel SET title = 'Two'");
        self::assertSame($novel, NovelQuery::create()->filterByTitle('Two')->findOne());
        self::assertSame($new, $novel->getWriter());
        self::assertSame(2, $novel->save());
        self::assertSame('Two', $novel->getTitle());
        self::assertSame((string) $new->getId(), self::database()->value('SELECT writer_id FROM novel'));
    }

    public function testAnObjectSetWhereNoneWasSurvivesARefresh(): void
    {
        $novel = (new Novel())->setTitle('One');
        $novel->save();
        $new = (new Writer())->setName('New');
        $novel->setWriter($new);
        $other = (new Writer())->setName('Other');
        $other->save();
        self::database()->rows('UPDATE novel SET writer_id = ?', [$other->getId()]);
        NovelQuery::create()->find();
        self::assertSame($new, $novel->getWriter());
        NovelQuery::create()->joinWith('Novel.Writer')->find();
        self::assertSame($new, $novel->getWriter());
        self::assertSame(2, $novel->save());
        self::assertSame((string) $new->getId(), self::database()->value('SELECT writer_id FROM novel'));
    }

    public function testAKeyThatIsPartOfThePrimaryKeyCanChange(): void
    {
        $ada = (new Person())->setName('Ada')->setPassport($passport = (new Passport())->setNumber('1'));
        $ada->save();
        $bob = (new Person())->setName('Bob');
        $passport->setPerson($bob);
        self::assertSame(2, $passport->save());
        self::assertSame((string) $bob->getId(), self::database()->value('SELECT person_id FROM passport'));
        self::assertSame($passport, PassportQuery::create()->findPk($bob->getId()));
        self::assertNull($ada->getPassport());
        self::con()->beginTransaction();
        $passport->setPerson($ada)->save();
        self::con()->rollBack();
        self::assertSame((string) $bob->getId(), self::database()->value('SELECT person_id FROM passport'));
        self::assertSame(1, $passport->save());
        self::assertSame((string) $ada->getId(), self::database()->value('SELECT person_id FROM passport'));
    }

    public function testReloadForgetsWhatWasSet(): void
    {
        $novel = $this->novel();
        $writer = $novel->getWriter();
        $new = (new Writer())->setName('New');
        $novel->setWriter($new);
        $novel->reload();
        self::assertSame($writer, $novel->getWriter());
        self::assertCount(0, $new->getNovels());
    }

    public function testNullTakesTheObjectAway(): void
    {
        $novel = $this->novel();
        $writer = $novel->getWriter();
        $novel->setWriter(null);
        self::assertNull($novel->getWriterId());
        self::assertNull($novel->getWriter());
        self::assertSame(1, $novel->save());
        self::assertNull(self::database()->value('SELECT writer_id FROM novel'));
        self::assertNotNull($writer);
        self::assertCount(0, $writer->getNovels());
    }

    public function testTwoKeysToOneTable(): void
    {
        $both = (new Writer())->setName('Both');
        $novel = (new Novel())->setTitle('One')->setWriter($both)->setEditor($both);
        self::assertSame(2, $novel->save());
        self::assertSame($both->getId(), $novel->getWriterId());
        self::assertSame($both->getId(), $novel->getEditorId());
        self::assertCount(1, $both->getNovels());
        self::assertCount(1, $both->getEditedNovels());
        $novel->setEditor(null)->save();
        self::assertCount(1, $both->getNovels());
        self::assertCount(0, $both->getEditedNovels());
    }

    public function testCompositeKey(): void
    {
        $series = (new Series())->setName('Dune')->setYear(1965);
        $novel = (new Novel())->setTitle('One')->setSeries($series);
        self::assertSame('Dune', $novel->getSeriesName());
        self::assertSame(2, $novel->save());
        $id = $novel->getId();
        self::emptyPool();
        $read = NovelQuery::create()->findPk($id);
        self::assertSame(1965, $read?->getSeries()?->getYear());
        self::assertSame($read, $read->getSeries()->getNovels()->getFirst());
        $read->setSeriesYear(1966);
        self::assertNull($read->getSeries());
        $read->setSeries(null)->save();
        self::assertNull(self::database()->value('SELECT series_name FROM novel'));
    }

    public function testKeyToAColumnThatIsNotThePrimaryKey(): void
    {
        $writer = (new Writer())->setName('Ada')->setCode('ADA');
        $award = (new Award())->setName('Prize')->setWriter($writer);
        self::assertSame('ADA', $award->getWriterCode());
        self::assertSame(2, $award->save());
        self::emptyPool();
        $award->clearAllReferences();
        self::assertSame('Ada', $award->getWriter()?->getName());
        $found = WriterQuery::create()->findPk($writer->getId());
        self::assertSame('Prize', $found?->getAwards()->getFirst()?->getName());
    }

    public function testSelfReference(): void
    {
        $root = (new Category())->setName('root');
        $leaf = (new Category())->setName('leaf')->setParent((new Category())->setName('middle')->setParent($root));
        self::assertSame(3, $leaf->save());
        self::assertSame($root, $leaf->getParent()?->getParent());
        self::assertSame('middle', $root->getChildren()->getFirst()?->getName());
        $self = (new Category())->setName('self');
        $self->setParent($self);
        self::assertSame(2, $self->save());
        self::assertSame($self->getId(), $self->getParentId());
        self::assertFalse($self->isModified());
    }

    public function testAKeyThatIsNeverNull(): void
    {
        $parent = (new Clash())->setAParent('x')->setLinked('y')->setWalking('z')->setCollChildren('c');
        $child = (new Clash())->setParent($parent);
        self::assertSame(0, $child->getParentId());
        self::assertSame(2, $child->save());
        self::assertSame($parent->getId(), $child->getParentId());
        self::assertSame('x', $parent->getAParent());
        self::assertSame($child, $parent->getChildren()->getFirst());
        $this->expectException(OrmException::class);
        $this->expectExceptionMessage('The relation Parent of Clash is required and cannot be set to null');
        $child->setParent(null);
    }

    private function novel(): Novel
    {
        $novel = (new Novel())->setTitle('One')->setWriter((new Writer())->setName('Ada'));
        $novel->save();

        return $novel;
    }
}
