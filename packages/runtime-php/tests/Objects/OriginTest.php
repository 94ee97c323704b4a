<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Objects;

use Objects\Bookcase;
use Objects\BookcaseQuery;
use Objects\Topic;
use Objects\Volume;
use Objects\VolumeQuery;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionManagerPrimaryReplica;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Orm;
use Orm\Runtime\Tests\Support\ModelTestCase;
use Orm\Runtime\Tests\Support\Project;

/** An object belongs to the connection that its row was read from or inserted on. */
final class OriginTest extends ModelTestCase
{
    protected function setUp(): void
    {
        parent::setUp();
        self::archive()->getPool()?->clear();
        foreach ([[self::con(), 'main'], [self::archive(), 'archive']] as [$con, $name]) {
            (new Volume())->setId(1000)->setTitle("$name volume")->setExcerpt("excerpt of $name")
                ->setBookcase((new Bookcase())->setName("$name case"))
                ->addTopic((new Topic())->setName("$name topic"))
                ->save($con);
            $con->getPool()?->clear();
        }
    }

    public function testWhatIsReadLater(): void
    {
        $volume = self::volume();
        self::assertSame(['archive volume', 'excerpt of archive', 'archive'], self::facts($volume->toArray()));
        self::assertSame('excerpt of archive', self::volume()->getExcerpt());
        $json = (array) \json_decode(self::volume()->toJson(), true);
        self::assertSame(['archive volume', 'excerpt of archive', 'archive'], self::facts($json));
        $volume->reload();
        self::assertSame('archive volume', $volume->getTitle());
        $main = VolumeQuery::create()->findOne() ?? self::fail();
        self::assertFalse($main->equals($volume), 'they have one key');
        self::assertSame(['main volume', 'excerpt of main', 'main'], self::facts($main->toArray()));
    }

    public function testRelatedObjects(): void
    {
        $volume = self::volume();
        $case = $volume->getBookcase() ?? self::fail();
        self::assertSame('archive case', $case->getName());
        self::assertSame(['archive topic'], $volume->getTopics()->getColumnValues('Name'));
        self::assertSame(1, $volume->countTopics());
        $case = BookcaseQuery::create()->findOne(self::archive()) ?? self::fail();
        $case->clearAllReferences(true);
        self::assertSame(['archive volume'], $case->getVolumes()->getColumnValues('Title'));
        self::assertSame(1, $case->countVolumes());
        self::assertSame(0, $case->countVolumes(VolumeQuery::create()->filterByTitle('main volume')));
        $cases = BookcaseQuery::create()->find(self::archive());
        $cases->getFirst()?->clearAllReferences();
        self::assertSame(['archive volume'], $cases->populateRelation('Volume')->getColumnValues('Title'));
        $joined = VolumeQuery::create()->joinWithBookcase()->findOne(self::archive()) ?? self::fail();
        self::assertSame(1, $joined->getBookcase()?->setName('renamed')->save());
        self::assertSame(['main case', 'renamed'], self::stored('name', 'bookcase'));
    }

    public function testSavingAndDeleting(): void
    {
        $volume = self::volume();
        self::assertSame(1, $volume->setTitle('changed')->save());
        self::assertSame(['main volume', 'changed'], self::stored('title', 'volume'));
        $volume->setTitle('on main')->save(self::con());
        self::assertSame(['on main', 'changed'], self::stored('title', 'volume'), 'a connection that is given wins');
        $volume->addTopic((new Topic())->setName('more'))->save();
        self::assertSame([['1', '2']], [self::counts('topic')]);
        $volume->delete();
        self::assertSame(['1', '0'], self::counts('volume'));
    }

    public function testWhatIsInserted(): void
    {
        $volume = (new Volume())->setTitle('second');
        $volume->save(self::archive());
        (new Volume())->setTitle('second')->save();
        self::assertSame('archive', $volume->getCode());
        self::assertSame(1, $volume->setTitle('second of the archive')->save());
        self::assertSame(['1', '0'], self::counts('volume', "title = 'second'"));
    }

    public function testANewObjectGoesToThoseItIsLinkedWith(): void
    {
        $case = BookcaseQuery::create()->findOne(self::archive()) ?? self::fail();
        (new Volume())->setTitle('new')->setBookcase($case)->save();
        (new Topic())->setName('new')->addVolume((new Volume())->setTitle('newer')->setBookcase($case))->save();
        self::assertSame(['1', '3'], self::counts('volume'));
        self::assertSame(['1', '2'], self::counts('topic'));
        $case->addVolume((new Volume())->setTitle('newest'))->save();
        self::assertSame(['1', '4'], self::counts('volume'));
    }

    public function testCopies(): void
    {
        $copy = self::volume()->copy();
        self::assertSame(['archive volume', 'excerpt of archive'], [$copy->getTitle(), $copy->getExcerpt()]);
        $copy->save();
        self::assertSame(['1', '2'], self::counts('volume'));
        $copy->copy()->save(self::con());
        self::assertSame(['2', '2'], self::counts('volume'));
        self::assertSame(2, self::volume()->copy(true)->save(), 'with the row between');
        self::assertSame(['1', '2'], self::counts('volume_topic'));
    }

    public function testLists(): void
    {
        $case = BookcaseQuery::create()->findOne(self::archive()) ?? self::fail();
        $case->addVolume((new Volume())->setTitle('b'))->save();
        $b = VolumeQuery::create()->findOneByTitle('b', self::archive()) ?? self::fail();
        self::assertTrue($b->isLast());
        self::assertSame('archive volume', $b->getPrevious()?->getTitle());
        $b->moveToTop();
        self::assertSame(['b', 'archive volume'], $case->getVolumes()->getColumnValues('Title'));
        self::assertSame(['1', '0'], self::counts('volume', "title = 'main volume'"));
    }

    public function testCollections(): void
    {
        $volumes = VolumeQuery::create()->find(self::archive());
        $volumes->getFirst()?->setTitle('changed');
        self::assertSame(1, $volumes->save());
        self::assertSame(['main volume', 'changed'], self::stored('title', 'volume'));
        $mixed = new ObjectCollection([...$volumes, ...VolumeQuery::create()->find()], Volume::class);
        $error = self::caught(OrmException::class, static fn () => $mixed->save());
        self::assertStringContainsString('archive, bookstore', $error->getMessage());
        $volumes->delete();
        self::assertSame(['1', '0'], self::counts('volume'));
    }

    public function testSerializedObjectsRememberIt(): void
    {
        $volume = \unserialize(\serialize(self::volume()));
        self::assertInstanceOf(Volume::class, $volume);
        self::assertSame('excerpt of archive', $volume->getExcerpt());
    }

    public function testWhatWasReadFromAReplicaIsSavedOnThePrimary(): void
    {
        $main = Project::connections()['bookstore'];
        $archive = Project::connections()['archive'];
        $manager = new ConnectionManagerPrimaryReplica('served');
        $manager->setWriteConfiguration(\array_filter($archive));
        $manager->setReadConfiguration([\array_filter($main)]);
        $container = Orm::getServiceContainer();
        $container->setAdapterClass('served', self::adapter());
        $container->setConnectionManager($manager);
        try {
            $replica = Orm::getReadConnection('served');
            $volume = VolumeQuery::create()->findOne($replica) ?? self::fail();
            self::assertSame('excerpt of main', $volume->getExcerpt(), 'the database behind the replica');
            self::assertSame(1, $volume->setTitle('to the primary')->save());
            self::assertSame(['main volume', 'to the primary'], self::stored('title', 'volume'));
        } finally {
            $container->closeConnections();
        }
    }

    private static function archive(): ConnectionWrapper
    {
        return Orm::getConnection('archive');
    }

    private static function volume(): Volume
    {
        self::archive()->getPool()?->clear();

        return VolumeQuery::create()->findOneByTitle('archive volume', self::archive()) ?? self::fail();
    }

    /**
     * @param array<mixed> $values
     *
     * @return list<mixed>
     */
    private static function facts(array $values): array
    {
        return [$values['Title'] ?? null, $values['Excerpt'] ?? null, $values['Code'] ?? null];
    }

    /**
     * @return list<string|null> of the first row of each database
     */
    private static function stored(string $column, string $table): array
    {
        $sql = "SELECT $column FROM $table ORDER BY id DESC";

        return [self::database()->value($sql), self::database('archive')->value($sql)];
    }

    /**
     * @return list<string|null>
     */
    private static function counts(string $table, string $where = '1 = 1'): array
    {
        $sql = "SELECT COUNT(*) FROM $table WHERE $where";

        return [self::database()->value($sql), self::database('archive')->value($sql)];
    }
}
