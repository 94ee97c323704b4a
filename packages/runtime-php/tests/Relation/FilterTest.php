<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation;

use Bookstore\CategoryQuery;
use Bookstore\Category;
use Bookstore\Chapter;
use Bookstore\Label;
use Bookstore\LabelQuery;
use Bookstore\Locker;
use Bookstore\Novel;
use Bookstore\NovelQuery;
use Bookstore\Passport;
use Bookstore\Person;
use Bookstore\PersonQuery;
use Bookstore\Remark;
use Bookstore\RemarkQuery;
use Bookstore\Series;
use Bookstore\SeriesQuery;
use Bookstore\Writer;
use Bookstore\WriterQuery;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Query\Criteria;

/** `filterBy…()` of relations: rows with and without related ones, of every kind and from both sides. */
final class FilterTest extends RelationTestCase
{
    /**
     * @param list<string> $expected
     */
    private static function assertFound(array $expected, NovelQuery|PersonQuery|RemarkQuery|WriterQuery|SeriesQuery|CategoryQuery $query): void
    {
        $column = match (true) {
            $query instanceof NovelQuery => 'Title',
            $query instanceof RemarkQuery => 'Text',
            default => 'Name',
        };
        $found = $query->find()->getColumnValues($column);
        \sort($found);
        self::assertSame($expected, $found);
        self::assertSame(\count($expected), $query->count());
    }

    private static function novel(string $title): Novel
    {
        $novel = (new Novel())->setTitle($title);
        $novel->save();

        return $novel;
    }

    public function testOneToMany(): void
    {
        $one = self::novel('one');
        $two = self::novel('two');
        $one->addChapter((new Chapter())->setTitle('a'))->addChapter((new Chapter())->setTitle('b'))->save();
        self::assertFound(['two'], NovelQuery::create()->filterByChapter(null));
        self::assertFound(['two'], NovelQuery::create()->filterByChapter(null, Criteria::ISNULL));
        self::assertFound(['two'], NovelQuery::create()->filterByChapter([], Criteria::ISNULL));
        self::assertFound(['one'], NovelQuery::create()->filterByChapter(null, Criteria::NOT_EQUAL));
        self::assertFound(['one'], NovelQuery::create()->filterByChapter(null, Criteria::ISNOTNULL));
        self::assertFound(['one', 'two'], NovelQuery::create()->filterByTitle('one')->_or()->filterByChapter(null));
        self::assertFound(['two'], NovelQuery::create()->filterByChapter($one->getChapters(), Criteria::NOT_EQUAL));
        self::assertFound([], NovelQuery::create()->filterByChapter([]));
        self::assertFound(['one', 'two'], NovelQuery::create()->filterByChapter([], Criteria::NOT_IN));
        self::assertFound(['two'], NovelQuery::create('n')->filterByChapter(null));
        foreach ([Criteria::GREATER_THAN, Criteria::LIKE] as $comparison) {
            self::caught(InvalidQueryException::class, static fn () => NovelQuery::create()->filterByChapter(null, $comparison));
        }
        self::assertSame(1, NovelQuery::create()->filterByChapter(null)->delete());
        self::assertFound(['one'], NovelQuery::create());
        self::assertTrue($two->isNew() || self::rows('novel') === 1);
    }

    public function testOneToOne(): void
    {
        foreach (['none', 'passport', 'locker'] as $name) {
            $person = (new Person())->setName($name);
            match ($name) {
                'passport' => $person->setPassport((new Passport())->setNumber('1')),
                'locker' => $person->setLocker((new Locker())->setNumber(2)),
                default => $person,
            };
            $person->save();
        }
        (new Locker())->setNumber(3)->save();
        self::assertFound(['locker', 'none'], PersonQuery::create()->filterByPassport(null));
        self::assertFound(['passport'], PersonQuery::create()->filterByPassport(null, Criteria::NOT_EQUAL));
        self::assertFound(['none', 'passport'], PersonQuery::create()->filterByLocker(null));
        self::assertFound(['locker'], PersonQuery::create()->filterByLocker(null, Criteria::NOT_EQUAL));
    }

    public function testCompositeKey(): void
    {
        $series = (new Series())->setName('s')->setYear(1);
        $series->save();
        (new Series())->setName('t')->setYear(2)->save();
        self::novel('in')->setSeries($series)->save();
        self::novel('half')->setSeriesName('s')->save();
        self::novel('other half')->setSeriesYear(1)->save();
        self::novel('out');
        self::assertFound(['half', 'other half', 'out'], NovelQuery::create()->filterBySeries(null));
        self::assertFound(['in'], NovelQuery::create()->filterBySeries(null, Criteria::NOT_EQUAL));
        self::assertFound(['in'], NovelQuery::create()->filterBySeries($series));
        self::novel('in another')->setSeriesName('t')->setSeriesYear(2)->save();
        self::assertFound(['in another'], NovelQuery::create()->filterBySeries($series, Criteria::NOT_EQUAL));
        self::assertFound(['in', 'in another'], NovelQuery::create()->filterByTitle('in')->_or()->filterBySeries($series, '<>'));
        NovelQuery::create()->filterByTitle('in another')->delete();
        self::assertFound(['t'], SeriesQuery::create()->filterByNovel(null));
        self::assertFound(['s'], SeriesQuery::create()->filterByNovel(null, Criteria::NOT_EQUAL));
        self::assertFound(['s'], SeriesQuery::create()->filterByNovel(NovelQuery::create()->find()));
        self::assertFound(['t'], SeriesQuery::create()->filterByNovel(NovelQuery::create()->find(), Criteria::NOT_IN));
        self::assertFound(['s'], SeriesQuery::create()->useInNovelQuery()->endUse());
        self::assertFound(['t'], SeriesQuery::create()->useNotInNovelQuery()->endUse());
        self::assertFound(['in'], NovelQuery::create()->useInSeriesQuery()->endUse());
        self::assertFound(['half', 'other half', 'out'], NovelQuery::create()->useNotInSeriesQuery()->endUse());
        self::assertFound([], NovelQuery::create()->useInSeriesQuery()->orderByYear('desc')->limit(1)->endUse());
    }

    public function testTheSameTable(): void
    {
        $root = (new Category())->setName('root');
        $root->addChild((new Category())->setName('leaf'))->save();
        self::assertFound(['leaf'], CategoryQuery::create()->filterByChild(null));
        self::assertFound(['root'], CategoryQuery::create()->filterByChild(null, Criteria::NOT_EQUAL));
        self::assertFound(['root'], CategoryQuery::create()->filterByParent(null));
        self::assertFound(['leaf'], CategoryQuery::create()->filterByParent(null, Criteria::NOT_EQUAL));
    }

    public function testManyToMany(): void
    {
        $red = (new Label())->setName('red');
        $blue = (new Label())->setName('blue');
        self::novel('none');
        self::novel('red')->addLabel($red)->save();
        self::novel('both')->addLabel($red)->addLabel($blue)->save();
        self::novel('blue')->addLabel($blue)->save();
        self::assertFound(['none'], NovelQuery::create()->filterByLabel(null));
        self::assertFound(['blue', 'both', 'red'], NovelQuery::create()->filterByLabel(null, Criteria::NOT_EQUAL));
        self::assertFound(['both', 'red'], NovelQuery::create()->filterByLabel($red));
        self::assertFound(['blue', 'none'], NovelQuery::create()->filterByLabel($red, Criteria::NOT_EQUAL));
        self::assertFound(['none'], NovelQuery::create()->filterByLabel(LabelQuery::create()->find(), Criteria::NOT_IN));
        self::assertFound([], NovelQuery::create()->filterByLabel([]));
        self::assertFound(['blue', 'both', 'none', 'red'], NovelQuery::create()->filterByLabel([], Criteria::NOT_EQUAL));
        $either = NovelQuery::create()->filterByTitle('red')->_or()->filterByLabel(null);
        self::assertFound(['none', 'red'], $either);
    }

    public function testConstants(): void
    {
        $novel = self::novel('novel');
        $writer = (new Writer())->setName('writer');
        $writer->save();
        self::database()->rows('UPDATE writer SET id = ?', [$novel->getId()]);
        self::emptyPool();
        $writer = WriterQuery::create()->requirePk((int) $novel->getId());
        $ofNovel = (new Remark())->setText('novel')->setNovel($novel);
        $ofNovel->save();
        $ofWriter = (new Remark())->setText('writer')->setWriter($writer);
        $ofWriter->save();
        (new Remark())->setText('nobody')->save();
        self::assertFound(['nobody', 'writer'], RemarkQuery::create()->filterByNovel(null));
        self::assertFound(['novel'], RemarkQuery::create()->filterByNovel(null, Criteria::NOT_EQUAL));
        self::assertFound(['novel'], RemarkQuery::create()->filterByNovel($novel));
        $other = self::novel('another');
        self::assertFound([], RemarkQuery::create()->filterByNovel($novel, Criteria::NOT_EQUAL));
        self::assertFound(['novel'], RemarkQuery::create()->filterByNovel($other, Criteria::NOT_EQUAL));
        self::assertFound(['nobody', 'novel', 'writer'], RemarkQuery::create()->filterByNovel([], Criteria::NOT_EQUAL));
        self::assertFound(['novel', 'writer'], RemarkQuery::create()->filterByText('writer')->_or()->filterByNovel($novel));
        $other->delete();
        self::assertFound(['novel'], NovelQuery::create()->filterByRemark($ofNovel));
        self::assertFound([], NovelQuery::create()->filterByRemark($ofWriter)); // the key is the same, the table is another
        self::assertFound([], NovelQuery::create()->filterByRemark(null));
        self::assertFound(['novel'], NovelQuery::create()->useInRemarkQuery()->endUse());
        self::assertFound([], NovelQuery::create()->useNotInRemarkQuery()->endUse());
        self::assertFound([], NovelQuery::create()->useInRemarkQuery()->filterByText('writer')->endUse());
        self::assertFound(['nobody', 'writer'], RemarkQuery::create()->useNotInNovelQuery()->endUse());
        self::assertFound(['novel'], RemarkQuery::create()->useInNovelQuery()->endUse());
    }
}
