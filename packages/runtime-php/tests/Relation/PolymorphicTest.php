<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation;

use Bookstore\Novel;
use Bookstore\NovelQuery;
use Bookstore\Remark;
use Bookstore\RemarkQuery;
use Bookstore\Writer;
use Bookstore\WriterQuery;

final class PolymorphicTest extends RelationTestCase
{
    public function testTheConstantsSayWhichTable(): void
    {
        $novel = (new Novel())->setTitle('One');
        $novel->save();
        $writer = (new Writer())->setName('Ada');
        $writer->save();
        self::database()->rows('UPDATE writer SET id = ?', [$novel->getId()]);
        self::emptyPool();
        $writer = WriterQuery::create()->findPk($novel->getId());
        self::assertNotNull($writer);
        $remark = (new Remark())->setText('about the novel')->setNovel($novel);
        self::assertSame('novel', $remark->getTargetType());
        self::assertSame(1, $remark->getTargetKind());
        $remark->save();
        $writer->addRemark((new Remark())->setText('about the writer'));
        self::assertSame(1, $writer->save());
        $rows = self::database()->rows('SELECT text, target_type, target_kind, target_id FROM remark ORDER BY text');
        self::assertEquals([
            ['text' => 'about the novel', 'target_type' => 'novel', 'target_kind' => 1, 'target_id' => $novel->getId()],
            ['text' => 'about the writer', 'target_type' => 'writer', 'target_kind' => 2, 'target_id' => $novel->getId()],
        ], $rows);
        self::emptyPool();
        $novel = NovelQuery::create()->findPk($novel->getId());
        self::assertSame(['about the novel'], $novel?->getRemarks()->map(static fn (Remark $r): ?string => $r->getText()));
        self::assertSame(1, $novel->countRemarks());
        $read = RemarkQuery::create()->findOneByText('about the novel');
        self::assertSame($novel, $read?->getNovel());
        self::assertNull($read->getWriter());
    }

    public function testFromOneTableToAnother(): void
    {
        $novel = (new Novel())->setTitle('One')->addRemark($remark = new Remark());
        self::assertSame(2, $novel->save());
        $writer = (new Writer())->setName('Ada');
        $remark->setWriter($writer);
        self::assertNull($remark->getNovel());
        self::assertCount(0, $novel->getRemarks());
        self::assertSame(2, $remark->save());
        self::assertSame('writer', self::database()->value('SELECT target_type FROM remark'));
        $remark->setTargetType('novel');
        self::assertNull($remark->getWriter());
    }

    public function testTakingAway(): void
    {
        $novel = (new Novel())->setTitle('One')->addRemark($remark = new Remark());
        $novel->save();
        $novel->removeRemark($remark);
        self::assertSame(1, $novel->save());
        self::assertNull(self::database()->value('SELECT target_id FROM remark'));
    }
}
