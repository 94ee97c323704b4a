<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation;

use Objects\Erratum;
use Objects\ErratumQuery;
use Objects\Opus;
use Objects\Printing;

/** A column that two foreign keys use: one of them can point nowhere without the other. */
final class SharedKeyTest extends RelationTestCase
{
    public function testOneKeyCanBeLeftWithoutTheOther(): void
    {
        $opus = (new Opus())->setName('Principia');
        $printing = (new Printing())->setOpus($opus)->setNumber(2);
        $erratum = (new Erratum())->setOpus($opus)->setPrinting($printing);
        $erratum->save();
        self::assertSame([$opus->getId(), 2], [$erratum->getOpusId(), $erratum->getPrintingNumber()]);
        $erratum->setPrinting(null);
        self::assertSame([$opus, null], [$erratum->getOpus(), $erratum->getPrinting()]);
        self::assertSame([$opus->getId(), null], [$erratum->getOpusId(), $erratum->getPrintingNumber()]);
        self::assertSame(1, $erratum->save());
        self::emptyPool();
        $read = ErratumQuery::create()->findOne() ?? self::fail();
        self::assertSame('Principia', $read->getOpus()?->getName());
        self::assertNull($read->getPrinting());
        $printing->addErratum($read)->removeErratum($read);
        self::assertSame($opus->getId(), $read->getOpusId());
        $read->setPrinting($printing)->save();
        $read->setOpus(null);
        self::assertNull($read->getPrinting(), 'a printing of no opus is none');
        self::assertSame([null, 2], [$read->getOpusId(), $read->getPrintingNumber()]);
    }
}
