<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable;

use Lists\AnimalQuery;
use Lists\Card;
use Lists\CardQuery;
use Lists\Cat;
use Lists\CatQuery;
use Lists\Dog;
use Lists\Enum\TicketStatus;
use Lists\ItemQuery;
use Lists\Label;
use Lists\LabelQuery;
use Lists\Seat;
use Lists\SeatQuery;
use Lists\Slot;
use Lists\SlotQuery;
use Lists\Song;
use Lists\SongQuery;
use Lists\StrictItem;
use Lists\StrictItemQuery;
use Lists\TaskQuery;
use Lists\Ticket;
use Lists\TicketQuery;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Exception\OrmException;

/** What query classes of sortable tables find. */
final class QueryTest extends ListTestCase
{
    public function testARankOfEveryListOrOfOne(): void
    {
        $one = (int) self::project('a', 'b')->getId();
        $two = (int) self::project('c', 'd')->getId();
        self::assertSame(['a', 'c'], self::titles(TaskQuery::create()->filterByRank(1)->orderById()->find()));
        self::assertSame(['d'], self::titles(TaskQuery::create()->filterByRank(2, $two)->find()));
        self::assertSame([], self::titles(TaskQuery::create()->filterByRank(1, null)->find()));
        self::assertSame('b', TaskQuery::create()->inList($one)->filterByRank(2)->findOne()?->getTitle());
    }

    public function testARankAndItsScopeAreOneCondition(): void
    {
        $one = (int) self::project('a', 'b')->getId();
        self::project('c', 'd');
        $query = TaskQuery::create()->filterByTitle('d')->_or()->filterByRank(1, $one)->orderById();
        self::assertSame(['a', 'd'], self::titles($query->find()));
        $query = TaskQuery::create()->filterByRank(1, $one)->_or()->filterByTitle('d')->orderById();
        self::assertSame(['a', 'd'], self::titles($query->find()));
        $query = TaskQuery::create()->inList($one)->_or()->filterByTitle('d')->filterByTitle('b', '<>')->orderById();
        self::assertSame(['a', 'd'], self::titles($query->find()));
    }

    public function testUnrankedRowsComeLastInBothDirections(): void
    {
        self::items('a', 'b', 'u', 'c');
        self::unrank('item', 'u', 'sortable_rank');
        self::assertSame(['a', 'b', 'c', 'u'], self::titles(ItemQuery::create()->orderByRank()->find()));
        self::assertSame(['c', 'b', 'a', 'u'], self::titles(ItemQuery::create()->orderByRank('DeSC')->find()));
        self::assertSame(['a', 'b'], self::titles(ItemQuery::create()->orderByRank('ASC')->limit(2)->find()));
        self::assertSame(['c', 'b', 'a', 'u'], self::titles(ItemQuery::doSelectOrderByRank('desc')));
        self::assertSame(['a', 'b', 'c'], self::titles(ItemQuery::create()->findList()));
        self::assertSame(4, ItemQuery::getMaxRank(), 'somebody else took the row out, and left a gap');
        foreach (['up', '', 'asc; --', 'a sc'] as $order) {
            $error = self::caught(InvalidQueryException::class, static fn () => ItemQuery::create()->orderByRank($order));
            self::assertSame("The order \"$order\" is neither \"asc\" nor \"desc\".", $error->getMessage());
        }
    }

    public function testUnrankedRowsComeLastWhereAListIsOnlyAnAlternative(): void
    {
        $one = (int) self::project('a', 'b')->getId();
        self::project('c', 'u');
        self::unrank('task', 'u', 'position');
        foreach (
            [
                static fn (): TaskQuery => TaskQuery::create()->filterByTitle('u')->_or()->inList($one)->orderByRank('desc'),
                static fn (): TaskQuery => TaskQuery::create()->inList($one)->_or()->filterByTitle('u')->orderByRank('desc'),
                static fn (): TaskQuery => TaskQuery::create()->inList($one)->orderByRank('desc')->_or()->filterByTitle('u'),
            ] as $query
        ) {
            self::assertSame(['b', 'a', 'u'], self::titles($query()->find()));
        }
    }

    public function testOrderOfOneList(): void
    {
        $one = (int) self::project('a', 'b', 'u')->getId();
        self::project('c');
        self::unrank('task', 'u', 'position');
        self::assertSame(['b', 'a', 'u'], self::titles(TaskQuery::create()->orderByRank('desc', $one)->find()));
        self::assertSame([], self::titles(TaskQuery::create()->orderByRank('desc', null)->find()));
        self::assertSame(['b', 'a'], self::titles(TaskQuery::doSelectOrderByRank('desc', $one)));
        self::assertSame([], TaskQuery::doSelectOrderByRank('asc', null));
        self::assertCount(4, TaskQuery::doSelectOrderByRank());
        self::assertSame(['a', 'b'], self::titles(TaskQuery::create()->inList($one)->orderByRank()->find()));
    }

    public function testTheOrderOfAListNeedsNothingButAnIndex(): void
    {
        foreach ([TaskQuery::create()->inList(1)->orderByRank(), StrictItemQuery::create()->orderByRank()] as $query) {
            self::assertStringEndsWith(self::quoted('"position" ASC'), $query->toSql());
            self::assertStringNotContainsString('IS NULL', $query->toSql());
        }
    }

    public function testWhatAnswersTakesNullOrTheListOfTheQuery(): void
    {
        foreach ([[1, 'a'], [1, 'b'], [null, 'c'], [null, 'd'], [null, 'u']] as [$board, $title]) {
            (new Card())->setBoardId($board)->setTitle($title)->save();
        }
        self::unrank('card', 'u', 'sortable_rank');
        self::assertSame(['c', 'd'], self::titles(CardQuery::create()->findList()));
        self::assertSame(['a', 'b'], self::titles(CardQuery::create()->findList(1)));
        self::assertSame(['a', 'b'], self::titles(CardQuery::create()->inList(1, null)->findList()));
        self::assertSame(['a', 'b'], self::titles(CardQuery::create()->inList(1, null)->findList(con: self::con())));
        self::assertSame(['b'], self::titles(CardQuery::create()->filterByTitle('b')->findList(1, null)));
        self::assertSame('d', CardQuery::create()->findOneByRank(2)?->getTitle());
        self::assertSame('b', CardQuery::create()->findOneByRank(2, 1)?->getTitle());
        self::assertSame('b', CardQuery::create()->inList(1, null)->findOneByRank(2)?->getTitle());
        self::assertNull(CardQuery::create()->findOneByRank(3));
        self::assertSame('d', CardQuery::retrieveByRank(2)?->getTitle());
        self::assertSame('b', CardQuery::retrieveByRank(2, 1, null)?->getTitle());
        self::assertSame(2, CardQuery::getMaxRank());
        self::assertSame(2, CardQuery::create()->filterByTitle('nobody')->getMaxRank(1));
        self::assertNull(CardQuery::getMaxRank(1, 1));
        self::assertSame(['c', 'd'], self::titles(CardQuery::retrieveList(null, null)));
        self::assertSame(2, CardQuery::countList(null, null));
        self::assertInstanceOf(ObjectCollection::class, CardQuery::create()->findList());
    }

    public function testTextsAreComparedAsTheDatabaseDoesIt(): void
    {
        (new Label())->setCategory('Red')->setTitle('a')->save();
        (new Label())->setCategory('red')->setTitle('b')->save();
        $one = self::adapter() === 'mysql';
        self::assertSame($one ? 2 : 0, LabelQuery::countList('RED'));
        $found = LabelQuery::create()->setIgnoreCase()->findList('red');
        self::assertSame($one ? ['a', 'b'] : ['b'], self::titles($found), 'a list does not depend on the query');
        self::assertSame([], self::titles(LabelQuery::create()->findList("' OR 1 = 1 --")));
    }

    public function testAnEnumeration(): void
    {
        foreach ([TicketStatus::Open, TicketStatus::Done, null, TicketStatus::Open] as $number => $status) {
            (new Ticket())->setStatus($status)->setTitle("t$number")->save();
        }
        self::assertSame(['t0', 't3'], self::titles(TicketQuery::create()->findList(TicketStatus::Open)));
        self::assertSame(['t2'], self::titles(TicketQuery::create()->findList(null)));
        self::assertSame(1, TicketQuery::getMaxRank(TicketStatus::Done));
        self::assertSame(2, TicketQuery::deleteList(TicketStatus::Open));
        self::assertSame('t11 t21', self::ranks('ticket'));
    }

    public function testColumnsWithTheNamesOfTheListsMethods(): void
    {
        foreach (['a', 'b'] as $title) {
            (new Song())->setScopeValue(7)->setTitle($title)->save();
        }
        self::assertSame('b', SongQuery::create()->findOneByRank(2, 7)?->getTitle());
        self::assertSame(['b', 'a'], self::titles(SongQuery::create()->inList(7)->orderByRank('desc')->find()));
        self::assertSame(['a'], self::titles(SongQuery::create()->filterByRank(1)->find()));
    }

    public function testAllClassesOfATableAreInOneList(): void
    {
        foreach ([new Cat(), new Dog(), new Cat()] as $number => $animal) {
            $animal->setOwnerId(1)->setTitle("t$number")->save();
        }
        self::assertSame(['t0', 't1', 't2'], self::titles(AnimalQuery::create()->findList(1)));
        self::assertSame(['t0', 't2'], self::titles(CatQuery::create()->findList(1)));
        self::assertSame(3, CatQuery::getMaxRank(1));
        self::assertSame(2, CatQuery::deleteList(1));
        self::assertSame('t11', self::ranks('animal'));
    }

    public function testDeletingAList(): void
    {
        $one = self::project('a', 'b', 'u');
        $two = self::project('c');
        self::unrank('task', 'u', 'position');
        self::assertSame(2, TaskQuery::deleteList($one->getId()));
        self::assertSame('-u', self::tasksOf($one));
        self::assertSame('c1', self::tasksOf($two));
        self::assertSame(0, TaskQuery::deleteList($one->getId()));
        self::assertSame(0, TaskQuery::deleteList(null));
    }

    public function testReordering(): void
    {
        $project = self::project('a', 'b', 'c');
        [$a, $b, $c] = TaskQuery::retrieveList($project->getId());
        self::assertTrue(TaskQuery::reorder([$a->getId() => 3, $b->getId() => 1, $c->getId() => 2]));
        self::assertSame('b1 c2 a3', self::tasksOf($project));
        self::assertSame(3, $a->getRank(), 'objects in use follow');
        self::assertTrue(TaskQuery::create()->reorder([[$a->getId(), 2], [$c->getId(), 3]]));
        self::assertSame('b1 a2 c3', self::tasksOf($project));
        self::assertTrue(TaskQuery::reorder([]));
        $wrong = [
            [[(int) $a->getId() => 5], InvalidQueryException::class],
            [[(int) $a->getId() => 'two'], InvalidQueryException::class],
            [[(int) $a->getId() => null], InvalidQueryException::class],
            [[[$a->getId(), 1, 1]], InvalidQueryException::class],
            [[[$a->getId(), 1], [$a->getId(), 2]], InvalidQueryException::class],
            [['x; DROP' => 1], InvalidValueException::class],
            [[1000000 => 1], OrmException::class],
        ];
        foreach ($wrong as [$order, $class]) {
            self::caught($class, static fn () => TaskQuery::reorder($order));
        }
        self::assertSame('b1 a2 c3', self::tasksOf($project));
    }

    public function testReorderingByCompositeKeys(): void
    {
        foreach ([['x', 1], ['x', 2], ['y', 1]] as [$aisle, $shelf]) {
            (new Slot())->setAisle($aisle)->setShelf($shelf)->setTitle("$aisle$shelf-")->save();
        }
        self::assertTrue(SlotQuery::reorder([[['y', 1], 1], [['x', 1], 2], [['x', 2], 3]]));
        self::assertSame('y1-1 x1-2 x2-3', self::ranks('slot'));
        $error = self::caught(InvalidQueryException::class, static fn () => SlotQuery::reorder([[['x'], 1]]));
        self::assertSame('reorder() of Slot takes a list of pairs [key, rank]; a key is a list of 2 values.', $error->getMessage());
        foreach ([1, 2] as $number) {
            (new Seat())->setRoomId(9)->setNumber($number)->setTitle("s$number-")->save();
        }
        self::assertTrue(SeatQuery::reorder([[[9, 2], 1], [[9, 1], 2]]));
        self::assertSame('s2-1 s1-2', self::ranks('seat'));
    }

    public function testCheckingAndRepairing(): void
    {
        $project = self::project('a', 'b', 'c');
        $id = $project->getId();
        self::assertTrue(TaskQuery::checkList($id)->isRight());
        self::database('lists')->rows(self::quoted('UPDATE "task" SET "position" = 7 WHERE "title" = \'b\''));
        $report = TaskQuery::checkList($id);
        self::assertFalse($report->isRight());
        self::assertSame([3, 3, 1, 7], [$report->rows, $report->ranks, $report->lowest, $report->highest]);
        self::assertSame(2, TaskQuery::repairList($id));
        self::assertSame('a1 c2 b3', self::tasksOf($project));
        self::assertSame(0, TaskQuery::repairList($id));
        self::items('x');
        self::assertTrue(ItemQuery::checkList()->isRight());
        self::assertSame(0, ItemQuery::repairList());
    }

    public function testLockingListsEarly(): void
    {
        $one = self::project('a', 'b');
        $two = self::project('c');
        self::caught(InvalidQueryException::class, static fn () => TaskQuery::lockLists([$one->getId()]));
        self::con()->transaction(static function () use ($one, $two): void {
            TaskQuery::lockLists([$two->getId(), $one->getId()]);
            TaskQuery::create()->findOneByRank(2, $one->getId())?->moveToTop();
        });
        self::assertSame('b1 a2', self::tasksOf($one));
        self::con()->transaction(static function (): void {
            CardQuery::lockLists([[1, 2], [1, null]]);
            self::caught(InvalidQueryException::class, static fn () => CardQuery::lockLists([[1]]));
        });
    }

    public function testEveryRowHasARank(): void
    {
        foreach (['a', 'b'] as $title) {
            (new StrictItem())->setTitle($title)->save();
        }
        self::assertSame(['b', 'a'], self::titles(StrictItemQuery::create()->orderByRank('desc')->find()));
        self::assertSame(['a', 'b'], self::titles(StrictItemQuery::create()->findList()));
        self::assertSame(1, StrictItemQuery::create()->filterByTitle('a')->delete());
        self::assertSame('b1', self::ranks('strict_item', 'position'));
    }

    public function testAnObjectThatIsNotFoundIsMadeInTheList(): void
    {
        $project = self::project();
        $task = TaskQuery::create()->inList($project->getId())->filterByTitle('new')->findOneOrCreate();
        self::assertTrue($task->isNew());
        self::assertSame($project->getId(), $task->getProjectId());
    }
}
