<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable;

use Lists\Folder;
use Lists\FolderQuery;
use Lists\Note;
use Lists\NoteQuery;
use Lists\Playlist;
use Lists\PlaylistQuery;
use Lists\PlaylistTrackQuery;
use Lists\Project;
use Lists\ProjectQuery;
use Lists\Task;
use Lists\TaskQuery;
use Lists\Track;
use Lists\TrackQuery;

/** Relations whose foreign key is the scope of a list: objects in the order of their ranks. */
final class RelationTest extends ListTestCase
{
    public function testChildrenAreInTheOrderOfTheirRanks(): void
    {
        $project = self::project('a', 'b', 'c', 'u');
        self::project('x');
        self::unrank('task', 'u', 'position');
        TaskQuery::create()->findOneByRank(3, $project->getId())?->moveToTop();
        self::assertSame(['c', 'a', 'b', 'u'], self::titles($project->getTasks()));
        self::assertSame(['c', 'a', 'b', 'u'], self::titles($project->getTasks(TaskQuery::create())));
        self::assertSame(['c', 'a'], self::titles($project->getTasks(TaskQuery::create()->limit(2))));
        self::assertSame(['a', 'b'], self::titles($project->getTasks(TaskQuery::create()->orderByTitle()->limit(2))));
        self::assertSame(4, $project->countTasks());
    }

    public function testKnownChildrenAreReadAgainAfterAMove(): void
    {
        $project = self::project('a', 'b', 'c');
        $tasks = $project->getTasks();
        self::assertSame(['a', 'b', 'c'], self::titles($tasks));
        $b = $tasks[1];
        self::assertSame([], self::sqlOf(static fn () => $project->getTasks()), 'nothing has changed');
        $b->moveToTop();
        $project->addTask((new Task())->setTitle('new'));
        self::assertSame(['b', 'a', 'c', 'new'], self::titles($project->getTasks()));
        self::assertSame($tasks, $project->getTasks());
        self::assertSame($b, $project->getTasks()[0]);
        $project->save();
        self::assertSame(['b', 'a', 'c', 'new'], self::titles($project->getTasks()));
        $b->removeFromList()->save();
        self::assertSame(['a', 'c', 'new', 'b'], self::titles($project->getTasks()));
        $b->insertAtRank(2)->save();
        self::assertSame(['a', 'b', 'c', 'new'], self::titles($project->getTasks()));
        $tasks[0]->delete();
        self::assertSame(['b', 'c', 'new'], self::titles($project->getTasks()));
        TaskQuery::reorder([$project->getTasks()[2]->getId() => 1, $project->getTasks()[0]->getId() => 3]);
        self::assertSame(['new', 'c', 'b'], self::titles($project->getTasks()));
    }

    public function testARollbackBringsTheOrderBack(): void
    {
        $project = self::project('a', 'b', 'c');
        self::con()->beginTransaction();
        $project->getTasks()[2]->moveToTop();
        self::assertSame(['c', 'a', 'b'], self::titles($project->getTasks()));
        self::con()->rollBack();
        self::assertSame(['a', 'b', 'c'], self::titles($project->getTasks()));
        self::con()->beginTransaction();
        self::con()->beginTransaction();
        $project->getTasks()[2]->moveToTop();
        self::con()->commit();
        self::assertSame(['c', 'a', 'b'], self::titles($project->getTasks()));
        self::con()->rollBack();
        self::assertSame(['a', 'b', 'c'], self::titles($project->getTasks()));
    }

    public function testAChildThatGoesToAnotherParent(): void
    {
        $one = self::project('a', 'b');
        $two = self::project('c');
        $a = $one->getTasks()[0];
        self::assertSame(['c'], self::titles($two->getTasks()));
        $a->setProject($two)->insertAtTop()->save();
        self::assertSame([['b'], ['a', 'c']], [self::titles($one->getTasks()), self::titles($two->getTasks())]);
        $b = TaskQuery::create()->findOneByTitle('b');
        $b?->setProjectId((int) $two->getId())->save();
        self::assertSame([[], ['a', 'c', 'b']], [self::titles($one->getTasks()), self::titles($two->getTasks())]);
    }

    public function testChildrenOfANewParent(): void
    {
        $project = new Project();
        foreach (['b', 'c', 'a'] as $title) {
            $project->addTask((new Task())->setTitle($title));
        }
        $project->addTask((new Task())->setTitle('top')->insertAtTop());
        self::assertSame(['b', 'c', 'a', 'top'], self::titles($project->getTasks()));
        self::assertSame(5, $project->save());
        self::assertSame('top1 b2 c3 a4', self::tasksOf($project));
        self::assertSame(['top', 'b', 'c', 'a'], self::titles($project->getTasks()));
        self::assertSame('top1 b2 c3 a4', self::tasksOf($project));
        $copy = $project->copy(true);
        $copy->save();
        self::assertSame('top1 b2 c3 a4', self::tasksOf($copy));
    }

    public function testSettingChildrenPutsThemIntoOrder(): void
    {
        $project = self::project('a', 'b', 'c');
        $other = self::project('x');
        [$a, $b, $c] = $project->getTasks()->getData();
        $new = (new Task())->setTitle('n');
        $x = TaskQuery::create()->findOneByTitle('x') ?? self::fail();
        $project->setTasks([$c, $new, $a, $x]);
        self::assertSame(['c', 'n', 'a', 'x'], self::titles($project->getTasks()));
        self::con()->beginTransaction();
        $project->save();
        self::assertSame(['c', 'n', 'a', 'x'], self::titles($project->getTasks()));
        self::con()->rollBack();
        self::assertSame('a1 b2 c3', self::tasksOf($project));
        self::assertSame(['c', 'n', 'a', 'x'], self::titles($project->getTasks()), 'still to be saved');
        $project->save();
        self::assertSame('c1 n2 a3 x4', self::tasksOf($project));
        self::assertSame('', self::tasksOf($other));
        self::assertSame([3, 4], [$a->getRank(), $x->getRank()]);
        self::assertSame(0, $project->save());
        $last = (new Task())->setTitle('by another')->setProjectId((int) $project->getId());
        $project->setTasks([$x, $a, $new, $c]);
        $last->save();
        $project->save();
        self::assertSame('x1 a2 n3 c4 by another5', self::tasksOf($project), 'what others added comes last');
        $project->setTasks([$a, $c])->save();
        self::assertSame('a1 c2', self::tasksOf($project));
    }

    public function testOneQueryForManyParents(): void
    {
        $one = self::project('a', 'b', 'c');
        $two = self::project('d', 'e');
        TaskQuery::create()->findOneByTitle('c')?->moveToTop();
        TaskQuery::create()->findOneByTitle('e')?->moveToTop();
        $expected = [['c', 'a', 'b'], ['e', 'd']];
        self::con()->getPool()?->clear();
        $titles = static fn (iterable $projects): array => \array_map(
            static fn (Project $project): array => self::titles($project->getTasks()),
            [...$projects],
        );
        $joined = ProjectQuery::create()->leftJoinWithTask()->orderById()->find();
        self::assertSame([], self::sqlOf(static fn () => self::assertSame($expected, $titles($joined))));
        self::con()->getPool()?->clear();
        $ordered = ProjectQuery::create()->leftJoinWithTask()->orderById()->orderBy('Task.Title', 'desc')->find();
        self::assertSame([['c', 'b', 'a'], ['e', 'd']], $titles($ordered), 'an order of their own counts');
        self::con()->getPool()?->clear();
        $populated = ProjectQuery::create()->orderById()->find();
        $populated->populateRelation('Task');
        self::assertSame([], self::sqlOf(static fn () => self::assertSame($expected, $titles($populated))));
    }

    public function testWithoutAPool(): void
    {
        $project = self::project('a', 'b', 'c');
        $con = self::anotherConnection(['settings' => ['instancePool' => false]]);
        $tasks = $project->getTasks(null, $con);
        $first = $tasks[0];
        $tasks[2]->moveToTop($con);
        self::assertSame(['c', 'a', 'b'], self::titles($project->getTasks(null, $con)));
        self::assertSame($first, $project->getTasks(null, $con)[1]);
    }

    public function testTargetsOfASortableCrossReferenceAreInOrder(): void
    {
        [$playlist, $tracks] = self::playlist('a', 'b', 'c');
        self::assertSame(['a', 'b', 'c'], self::titles($playlist->getTracks()));
        $row = PlaylistTrackQuery::create()->findPk([$playlist->getId(), $tracks['c']->getId()]);
        $row?->moveToTop();
        self::assertSame(['c', 'a', 'b'], self::titles($playlist->getTracks()));
        self::assertSame(['c', 'a', 'b'], self::titles($playlist->getTracks(TrackQuery::create())));
        self::assertSame(['c', 'a'], self::titles($playlist->getTracks(TrackQuery::create()->limit(2))));
        $other = TrackQuery::create()->orderByTitle()->filterByTitle('a', '<>');
        self::assertSame(['b', 'c'], self::titles($playlist->getTracks($other)));
        self::assertSame(['a', 'b', 'c'], self::titles($playlist->getTracks(TrackQuery::create()->distinct()->orderByTitle())));
        self::assertSame(3, $playlist->countTracks());
        self::assertSame([$playlist], $tracks['a']->getPlaylists()->getData());
    }

    public function testTheOrderOfAnArrayIsTheOrderOfTheRanks(): void
    {
        [$playlist, $tracks] = self::playlist('a', 'b', 'c');
        [$other] = self::playlist('x');
        $new = (new Track())->setTitle('new');
        $playlist->setTracks([$tracks['c'], $new, $tracks['a']]);
        self::assertSame(['c', 'new', 'a'], self::titles($playlist->getTracks()));
        self::assertSame('a1 b2 c3', self::tracksOf($playlist), 'nothing is saved yet');
        $playlist->save();
        self::assertSame('c1 new2 a3', self::tracksOf($playlist));
        self::assertSame(['c', 'new', 'a'], self::titles($playlist->getTracks()));
        self::assertSame(0, $playlist->save());
        $playlist->setTracks([$tracks['a'], $new, $tracks['c']]);
        self::assertSame(['a', 'new', 'c'], self::titles($playlist->getTracks()));
        $playlist->addTrack($tracks['b']);
        self::assertSame(['a', 'new', 'c', 'b'], self::titles($playlist->getTracks()));
        $playlist->save();
        self::assertSame('a1 new2 c3 b4', self::tracksOf($playlist));
        $playlist->setTracks([])->save();
        self::assertSame('', self::tracksOf($playlist));
        self::assertSame('x1', self::tracksOf($other));
    }

    public function testALinkThatCameBackIsTakenAwayByTheOtherEnd(): void
    {
        [$playlist, $tracks] = self::playlist('a', 'b', 'c');
        $playlist->removeTrack($tracks['b'])->save();
        $playlist->addTrack($tracks['b'])->save();
        self::assertSame('a1 c2 b3', self::tracksOf($playlist));
        self::assertSame(1, $tracks['b']->removePlaylist($playlist)->save());
        self::assertSame('a1 c2', self::tracksOf($playlist));
        $tracks['b']->addPlaylist($playlist)->save();
        $playlist->setTracks([$tracks['b'], $tracks['a']])->save();
        self::assertSame('b1 a2', self::tracksOf($playlist));
    }

    public function testOldAndNewObjectsAreSavedInTheOrderInWhichTheyWereAdded(): void
    {
        [, $tracks] = self::playlist('a', 'b');
        $playlist = (new Playlist())->addTrack($tracks['b'])->addTrack((new Track())->setTitle('new'))->addTrack($tracks['a']);
        $playlist->save();
        self::assertSame('b1 new2 a3', self::tracksOf($playlist));
        $second = (new Playlist())->setTracks([(new Track())->setTitle('n'), $tracks['a'], $tracks['b']]);
        $second->setTracks([$tracks['b'], ...$second->getTracks()->getData()]);
        $second->save();
        self::assertSame('b1 n2 a3', self::tracksOf($second));
    }

    public function testAnOrderThatWasNotSaved(): void
    {
        [$playlist, $tracks] = self::playlist('a', 'b');
        $playlist->setTracks([$tracks['b'], $tracks['a']]);
        self::con()->beginTransaction();
        $playlist->save();
        self::assertSame('b1 a2', self::tracksOf($playlist, true));
        self::con()->rollBack();
        self::assertSame('a1 b2', self::tracksOf($playlist));
        self::assertSame(['b', 'a'], self::titles($playlist->getTracks()), 'it is what the next save gives them');
        $playlist->save();
        self::assertSame('b1 a2', self::tracksOf($playlist));
    }

    public function testRowsThatSomebodyElseAddedComeBehind(): void
    {
        [$playlist, $tracks] = self::playlist('a', 'b');
        $playlist->setTracks([$tracks['b'], $tracks['a']]);
        $con = self::anotherConnection();
        $read = PlaylistQuery::create()->findPk($playlist->getId(), $con);
        self::assertNotNull($read);
        $foreign = (new Track())->setTitle('foreign');
        $foreign->save($con);
        $read->getTracks(null, $con);
        $read->addTrack($foreign)->save($con);
        $playlist->save();
        self::assertSame('b1 a2 foreign3', self::tracksOf($playlist));
    }

    public function testRowsOfADeletedParentGoToTheBottom(): void
    {
        [$folder, $notes] = self::folders();
        $folder->delete();
        self::assertSame('e1 f2 a3 b4 -u', self::ranks('note', 'sortable_rank', '"folder_id" IS NULL'));
        self::assertSame([3, 4, 1, 2], \array_map(static fn (string $title): ?int => $notes[$title]->getRank(), ['a', 'b', 'e', 'f']));
        self::assertNull($notes['a']->getFolderId());
        self::assertNull($notes['u']->getFolderId());
        self::assertSame(1, $notes['d']->getRank());
        $notes['b']->moveToTop();
        self::assertSame('b1 e2 f3 a4 -u', self::ranks('note', 'sortable_rank', '"folder_id" IS NULL'));
        self::assertSame([4, 2], [$notes['a']->getRank(), $notes['e']->getRank()], 'they stay in use');
        self::assertSame($notes['a'], NoteQuery::create()->findOneByTitle('a'));
    }

    public function testARollbackBringsTheParentAndItsListBack(): void
    {
        [$folder, $notes] = self::folders();
        self::assertCount(3, $folder->getNotes());
        self::con()->beginTransaction();
        $folder->delete();
        self::assertSame(3, $notes['a']->getRank());
        self::con()->rollBack();
        self::assertSame('a1 b2 -u', self::ranks('note', 'sortable_rank', "\"folder_id\" = {$folder->getId()}"));
        self::assertSame([1, 2, $folder->getId()], [$notes['a']->getRank(), $notes['b']->getRank(), $notes['a']->getFolderId()]);
        self::assertFalse($folder->isDeleted());
        self::assertSame(['a', 'b', 'u'], self::titles($folder->getNotes()));
    }

    public function testAParentWithoutRowsInListsIsDeletedPlainly(): void
    {
        $folder = (new Folder())->setName('empty');
        $folder->save();
        $folder->delete();
        self::assertSame(0, FolderQuery::create()->count());
        $project = self::project('a');
        $sql = self::sqlOf(static fn () => $project->delete());
        self::assertSame([self::quoted('DELETE FROM "project" WHERE "id" = ?')], $sql);
    }

    /**
     * @return array{Playlist, array<string, Track>}
     */
    private static function playlist(string ...$titles): array
    {
        $tracks = [];
        $playlist = new Playlist();
        foreach ($titles as $title) {
            $playlist->addTrack($tracks[$title] = (new Track())->setTitle($title));
        }
        $playlist->save();

        return [$playlist, $tracks];
    }

    private static function tracksOf(Playlist $playlist, bool $inside = false): string
    {
        $sql = self::quoted('SELECT t."title" AS title, p."sortable_rank" AS place FROM "playlist_track" p INNER JOIN "track" t'
            . " ON t.\"id\" = p.\"track_id\" WHERE p.\"playlist_id\" = {$playlist->getId()} ORDER BY p.\"sortable_rank\"");
        /** @var list<array{title: string, place: int|string|null}> $rows */
        $rows = $inside ? self::con()->query($sql)->fetchAll(\PDO::FETCH_ASSOC) : self::database('lists')->rows($sql);

        return \implode(' ', \array_map(static fn (array $row): string => "{$row['title']}{$row['place']}", $rows));
    }

    /**
     * A folder with `a`, `b` and, in no list, `u`; another one with `d`; `e` and `f` without one.
     *
     * @return array{Folder, array<string, Note>}
     */
    private static function folders(): array
    {
        $folder = (new Folder())->setName('p');
        $folder->save();
        $other = (new Folder())->setName('q');
        $other->save();
        $all = [['a', $folder], ['b', $folder], ['u', $folder], ['d', $other], ['e', null], ['f', null]];
        foreach ($all as [$title, $in]) {
            (new Note())->setTitle($title)->setFolderId($in?->getId())->save();
        }
        NoteQuery::create()->findOneByTitle('u')?->removeFromList()->save();
        $notes = [];
        foreach (NoteQuery::create()->find() as $note) {
            $notes[(string) $note->getTitle()] = $note;
        }

        return [$folder, $notes];
    }
}
