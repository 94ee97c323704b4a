<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation;

use Bookstore\Label;
use Bookstore\LabelQuery;
use Bookstore\Novel;
use Bookstore\NovelQuery;

/** Each end of a many-to-many relation knows at once what the other one was told, however both came into memory. */
final class BothEndsTest extends RelationTestCase
{
    public function testALinkThatCameBackIsTakenAwayByTheOtherEnd(): void
    {
        foreach (['novel', 'label', 'set', 'both'] as $how) {
            [$novel, [$label]] = self::unlinked(1);
            match ($how) {
                'label' => [$label->addNovel($novel)->save(), $label->removeNovel($novel)->save(), $label->addNovel($novel)->save()],
                'set' => [$novel->setLabels([$label])->save(), $novel->setLabels([])->save(), $novel->setLabels([$label])->save()],
                'both' => [$novel->addLabel($label)->save(), $label->removeNovel($novel)->save(), $label->addNovel($novel)->save()],
                default => [$novel->addLabel($label)->save(), $novel->removeLabel($label)->save(), $novel->addLabel($label)->save()],
            };
            self::assertSame(['0'], self::stored($novel), $how);
            if ($how === 'label' || $how === 'both') {
                self::assertSame(1, $novel->setLabels([])->save(), $how);
            } else {
                self::assertSame(1, $label->removeNovel($novel)->save(), $how);
            }
            self::assertSame([], self::stored($novel), $how);
            self::assertSame([0, 0], [$novel->save(), $label->save()], $how);
        }
    }

    public function testALinkComesAndGoesAgainAndAgain(): void
    {
        [$novel, [$label]] = self::unlinked(1);
        foreach ([0, 1, 2, 3, 4, 5, 6, 7] as $round) {
            $adds = $round & 1 ? $novel->addLabel($label) : $label->addNovel($novel);
            self::assertSame(1, $adds->save());
            self::assertSame(['0'], self::stored($novel), "round $round");
            $round & 2 ? $novel->removeLabel($label) : $label->removeNovel($novel);
            self::assertSame(1, $round & 4 ? $novel->save() : $label->save(), "round $round");
            self::assertSame([], self::stored($novel), "round $round");
        }
    }

    public function testARollbackBringsBackWhatWaitedAtBothEnds(): void
    {
        [$novel, [$label]] = self::unlinked(1);
        $novel->addLabel($label)->save();
        $novel->removeLabel($label)->save();
        $novel->addLabel($label)->save();
        self::con()->beginTransaction();
        self::assertSame(1, $label->removeNovel($novel)->save());
        self::con()->rollBack();
        self::assertSame([0, 0], [$novel->countLabels(), $label->countNovels()]);
        $novel->addLabel($label);
        self::assertSame([0, 0], [$novel->save(), $label->save()]);
        self::con()->beginTransaction();
        $novel->removeLabel($label)->save();
        $novel->addLabel($label)->save();
        $label->removeNovel($novel);
        self::con()->rollBack();
        self::assertSame(['0'], self::stored($novel));
        self::assertSame([0, 0], [$novel->countLabels(), $label->countNovels()]);
        self::assertSame(1, $label->save());
        self::assertSame([], self::stored($novel));
        self::assertSame(0, $novel->save());
    }

    public function testSetHereAndAddedThereByObjectsThatWereRead(): void
    {
        foreach (['novel first', 'label first'] as $order) {
            [$novel, [$first, $second]] = self::readAnew(2);
            $novel->setLabels([$second]);
            $first->addNovel($novel);
            self::assertSame([2, 1], [$novel->countLabels(), $first->countNovels()]);
            foreach ($order === 'novel first' ? [$novel, $first, $second] : [$second, $first, $novel] as $object) {
                self::assertSame(0, $object->save(), $order);
            }
            self::assertSame(['0', '1'], self::stored($novel), $order);
        }
    }

    public function testARowThatWasRemovedHereIsLinkedAgainThere(): void
    {
        [$novel, [$label]] = self::readAnew(1);
        $novel->removeNovelLabel($novel->getNovelLabels()[0] ?? self::fail());
        $label->addNovel($novel);
        self::assertSame([0, 0], [$novel->save(), $label->save()]);
        self::assertSame(['0'], self::stored($novel));
        self::assertSame([1, 1], [$novel->countLabels(), $label->countNovels()]);
    }

    public function testTheOtherEndShowsWhatWasSetByObjectsThatWereRead(): void
    {
        foreach ([true, false] as $counts) {
            [$novel, [$first, $second]] = self::readAnew(2);
            $novel->setLabels([$second]);
            self::assertSame(0, $counts ? $first->countNovels() : \count($first->getNovels()));
            self::assertSame(1, $counts ? $second->countNovels() : \count($second->getNovels()));
            self::assertSame(1, $first->save(), 'whichever end is saved first writes it');
            self::assertSame(['1'], self::stored($novel));
            self::assertSame(0, $novel->save());
        }
    }

    public function testAnEndThatIsReadAfterTheRemovalKnowsIt(): void
    {
        foreach (['removeLabel', 'setLabels'] as $how) {
            [$novel, $labels] = self::readAnew(2);
            $id = $labels[0]->getId();
            $how === 'setLabels' ? $novel->setLabels([$labels[1]]) : $novel->removeLabel($labels[0]);
            $labels = [];
            \gc_collect_cycles();
            $first = LabelQuery::create()->requirePk($id);
            self::assertSame([0, []], [$first->countNovels(), $first->getNovels()->getData()], $how);
            $first->addNovel($novel);
            self::assertSame(1, $novel->countLabels(LabelQuery::create()->filterById($id)));
            self::assertSame([0, 0], [$novel->save(), $first->save()], $how);
            self::assertSame(['0', '1'], self::stored($novel), $how);
            $novel->removeLabel($first)->save();
            $kept = \WeakReference::create($novel);
            unset($novel);
            \gc_collect_cycles();
            self::assertNull($kept->get(), 'a removal that is saved keeps nothing in memory');
        }
    }

    /**
     * A novel and labels that are not linked, all of them saved.
     *
     * @return array{Novel, list<Label>}
     */
    private static function unlinked(int $count): array
    {
        $novel = (new Novel())->setTitle('One');
        $novel->save();
        $labels = [];
        for ($name = 0; $name < $count; ++$name) {
            $labels[] = $label = (new Label())->setName((string) $name);
            $label->save();
        }

        return [$novel, $labels];
    }

    /**
     * A novel and the labels that it is linked with, as a new request reads them.
     *
     * @return array{Novel, list<Label>}
     */
    private static function readAnew(int $count): array
    {
        [$novel, $labels] = self::unlinked($count);
        $novel->setLabels($labels)->save();
        $key = $novel->getId();
        $keys = \array_map(static fn (Label $label): ?int => $label->getId(), $labels);
        unset($novel, $labels);
        \gc_collect_cycles();

        return [
            NovelQuery::create()->requirePk($key),
            \array_map(static fn (?int $id): Label => LabelQuery::create()->requirePk($id), $keys),
        ];
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
