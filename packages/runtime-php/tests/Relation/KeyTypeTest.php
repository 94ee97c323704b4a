<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation;

use Bookstore\CalendarDay;
use Bookstore\CalendarDayQuery;
use Bookstore\Ledger;
use Bookstore\LedgerLine;
use Bookstore\LedgerLineQuery;
use Bookstore\LedgerQuery;
use Bookstore\Novel;
use Bookstore\NovelQuery;
use Bookstore\Visit;
use Bookstore\VisitQuery;
use Bookstore\Writer;
use Bookstore\WriterQuery;
use Orm\Runtime\Connection\ConnectionFactory;
use Orm\Runtime\Connection\ConnectionSettings;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Orm;
use Orm\Runtime\Tests\Support\Project;
use Psr\Log\NullLogger;

/** Keys that are not plain numbers, and objects that no pool makes unique. */
final class KeyTypeTest extends RelationTestCase
{
    public function testDays(): void
    {
        $day = (new CalendarDay())->setDay('2001-02-03')->setName('a');
        $day->addVisit($visit = new Visit());
        self::assertSame(2, $day->save());
        self::assertSame('2001-02-03', $visit->getVisitedOn()?->format('Y-m-d'));
        self::assertSame(0, $day->save());
        self::assertSame(0, $visit->save());
        self::emptyPool();
        $read = VisitQuery::create()->findOne();
        self::assertSame('a', $read?->getCalendarDay()?->getName());
        $day = CalendarDayQuery::create()->findOne();
        self::assertSame($day, $read->getCalendarDay());
        self::assertSame('2001-02-03', $day?->getDay()?->format('Y-m-d'));
        self::assertSame([$read], $day->getVisits()->getData());
        VisitQuery::create()->find();
        self::assertSame($day, $read->getCalendarDay());
        self::assertSame(0, $day->save());
        $other = (new CalendarDay())->setDay('2001-02-04');
        $read->setCalendarDay($other);
        self::assertCount(0, $day->getVisits());
        self::assertSame(2, $read->save());
    }

    public function testNumbersThatAreTextsOnOneSide(): void
    {
        $ledger = (new Ledger())->setNumber('9223372036854775807');
        $ledger->addLedgerLine($line = new LedgerLine());
        self::assertSame(\PHP_INT_MAX, $line->getLedgerNumber());
        self::assertSame(2, $ledger->save());
        self::assertSame(0, $ledger->save());
        self::emptyPool();
        $read = LedgerQuery::create()->findOne();
        self::assertCount(1, $read?->getLedgerLines() ?? []);
        self::assertSame($read, LedgerLineQuery::create()->findOne()?->getLedger());
        self::con()->beginTransaction();
        $read?->delete();
        self::con()->rollBack();
        self::assertSame(\PHP_INT_MAX, LedgerLineQuery::create()->findOne()?->getLedgerNumber());
    }

    public function testUuids(): void
    {
        $ledger = (new Ledger())->setNumber('1')->setOwner('12345678-9ABC-DEF0-1234-56789abcdef0');
        $ledger->addOwnerLine(new LedgerLine());
        self::assertSame(2, $ledger->save());
        self::emptyPool();
        $line = LedgerLineQuery::create()->findOne();
        self::assertSame('1', $line?->getOwnedLedger()?->getNumber());
        self::assertCount(1, $line->getOwnedLedger()->getOwnerLines());
        self::assertNull($line->getLedger());
    }

    public function testWithoutAnInstancePool(): void
    {
        $con = self::withoutPool();
        $writer = (new Writer())->setName('Ada');
        $writer->addNovel((new Novel())->setTitle('One'))->addNovel((new Novel())->setTitle('Two'));
        $writer->save($con);
        $read = WriterQuery::create()->findPk($writer->getId(), $con);
        self::assertNotNull($read);
        $one = NovelQuery::create()->filterByTitle('One')->findOne($con);
        self::assertNotNull($one);
        $one->setWriter($read);
        self::assertCount(2, $read->getNovels(null, $con), 'a row is there once');
        foreach ($read->getNovels(null, $con) as $novel) {
            self::assertSame($read, $novel->getWriter($con));
        }
        $again = NovelQuery::create()->filterByTitle('One')->findOne($con);
        self::assertNotNull($again);
        $read->removeNovel($again);
        self::assertCount(1, $read->getNovels(null, $con));
        $read->clearNovels();
        $read->removeNovel($again);
        self::assertSame(1, $again->save($con));
        self::assertSame('1', self::database()->value('SELECT COUNT(*) FROM novel WHERE writer_id IS NULL'));
        $two = NovelQuery::create()->filterByTitle('Two')->findOne($con);
        self::assertNotNull($two);
        $read->setNovels([$two], $con);
        self::assertSame(0, $read->save($con));
    }

    private static function withoutPool(): ConnectionWrapper
    {
        return ConnectionFactory::create(
            ConnectionSettings::fromArray('bookstore', \array_filter(Project::connections()['bookstore'])),
            Orm::getAdapter('bookstore'),
            new NullLogger(),
            null,
        );
    }
}
