<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation;

use Bookstore\Label;
use Bookstore\LabelQuery;
use Bookstore\Loan;
use Bookstore\LoanQuery;
use Bookstore\Novel;
use Bookstore\NovelLabelQuery;
use Bookstore\NovelQuery;
use Bookstore\Person;
use Bookstore\Project;
use Bookstore\Team;

/** What was added and removed last is what is saved, whichever side was told, and whichever is saved first. */
final class LinkRecordTest extends RelationTestCase
{
    public function testRemovingWhatIsNotLinkedLeavesNoTrace(): void
    {
        [$novel, $labels] = self::linked('a', 'b', 'c');
        foreach ([...$labels, (new Label())->setName('new')] as $label) {
            $novel->removeLabel($label);
        }
        $novel->removeLabel($other = self::label('other'));
        $novel->addLabel($labels['b'])->addLabel($labels['c'])->addLabel($other);
        self::assertSame(2, $novel->save(), 'a goes, other comes, b and c stay');
        self::assertSame(['b', 'c', 'other'], self::namesOf($novel));
        self::assertSame(['b', 'c', 'other'], self::stored($novel));
    }

    public function testRemovedHereAndAddedThere(): void
    {
        foreach (['novel first', 'label first'] as $order) {
            [$novel, ['a' => $label]] = self::linked('a');
            $label->removeNovel($novel);
            self::assertSame([], self::namesOf($novel), 'both sides know it at once');
            $novel->addLabel($label);
            self::assertSame([$novel], $label->getNovels()->getData());
            foreach ($order === 'novel first' ? [$novel, $label] : [$label, $novel] as $object) {
                self::assertSame(0, $object->save(), $order);
            }
            self::assertSame(['a'], self::stored($novel), $order);
        }
    }

    public function testAddedHereAndRemovedThere(): void
    {
        [$novel] = self::linked();
        $label = self::label('a');
        $novel->addLabel($label);
        $label->removeNovel($novel);
        self::assertSame([0, 0, []], [$novel->save(), $label->save(), self::stored($novel)]);
    }

    public function testARemovalIsSavedByEitherSide(): void
    {
        foreach ([true, false] as $other) {
            [$novel, ['a' => $label]] = self::linked('a');
            $label->removeNovel($novel);
            $other ? $novel->save() : $label->save();
            self::assertSame([], self::stored($novel));
            self::assertSame([0, 0], [$novel->save(), $label->save()]);
            $novel->addLabel($label);
            self::assertSame(1, $other ? $label->save() : $novel->save());
            self::assertSame(['a'], self::stored($novel));
        }
    }

    public function testSeveralObjectsOfOneRow(): void
    {
        [$novel, ['a' => $label]] = self::linked('a');
        $novel->getLabels();
        self::emptyPool();
        $again = LabelQuery::create()->requirePk($label->getId());
        self::assertNotSame($again, $label);
        $novel->addLabel($again);
        self::assertCount(1, $novel->getLabels());
        $novel->removeLabel($again);
        self::assertSame([], self::namesOf($novel));
        $novel->addLabel($label);
        self::assertSame([0, 0, 0], [$novel->save(), $again->save(), $label->save()]);
        self::assertSame(['a'], self::stored($novel));
        $novel->removeLabel($again)->save();
        self::assertSame([], self::stored($novel));
    }

    public function testADeletedObjectLeavesTheOtherSide(): void
    {
        [$novel, ['a' => $label]] = self::linked('a');
        self::assertSame([$novel], $label->getNovels()->getData());
        self::assertCount(1, $label->getNovelLabels());
        $novel->delete();
        self::assertSame([[], 0], [$label->getNovels()->getData(), $label->countNovels()]);
        self::assertCount(0, $label->getNovelLabels());
        self::assertSame(1, $label->setName('b')->save());
    }

    public function testADeletedObjectLeavesTheOtherSideThatOnlyReadIt(): void
    {
        [$novel] = self::linked('a');
        self::emptyPool();
        $label = LabelQuery::create()->findOneByName('a') ?? self::fail();
        self::assertCount(1, $label->getNovels());
        self::emptyPool();
        (NovelQuery::create()->findPk($novel->getId()) ?? self::fail())->delete();
        self::assertCount(0, $label->getNovels());
        self::assertSame(0, $label->save());
    }

    public function testALinkThatWasNotSavedGoesWithADeletedObject(): void
    {
        [$novel] = self::linked();
        $label = self::label('a');
        $novel->addLabel($label);
        self::con()->beginTransaction();
        $novel->delete();
        self::assertSame([], $label->getNovels()->getData());
        self::assertSame(1, $label->setName('b')->save());
        self::con()->rollBack();
        self::assertSame([$novel], $label->getNovels()->getData());
        self::assertSame(2, $label->save(), 'the name, and the link that was asked for');
        self::assertSame(['b'], self::stored($novel));
        $label->removeNovel($novel)->save();
        $novel->addLabel($label);
        $novel->delete();
        self::assertSame(1, $label->setName('c')->save());
    }

    public function testAfterARollbackTheLinksAreUnsavedAgain(): void
    {
        [$novel, ['a' => $a]] = self::linked('a');
        $b = self::label('b');
        self::con()->beginTransaction();
        $novel->removeLabel($a)->addLabel($b);
        self::assertSame(2, $novel->save());
        $novel->addLabel($a);
        self::assertSame(1, $a->save());
        self::con()->rollBack();
        self::assertSame(['a'], self::stored($novel));
        self::assertSame(['a', 'b'], self::namesOf($novel));
        $novel->save();
        self::assertSame(['a', 'b'], self::stored($novel));
        self::con()->beginTransaction();
        $novel->delete();
        self::con()->rollBack();
        self::assertSame([$novel], $a->getNovels()->getData());
    }

    public function testOneOfSeveralRowsBetweenTheSameTwo(): void
    {
        $person = (new Person())->setName('Ada');
        $novel = (new Novel())->setTitle('One');
        $person->addLoan((new Loan())->setNovel($novel))->addLoan((new Loan())->setNovel($novel))->save();
        $loan = $person->getLoans()->getFirst() ?? self::fail();
        self::assertCount(1, $person->getNovels());
        $person->removeLoan($loan);
        self::assertSame([$novel], $person->getNovels()->getData(), 'the other row still links them');
        self::assertSame(1, $person->save());
        self::assertSame(1, LoanQuery::create()->count());
        $person->removeNovel($novel);
        self::assertSame([[], []], [$person->getNovels()->getData(), $novel->getPeople()->getData()]);
        self::assertSame(1, $novel->save());
        self::assertSame(0, LoanQuery::create()->count());
    }

    public function testARowBetweenThatIsGivenAnotherEnd(): void
    {
        [$novel, ['a' => $a]] = self::linked('a');
        $b = self::label('b');
        self::assertSame(['a'], self::namesOf($novel));
        $row = $novel->getNovelLabels()->getFirst() ?? self::fail();
        $row->setLabel($b);
        self::assertSame(['b'], self::namesOf($novel));
        self::assertSame([[], [$novel]], [$a->getNovels()->getData(), $b->getNovels()->getData()]);
        $row->setLabelId((int) $a->getId());
        self::assertSame(['a'], self::namesOf($novel));
        $row->setLabel($b);
        self::assertSame(1, $novel->save());
        self::assertSame(['b'], self::stored($novel));
    }

    public function testForgettingWhatWasReadKeepsWhatIsNotSaved(): void
    {
        [$novel, ['a' => $a, 'b' => $b]] = self::linked('a', 'b');
        $novel->removeLabel($a)->addLabel(self::label('c'));
        $novel->clearLabels();
        self::assertFalse($novel->isLabelsLoaded());
        NovelLabelQuery::create()->filterByLabel($b)->delete();
        self::assertSame(['c'], self::namesOf($novel));
        self::assertSame(2, $novel->save());
        self::assertSame(['c'], self::stored($novel));
    }

    public function testObjectsBehindKnownRowsAreReadOnce(): void
    {
        [$novel] = self::linked('a', 'b', 'c');
        $novel->clearAllReferences(true);
        self::emptyPool();
        $log = self::log();
        self::assertCount(3, $novel->getLabels());
        self::assertCount(1, $log->statements, 'without the rows between, as long as nobody needs them');
        $known = $novel->getLabels()->getData();
        $novel->removeLabel($known[0]);
        self::assertSame([$known[1], $known[2]], $novel->getLabels()->getData());
        self::assertCount(2, $log->statements);
        $novel->clearAllReferences(true);
        self::emptyPool();
        self::assertCount(3, $novel->getNovelLabels());
        self::assertCount(3, $novel->getLabels());
        self::assertCount(4, $log->statements, 'all of them with one query');
    }

    public function testACombinationIsThereOnce(): void
    {
        [$ada, $reds, $moon] = [(new Person())->setName('Ada'), (new Team())->setName('Reds'), (new Project())->setName('Moon')];
        $ada->addTeamProject($reds, $moon)->save();
        $ada->addTeamProject($reds, $moon);
        $moon->addPersonTeam($ada, $reds);
        self::assertSame([0, 0], [$ada->save(), $moon->save()]);
        $reds->removePersonProject($ada, $moon);
        self::assertSame([[], []], [$ada->getTeamProjects(), $moon->getPersonTeams()]);
        $moon->addPersonTeam($ada, $reds);
        self::assertSame([0, 0, 0], [$reds->save(), $moon->save(), $ada->save()]);
        self::assertSame(1, self::rows('assignment'));
        $moon->removePersonTeam($ada, $reds);
        self::assertSame(1, $ada->save());
        self::assertSame(0, self::rows('assignment'));
    }

    public function testManyLinksAreTakenAwayAndGivenBackInLinearTime(): void
    {
        self::timeOf(100);
        // With a search through all of them for each it would be sixty-four times as much, or more.
        $ratios = [];
        do {
            $ratios[] = self::timeOf(4000) / self::timeOf(500);
        } while (\min($ratios) > 25 && \count($ratios) < 4);
        self::assertLessThan(25, \min($ratios));
    }

    /** How long it takes to add, remove and add again that many labels, without the database. */
    private static function timeOf(int $count): float
    {
        $novel = (new Novel())->setTitle('One');
        $labels = [];
        for ($number = 0; $number < $count; ++$number) {
            $labels[] = $label = (new Label())->setName("n$number");
            $label->setId($number + 1);
            $label->resetModified();
            $label->setNew(false);
        }
        $begun = \hrtime(true);
        foreach ([1, 2] as $_) {
            $novel->setLabels($labels);
            foreach ($labels as $label) {
                $novel->removeLabel($label);
            }
        }

        return (\hrtime(true) - $begun) / 1e9;
    }

    /**
     * A saved novel with labels, none of which has been asked for its own.
     *
     * @return array{Novel, array<string, Label>}
     */
    private static function linked(string ...$names): array
    {
        $novel = (new Novel())->setTitle('One');
        $labels = [];
        foreach ($names as $name) {
            $novel->addLabel($labels[$name] = self::label($name));
        }
        $novel->save();

        return [$novel, $labels];
    }

    private static function label(string $name): Label
    {
        $label = (new Label())->setName($name);
        $label->save();

        return $label;
    }

    /**
     * @return list<string|null>
     */
    private static function namesOf(Novel $novel): array
    {
        $names = $novel->getLabels()->map(static fn (Label $label): ?string => $label->getName());
        \sort($names);

        return $names;
    }

    /**
     * @return list<string>
     */
    private static function stored(Novel $novel): array
    {
        $sql = 'SELECT l.name AS name FROM novel_label b INNER JOIN label l ON l.id = b.label_id';
        $rows = self::con()->query("$sql WHERE b.novel_id = ? ORDER BY l.name", [$novel->getId()]);

        /** @var list<string> */
        return $rows->fetchAll(\PDO::FETCH_COLUMN);
    }
}
