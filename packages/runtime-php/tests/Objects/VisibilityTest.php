<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Objects;

use Objects\Map\VisitorTableMap;
use Objects\Visitor;
use Objects\VisitorQuery;
use Orm\Runtime\Exception\UnknownColumnException;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** What the schema calls protected or private is so for code that goes by names, too. */
final class VisibilityTest extends ModelTestCase
{
    private const FORM = ['Name' => 'Eve', 'PasswordHash' => 'x', 'Salt' => 'x', 'IsAdmin' => true, 'HostId' => 1];

    public function testFormsCannotSetThem(): void
    {
        $visitor = (new Visitor())->fromArray(self::FORM);
        self::assertSame(['Name'], self::modified($visitor));
        $visitor->fromArray(['visitor.is_admin' => true], TableMap::TYPE_COLNAME);
        $visitor->fromJson('{"Name": "Eva", "IsAdmin": true, "Salt": "x"}');
        self::assertSame(['Name'], self::modified($visitor));
        self::assertFalse($visitor->getIsAdmin());
        foreach (['PasswordHash', 'Salt', 'IsAdmin', 'HostId'] as $name) {
            $error = self::caught(UnknownColumnException::class, static fn () => $visitor->setByName($name, '1'));
            self::assertStringContainsString('mutatorVisibility', $error->getMessage());
        }
        self::caught(UnknownColumnException::class, static fn () => $visitor->setByPosition(4, true));
        self::assertSame('Ada', $visitor->setByName('Name', 'Ada')->getName());
    }

    public function testExportsDoNotShowThem(): void
    {
        $visitor = self::visitor();
        self::assertSame(['Id', 'Name', 'IsAdmin'], \array_keys($visitor->toArray()));
        self::assertSame(['id', 'name', 'is_admin'], \array_keys($visitor->toArray(TableMap::TYPE_FIELDNAME)));
        foreach ([$visitor->toJson(), (string) \json_encode($visitor), (string) $visitor, VisitorQuery::create()->find()->toJson()] as $text) {
            self::assertStringNotContainsString('secret', $text);
        }
        foreach (['PasswordHash', 'Salt', 'HostId'] as $name) {
            $error = self::caught(UnknownColumnException::class, static fn () => $visitor->getByName($name));
            self::assertStringContainsString('accessorVisibility', $error->getMessage());
        }
        self::caught(UnknownColumnException::class, static fn () => $visitor->getByPosition(3));
        $all = VisitorQuery::create()->find();
        foreach (
            [
            static fn () => $all->getColumnValues('PasswordHash'),
            static fn () => $all->toKeyValue('Id', 'Salt'),
            static fn () => $all->toKeyIndex('Salt'),
            static fn () => $all->toArray('PasswordHash'),
            ] as $leak
        ) {
            self::caught(UnknownColumnException::class, $leak);
        }
        self::assertTrue($visitor->getByName('IsAdmin'), 'only its setter is protected');
    }

    public function testTheClassItselfKeepsThem(): void
    {
        $visitor = self::visitor();
        self::assertTrue($visitor->hasPassword('secret'));
        ($copy = $visitor->copy())->save();
        $rows = self::database()->rows('SELECT password_hash, salt, is_admin FROM visitor WHERE name = \'Ada\' ORDER BY id');
        self::assertCount(2, $rows);
        self::assertSame($rows[0], $rows[1]);
        self::assertTrue($copy->hasPassword('secret'));
        self::assertCount(6, VisitorTableMap::COLUMNS);
    }

    public function testPrivateKeysLinkObjects(): void
    {
        $host = self::visitor();
        $guest = (new Visitor())->setName('Bob')->setHost($host);
        self::assertSame(1, $guest->save());
        self::con()->getPool()?->clear();
        $read = VisitorQuery::create()->requirePk($host->getId());
        self::assertSame(['Bob'], $read->getGuests()->getColumnValues('Name'));
        $read->removeGuest($read->getGuests()[0] ?? self::fail())->save();
        self::assertSame(0, $read->countGuests());
        self::assertNull(VisitorQuery::create()->findOneByName('Bob')?->getHost());
        $found = VisitorQuery::create()->filterBySalt('pepper')->findOneOrCreate();
        self::assertTrue($found->isNew());
        $found->setName('Mallory')->save();
        self::assertSame('pepper', self::database()->value("SELECT salt FROM visitor WHERE name = 'Mallory'"));
    }

    private static function visitor(): Visitor
    {
        ($visitor = (new Visitor())->setName('Ada')->promote('secret'))->save();
        self::con()->query("UPDATE visitor SET salt = 'secret salt' WHERE id = ?", [$visitor->getId()]);
        self::con()->getPool()?->clear();

        return VisitorQuery::create()->requirePk($visitor->getId());
    }

    /**
     * @return list<string>
     */
    private static function modified(Visitor $visitor): array
    {
        return \array_map(
            static fn (string $name): string => VisitorTableMap::translateFieldName($name, TableMap::TYPE_COLNAME, TableMap::TYPE_PHPNAME),
            $visitor->getModifiedColumns(),
        );
    }
}
