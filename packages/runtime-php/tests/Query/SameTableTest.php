<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query;

use Chains\Maker;
use Chains\MakerQuery;
use Orm\Runtime\Query\Criteria;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** Writing rows of a table whose conditions, or whose foreign keys, lead to other rows of it. */
final class SameTableTest extends ModelTestCase
{
    protected function setUp(): void
    {
        parent::setUp();
        foreach ([[1, null], [2, 1], [3, 2], [4, 3], [5, null]] as [$id, $boss]) {
            (new Maker())->setId($id)->setName("m$id")->setBossId($boss)->save();
        }
    }

    /** MySQL takes one row after the other, and with each ON DELETE SET NULL changes the next. */
    public function testRowsThatTheDeleteItselfChanges(): void
    {
        self::assertSame(3, MakerQuery::create()->filterByBossId(null, Criteria::ISNOTNULL)->delete());
        self::assertSame([1, 5], self::left());
    }

    public function testRowsThatTheDeleteItselfWouldMakeMatch(): void
    {
        self::assertSame(3, MakerQuery::create()->where('COALESCE(Maker.BossId, 0) <> ?', 2)->filterById(4, Criteria::LESS_THAN)
            ->_or()->filterById(5)->delete());
        self::assertSame([3, 4], self::left());
    }

    public function testConditionsThatReadTheTable(): void
    {
        $followed = static fn (): MakerQuery => MakerQuery::create()->useHelperExistsQuery()->endUse();
        self::assertSame(3, $followed()->update(['Grade' => 1]));
        self::assertSame(2, MakerQuery::create()->filterByHelper(null)->update(['Grade' => 2]));
        self::assertSame(1, MakerQuery::create()->useInHelperQuery()->filterByGrade(2)->endUse()->update(['Grade' => 3]));
        self::assertSame([1, 1, 3, 2, 2], MakerQuery::create()->orderById()->select('Grade')->find()->getData());
        self::assertSame(3, $followed()->delete());
        self::assertSame([4, 5], self::left());
    }

    public function testConditionsThatNothingCanMeet(): void
    {
        $none = static fn (): MakerQuery => MakerQuery::create()->filterById([])->useHelperNotExistsQuery()->endUse();
        self::assertSame(0, $none()->update(['Grade' => 1]));
        self::assertSame(0, $none()->delete());
        self::assertSame(0, $none()->orderById()->limit(1)->delete());
        self::assertSame([1, 2, 3, 4, 5], self::left());
    }

    /** @return list<mixed> */
    private static function left(): array
    {
        return \array_values(MakerQuery::create()->orderById()->select('Id')->find()->getData());
    }
}
