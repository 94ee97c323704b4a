<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation;

use Objects\Nation;
use Objects\NationQuery;
use Objects\Town;
use Objects\TownQuery;
use Objects\Treaty;
use Objects\TreatyQuery;

/** Which texts are one key the database says: on MySQL and MariaDB `DE` points at `de`. */
final class CollationTest extends RelationTestCase
{
    protected function setUp(): void
    {
        parent::setUp();
        foreach (['de' => 'Germany', 'fr' => 'France', 'it' => 'Italy'] as $code => $name) {
            (new Nation())->setCode($code)->setName($name)->save();
        }
        $towns = ['Kiel' => 'de', 'Bonn' => self::spelling('de'), 'Metz' => self::spelling('fr'), 'Atlantis' => null];
        foreach ($towns as $name => $code) {
            (new Town())->setName($name)->setNationCode($code)->save();
        }
        self::emptyPool();
    }

    public function testPopulatedCollections(): void
    {
        $nations = NationQuery::create()->orderByCode()->find();
        $log = self::log();
        $towns = $nations->populateRelation('Town');
        self::assertCount(3, $towns);
        self::assertSame([['Bonn', 'Kiel'], ['Metz'], []], $nations->map(self::towns(...)));
        foreach ($towns as $town) {
            self::assertSame($nations[$town->getName() === 'Metz' ? 1 : 0], $town->getNation());
        }
        self::assertLessThanOrEqual(2, \count($log->statements), 'nobody has to ask again');
        self::assertSame([0, 0, 0], $nations->map(static fn (Nation $nation): int => $nation->save()));
        TownQuery::create()->find();
        self::assertSame([['Bonn', 'Kiel'], ['Metz'], []], $nations->map(self::towns(...)), 'after rows were read again');
    }

    public function testPopulatedObjects(): void
    {
        $towns = TownQuery::create()->orderByName()->find();
        $log = self::log();
        $towns->populateRelation('Nation');
        self::assertSame([null, 'Germany', 'Germany', 'France'], $towns->map(
            static fn (Town $town): ?string => $town->getNation()?->getName(),
        ));
        self::assertLessThanOrEqual(2, \count($log->statements));
        $towns = null;
        self::emptyPool();
        $towns = TownQuery::create()->orderByName()->find();
        $found = $towns->populateRelation('Nation', NationQuery::create()->filterByName('France'));
        self::assertSame(['France'], $found->getColumnValues('Name'));
        self::assertSame([false, false, false, true], $towns->map(
            static fn (Town $town): bool => isset($town->toArray(null, true, true)['Nation']),
        ));
    }

    public function testGettersAndJoins(): void
    {
        $germany = NationQuery::create()->requirePk('de');
        self::assertSame(['Bonn', 'Kiel'], self::towns($germany));
        $bonn = TownQuery::create()->findOneByName('Bonn') ?? self::fail();
        self::assertSame($germany, $bonn->getNation());
        $bonn->reload();
        self::assertSame(['Bonn', 'Kiel'], self::towns($germany));
        self::assertSame([0, 0], [$bonn->save(), $germany->save()]);
        self::emptyPool();
        $joined = NationQuery::create()->leftJoinWithTown()->orderByCode()->find();
        self::assertSame([['Bonn', 'Kiel'], ['Metz'], []], $joined->map(self::towns(...)));
        self::emptyPool();
        $metz = TownQuery::create()->joinWithNation()->findOneByName('Metz') ?? self::fail();
        TownQuery::create()->find();
        $log = self::log();
        self::assertSame('France', $metz->getNation()?->getName());
        self::assertSame([], $log->statements);
        $metz->getNation()->removeTown($metz)->save();
        self::assertNull(TownQuery::create()->findOneByName('Metz'), 'it cannot be without one');
    }

    public function testRowsBetween(): void
    {
        ($treaty = (new Treaty())->setName('Rome'))->save();
        foreach (['de', 'fr'] as $code) {
            self::con()->query('INSERT INTO treaty_nation (treaty_id, nation_code) VALUES (?, ?)', [$treaty->getId(), self::spelling($code)]);
        }
        [$germany, $france, $italy] = NationQuery::create()->orderByCode()->find()->getData();
        $treaty->addNation($germany)->addNation($italy)->addNation($italy);
        self::assertSame(1, $treaty->save());
        self::assertSame(['France', 'Germany', 'Italy'], self::nations($treaty));
        $treaty->removeNation($france)->addNation($france)->removeNation($germany);
        self::assertSame(['France', 'Italy'], self::nations($treaty));
        self::assertSame(1, $treaty->save());
        self::emptyPool();
        $read = TreatyQuery::create()->findOne() ?? self::fail();
        self::assertSame(['France', 'Italy'], self::nations($read));
        $read->setNations([NationQuery::create()->requirePk('fr'), NationQuery::create()->requirePk('de')]);
        self::assertSame(2, $read->save());
        self::assertSame(['France', 'Germany'], self::nations($read));
    }

    /** As another program may have written it, where the database allows it. */
    private static function spelling(string $code): string
    {
        return self::adapter() === 'mysql' ? \strtoupper($code) : $code;
    }

    /**
     * @return list<string|null>
     */
    private static function towns(Nation $nation): array
    {
        $names = $nation->getTowns()->map(static fn (Town $town): ?string => $town->getName());
        \sort($names);

        return $names;
    }

    /**
     * @return list<string|null>
     */
    private static function nations(Treaty $treaty): array
    {
        $names = $treaty->getNations()->map(static fn (Nation $nation): ?string => $nation->getName());
        \sort($names);

        return $names;
    }
}
