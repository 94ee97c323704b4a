<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation;

use Bookstore\Label;
use Bookstore\LabelQuery;
use Bookstore\Loan;
use Bookstore\Novel;
use Bookstore\NovelLabel;
use Bookstore\NovelQuery;
use Bookstore\Person;
use Bookstore\PersonQuery;
use Bookstore\Project;
use Bookstore\Team;

final class ManyToManyTest extends RelationTestCase
{
    public function testAddingNewObjects(): void
    {
        $novel = (new Novel())->setTitle('One');
        $red = (new Label())->setName('red');
        self::assertSame($novel, $novel->addLabel($red)->addLabel((new Label())->setName('blue')));
        self::assertCount(2, $novel->getLabels());
        self::assertSame([$novel], $red->getNovels()->getData());
        self::assertSame(5, $novel->save());
        self::assertSame(2, self::rows('novel_label'));
        self::assertSame(0, $novel->save());
        self::emptyPool();
        $read = NovelQuery::create()->findPk($novel->getId());
        self::assertSame(['blue', 'red'], self::names($read?->getLabels() ?? []));
        self::assertSame(2, $read?->countLabels());
    }

    public function testFromTheOtherSide(): void
    {
        $label = (new Label())->setName('red')->addNovel($novel = (new Novel())->setTitle('One'));
        self::assertSame(3, $label->save());
        self::assertSame([$label], $novel->getLabels()->getData());
    }

    public function testALinkIsThereOnce(): void
    {
        $novel = $this->novel('red');
        $red = LabelQuery::create()->findOneByName('red');
        self::assertNotNull($red);
        $novel->addLabel($red)->addLabel($red);
        self::assertSame(0, $novel->save());
        self::assertCount(1, $novel->getLabels());
    }

    public function testRemoving(): void
    {
        $novel = $this->novel('red', 'blue');
        $red = LabelQuery::create()->findOneByName('red');
        self::assertNotNull($red);
        self::assertCount(1, $red->getNovels());
        $novel->removeLabel($red);
        self::assertSame(['blue'], self::names($novel->getLabels()));
        self::assertCount(0, $red->getNovels());
        self::assertSame(2, self::rows('novel_label'));
        self::assertSame(1, $novel->save());
        self::assertSame(1, self::rows('novel_label'));
        self::assertSame(2, self::rows('label'));
        self::assertSame(0, $novel->save());
    }

    public function testRemovingAndAddingAgain(): void
    {
        $novel = $this->novel('red');
        $red = LabelQuery::create()->findOneByName('red');
        self::assertNotNull($red);
        $novel->removeLabel($red)->addLabel($red);
        self::assertSame(0, $novel->save());
        self::assertSame(1, self::rows('novel_label'));
        $new = (new Label())->setName('new');
        $novel->addLabel($new)->removeLabel($new);
        self::assertSame(0, $novel->save());
        self::assertTrue($new->isNew());
        $blue = (new Label())->setName('blue');
        $blue->save();
        $novel->addLabel($blue)->removeLabel($blue);
        $log = self::log();
        self::assertSame(0, $novel->save());
        self::assertSame([], $log->statements);
    }

    public function testRemovingIsUndoneByARollback(): void
    {
        $novel = $this->novel('red');
        $red = LabelQuery::create()->findOneByName('red');
        self::assertNotNull($red);
        $novel->removeLabel($red);
        self::con()->beginTransaction();
        self::assertSame(1, $novel->save());
        self::con()->rollBack();
        self::assertSame(1, self::rows('novel_label'));
        self::assertSame(1, $novel->save());
        self::assertSame(0, self::rows('novel_label'));
    }

    public function testAddingIsUndoneByARollback(): void
    {
        $novel = (new Novel())->setTitle('One')->addLabel((new Label())->setName('red'));
        self::con()->beginTransaction();
        self::assertSame(3, $novel->save());
        self::con()->rollBack();
        self::assertSame(3, $novel->save());
        self::assertSame(1, self::rows('novel_label'));
    }

    public function testSettingAllOfThem(): void
    {
        $novel = $this->novel('red', 'blue');
        $blue = LabelQuery::create()->findOneByName('blue');
        self::assertNotNull($blue);
        $novel->setLabels([$blue, (new Label())->setName('green')]);
        self::assertSame(['blue', 'green'], self::names($novel->getLabels()));
        self::assertSame(3, $novel->save());
        $novel->clearLabels();
        self::assertFalse($novel->isLabelsLoaded());
        self::assertSame(['blue', 'green'], self::names($novel->getLabels()));
        self::assertTrue($novel->isLabelsLoaded());
    }

    public function testAQueryFindsSome(): void
    {
        $novel = $this->novel('red', 'blue');
        $this->novel('red');
        self::assertSame(['red'], self::names($novel->getLabels(LabelQuery::create()->filterByName('red'))));
        self::assertSame(1, $novel->countLabels(LabelQuery::create()->filterByName('red')));
        self::assertSame(2, $novel->countLabels());
        self::assertSame(0, (new Novel())->countLabels());
    }

    public function testModifiedObjectsAreSaved(): void
    {
        $novel = $this->novel('red');
        $novel->getLabels()->getFirst()?->setName('pink');
        self::assertSame(1, $novel->save());
        self::assertSame('pink', self::database()->value('SELECT name FROM label'));
    }

    public function testTheRowsBetweenCanBeUsedThemselves(): void
    {
        $novel = $this->novel('red');
        self::assertCount(1, $novel->getLabels());
        $blue = (new Label())->setName('blue');
        $novel->addNovelLabel((new NovelLabel())->setLabel($blue));
        self::assertSame(['blue', 'red'], self::names($novel->getLabels()));
        self::assertSame(2, $novel->save());
        $link = $novel->getNovelLabels()->getFirst();
        self::assertNotNull($link);
        $gone = $link->getLabel()?->getName();
        $novel->removeNovelLabel($link);
        self::assertNotContains($gone, self::names($novel->getLabels()));
        self::assertSame(1, $novel->save());
        self::assertSame(1, self::rows('novel_label'));
    }

    public function testColumnsOfItsOwn(): void
    {
        $person = (new Person())->setName('Ada');
        $novel = (new Novel())->setTitle('One');
        $person->addNovel($novel);
        $loan = $person->getLoans()->getFirst();
        self::assertSame(1, $loan?->getCopies());
        $loan->setRemark('handle with care');
        $person->addLoan((new Loan())->setNovel((new Novel())->setTitle('Two'))->setCopies(2));
        self::assertSame(5, $person->save());
        self::emptyPool();
        $read = PersonQuery::create()->findPk($person->getId());
        self::assertCount(2, $read?->getNovels() ?? []);
        self::assertSame('2', self::database()->value('SELECT MAX(copies) FROM loan'));
        $novel = NovelQuery::create()->findOneByTitle('One');
        self::assertNotNull($novel);
        self::assertNotNull($read);
        self::assertSame($read, $novel->getPeople()->getFirst());
        $novel->removePerson($read);
        self::assertSame(1, $novel->save());
        self::assertSame(1, self::rows('loan'));
    }

    public function testSeveralRowsBetweenTheSameTwo(): void
    {
        $person = (new Person())->setName('Ada');
        $novel = (new Novel())->setTitle('One');
        $person->addLoan((new Loan())->setNovel($novel))->addLoan((new Loan())->setNovel($novel));
        self::assertSame(4, $person->save());
        $person->clearAllReferences(true);
        self::assertCount(1, $person->getNovels());
        $person->removeNovel($novel);
        self::assertSame(2, $person->save());
        self::assertSame(0, self::rows('loan'));
    }

    public function testThreeTables(): void
    {
        $ada = (new Person())->setName('Ada');
        $reds = (new Team())->setName('Reds');
        $blues = (new Team())->setName('Blues');
        $moon = (new Project())->setName('Moon');
        $ada->addTeamProject($reds, $moon)->addTeamProject($blues, $moon);
        self::assertSame([[$reds, $moon], [$blues, $moon]], $ada->getTeamProjects());
        self::assertSame(6, $ada->save());
        self::assertSame(2, self::rows('assignment'));
        self::assertSame([[$ada, $moon]], $reds->getPersonProjects());
        self::assertSame(2, $moon->countPersonTeams());
        $ada->removeTeamProject($reds, $moon);
        self::assertSame([[$blues, $moon]], $ada->getTeamProjects());
        self::assertSame(1, $ada->save());
        $ada->setTeamProjects([[$reds, $moon]]);
        self::assertSame(2, $ada->save());
        $row = self::database()->rows('SELECT team_id FROM assignment');
        self::assertEquals([['team_id' => $reds->getId()]], $row);
        $ada->addTeamProject($blues, $moon)->removeTeamProject($blues, $moon);
        self::assertSame(0, $ada->save());
        $ada->clearTeamProjects();
        self::assertCount(1, $ada->getTeamProjects());
    }

    public function testATableWithItself(): void
    {
        $ada = (new Person())->setName('Ada');
        $bob = (new Person())->setName('Bob');
        $ada->addIdol($bob);
        self::assertSame([$ada], $bob->getFans()->getData());
        self::assertCount(0, $ada->getFans());
        self::assertSame(3, $ada->save());
        self::emptyPool();
        $read = PersonQuery::create()->findOneByName('Bob');
        self::assertNotNull($read);
        self::assertSame(['Ada'], self::names($read->getFans()));
        self::assertSame([], self::names($read->getIdols()));
        $fan = $read->getFans()->getFirst();
        self::assertNotNull($fan);
        self::assertSame([$read], $fan->getIdols()->getData());
        $read->addIdol($read);
        self::assertSame(1, $read->save());
        self::assertSame(['Ada', 'Bob'], self::names(PersonQuery::create()->find()));
        $read->removeFan($fan);
        self::assertSame(1, $read->save());
        self::assertSame([], self::names($fan->getIdols()));
    }

    public function testDeepCopyCopiesTheLinks(): void
    {
        $novel = $this->novel('red', 'blue');
        $copy = $novel->copy(true);
        self::assertSame(3, $copy->save());
        self::assertSame(['blue', 'red'], self::names($copy->getLabels()));
        self::assertSame(2, self::rows('label'));
        self::assertSame(4, self::rows('novel_label'));
    }

    private function novel(string ...$labels): Novel
    {
        $novel = (new Novel())->setTitle('One');
        foreach ($labels as $name) {
            $novel->addLabel(LabelQuery::create()->findOneByName($name) ?? (new Label())->setName($name));
        }
        $novel->save();
        $novel->clearAllReferences(true);

        return $novel;
    }

    /**
     * @param iterable<Label|Person> $objects
     *
     * @return list<string|null>
     */
    private static function names(iterable $objects): array
    {
        $names = [];
        foreach ($objects as $object) {
            $names[] = $object->getName();
        }
        \sort($names);

        return $names;
    }
}
