<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query;

use Cinema\Car;
use Cinema\CarQuery;
use Cinema\Folder;
use Cinema\FolderQuery;
use Cinema\Page;
use Cinema\PageQuery;
use Cinema\Paper;
use Cinema\PaperQuery;
use Cinema\Vehicle;
use Cinema\VehicleQuery;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Query\Criteria;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** What a class always leaves out (by `preSelect()`, or because it is a subclass) no chain of calls brings back. */
final class ScopeTest extends ModelTestCase
{
    /** @var array<string, int> */
    private array $ids = [];

    private ?Folder $mixed = null;

    protected function setUp(): void
    {
        parent::setUp();
        PaperQuery::$tenant = null;
        $this->mixed = (new Folder())->setName('mixed');
        $theirs = (new Folder())->setName('theirs');
        foreach ([['a', 1, $this->mixed], ['b', 1, $this->mixed], ['c', 2, $this->mixed], ['d', 2, $theirs]] as $row) {
            [$title, $tenant, $folder] = $row;
            $paper = (new Paper())->setTenant($tenant)->setTitle($title)->setFolder($folder);
            $paper->addPage((new Page())->setNumber(1))->addPage((new Page())->setNumber(2));
            $paper->save();
            $this->ids[$title] = (int) $paper->getId();
        }
        self::con()->getPool()?->clear();
        PaperQuery::$tenant = 1;
    }

    protected function tearDown(): void
    {
        PaperQuery::$tenant = null;
        parent::tearDown();
    }

    /** @return list<mixed> */
    private static function titles(PaperQuery $query): array
    {
        $titles = $query->find()->getColumnValues('Title');
        \sort($titles);

        return $titles;
    }

    private static function papers(): PaperQuery
    {
        return PaperQuery::create();
    }

    public function testNoAlternativeLeadsPastIt(): void
    {
        $theirs = $this->ids['c'];
        $open = static fn (): PaperQuery => self::papers()->filterByTitle('c')->_or();
        self::assertSame([], self::titles($open()));
        self::assertSame(0, $open()->count());
        self::assertFalse($open()->exists());
        self::assertNull($open()->findOne());
        self::assertNull($open()->findPk($theirs));
        self::assertNull(self::papers()->findPk($theirs));
        self::assertCount(2, self::papers()->findPks(\array_values($this->ids)));
        self::assertCount(0, $open()->paginate(1, 5));
        self::assertSame([], \iterator_to_array($open()->iterate()));
        self::assertCount(0, $open()->select('Title')->find());
        self::assertSame(0, $open()->select('Title')->count());
        self::assertSame(0, $open()->update(['Title' => 'mine']));
        self::assertSame(0, $open()->delete());
        self::assertSame([], self::titles($open()->leftJoinWithFolder()));
        self::assertSame([], self::titles($open()->leftJoinWithPage()->limit(1)));
        self::assertSame(['a'], self::titles(self::papers()->filterByTitle('a')->_or()->filterByTitle('c')));
        self::assertSame(['a', 'b'], self::titles(self::papers()->where('1 = 1 OR Paper.Tenant = ?', 2)));
        self::assertSame(['a', 'b'], self::titles(self::papers()->distinct()->leftJoinPage()));
        $sql = self::papers()->filterByTitle('c')->_or()->toSql();
        $quoted = self::quoted('"paper"."title" = ? AND "paper"."tenant" = ?');
        self::assertStringContainsString($quoted, $sql);
        self::assertSame(['c', 1], self::papers()->filterByTitle('c')->_or()->getParams());
        self::assertStringContainsString($quoted, self::papers()->filterByTitle('c')->_or()->select('Id')->toSql());
        self::assertSame('4', self::database()->value('SELECT COUNT(*) FROM paper'));
    }

    public function testWritesKeepToIt(): void
    {
        self::assertSame(2, self::papers()->filterByTitle('%', Criteria::LIKE)->update(['Title' => 'x']));
        self::assertSame('2', self::database()->value("SELECT COUNT(*) FROM paper WHERE title = 'x' AND tenant = 1"));
        self::assertSame('2', self::database()->value("SELECT COUNT(*) FROM paper WHERE title = 'x'"));
        self::assertSame(1, self::papers()->leftJoinWithPage()->orderById()->limit(1)->update(['Title' => 'y']));
        self::assertSame(0, self::papers()->filterByTitle('c')->delete());
        self::caught(InvalidQueryException::class, static fn () => self::papers()->delete());
        self::assertSame(2, self::papers()->deleteAll());
        self::assertSame('2', self::database()->value('SELECT COUNT(*) FROM paper WHERE tenant = 2'));
        self::assertSame('2', self::database()->value('SELECT COUNT(*) FROM paper'));
    }

    public function testJoinedTablesKeepToTheirs(): void
    {
        $count = static fn (?Folder $folder): int => $folder === null ? -1 : \count($folder->getPapers());
        $folders = FolderQuery::create()->joinWithPaper()->orderByName()->find();
        self::assertSame(['mixed', 'theirs'], $folders->getColumnValues('Name'), 'a left join loses no folder');
        self::assertSame([2, 0], [$count($folders[0]), $count($folders[1])]);
        self::con()->getPool()?->clear();
        self::assertSame(2, $count(FolderQuery::create()->joinWithPaper()->orderByName()->findOne()));
        self::assertSame(['mixed'], FolderQuery::create()->innerJoinPaper()->distinct()->find()->getColumnValues('Name'));
        self::assertSame(0, FolderQuery::create()->usePaperQuery()->filterByTitle('c')->endUse()->count());
        self::assertSame(0, FolderQuery::create()->join('Paper p')->where('p.Title = ?', 'c')->count());
        $values = static fn (FolderQuery $query): array => $query->orderBy('Paper.Title')->select('Paper.Title')->find()->getData();
        self::assertSame(['a', 'b'], $values(FolderQuery::create()->innerJoinPaper()));
        $right = FolderQuery::create()->joinPaper(null, Criteria::RIGHT_JOIN);
        self::assertSame(['a', 'b'], $values($right));
        $replaced = FolderQuery::create()->innerJoinPaper()->setJoinCondition('Paper', '1 = 1 OR Paper.Tenant = 2');
        self::assertSame(['a', 'a', 'b', 'b'], $values($replaced));
        self::assertSame(1, FolderQuery::create()->innerJoinPaper()->distinct()->limit(5)->update(['Name' => 'x']));
    }

    public function testQueriesInsideOthersKeepToTheirs(): void
    {
        $names = static fn (FolderQuery $query): array => $query->orderByName()->find()->getColumnValues('Name');
        self::assertSame([], $names(FolderQuery::create()->usePaperExistsQuery()->filterByTitle('c')->endUse()));
        self::assertSame([], $names(FolderQuery::create()->usePaperExistsQuery()->filterByTitle('c')->_or()->endUse()));
        self::assertSame(['mixed'], $names(FolderQuery::create()->usePaperExistsQuery()->endUse()));
        self::assertSame(['theirs'], $names(FolderQuery::create()->usePaperNotExistsQuery()->endUse()));
        self::assertSame([], $names(FolderQuery::create()->useInPaperQuery()->filterByTitle('c')->_or()->endUse()));
        self::assertSame(['mixed'], $names(FolderQuery::create()->useInPaperQuery()->orderById('desc')->limit(1)->endUse()));
        self::assertSame(['theirs'], $names(FolderQuery::create()->useNotInPaperQuery()->endUse()));
        $own = PaperQuery::create()->where('Paper.FolderId = folder.id')->filterByTitle('c')->_or();
        self::assertSame([], $names(FolderQuery::create()->whereExists($own)));
        self::assertSame(['mixed', 'theirs'], $names(FolderQuery::create()->whereNotExists($own)));
        $derived = PaperQuery::create()->addSelectQuery(PaperQuery::create()->filterByTitle('c')->_or(), 'p');
        self::assertSame([], self::titles($derived));
        self::assertSame(['theirs'], $names(FolderQuery::create()->filterByPaper(null)));
        self::assertSame(['mixed'], $names(FolderQuery::create()->filterByPaper(null, Criteria::NOT_EQUAL)));
        self::assertCount(2, $this->mixed?->getPapers(PaperQuery::create()) ?? []);
    }

    public function testAHookThatJoins(): void
    {
        self::assertSame(4, PageQuery::create()->count());
        self::assertCount(4, PageQuery::create()->find());
        self::assertSame(2, PageQuery::create()->filterByNumber(1)->_or()->count());
        self::assertSame(2, PageQuery::create()->filterByNumber(1)->update(['Number' => 3]));
        $lengths = [];
        foreach (FolderQuery::create()->joinWith('Paper')->joinWith('Paper.Page', Criteria::LEFT_JOIN)->orderByName()->find() as $folder) {
            foreach ($folder->getPapers() as $paper) {
                $lengths[] = \count($paper->getPages());
            }
        }
        self::assertSame([2, 2], $lengths);
        PaperQuery::$tenant = 2;
        self::con()->getPool()?->clear();
        $pages = PaperQuery::create()->joinWithPage()->orderById()->findOne()?->getPages();
        self::assertCount(2, $pages ?? []);
        self::assertSame(4, PageQuery::create()->deleteAll());
        self::assertSame('4', self::database()->value('SELECT COUNT(*) FROM page'));
        PaperQuery::$tenant = null;
        self::assertSame(4, PageQuery::create()->count());
    }

    public function testSubclasses(): void
    {
        foreach ([[new Vehicle(), 1, 'v'], [new Car(), 2, 'c'], [new Car(), 2, 'd']] as [$vehicle, $kind, $name]) {
            $vehicle->setKind($kind)->setName($name)->save();
        }
        $vehicle = (int) VehicleQuery::create()->requireOneByName('v')->getId();
        self::con()->getPool()?->clear();
        self::assertSame(2, CarQuery::create()->_or()->filterByName('v')->_or()->filterByName(null, Criteria::ISNOTNULL)->count());
        self::assertNull(CarQuery::create()->filterByName('c')->_or()->findPk($vehicle));
        self::assertSame(0, CarQuery::create()->mergeWith(VehicleQuery::create()->filterByName('v'), 'or')->count());
        $inside = CarQuery::create()->addSelectQuery(VehicleQuery::create()->filterByName(['v', 'c']), 's');
        self::assertSame(['c'], $inside->find()->getColumnValues('Name'));
        self::assertSame(1, VehicleQuery::create('w')->whereExists(CarQuery::create('x')->where('x.Id = w.Id')->filterByName('d'))->count());
        self::assertSame(2, CarQuery::create('x')->distinct()->filterBy('x.Kind', [1, 2])->update(['Name' => 'e']));
        self::caught(InvalidQueryException::class, static fn () => CarQuery::create()->filterByName([], Criteria::NOT_IN)->delete());
        self::assertSame(2, CarQuery::create()->deleteAll());
        self::assertSame('1', self::database()->value('SELECT COUNT(*) FROM vehicle'));
    }
}
