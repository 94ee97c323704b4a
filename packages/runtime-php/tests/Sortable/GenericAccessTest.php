<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable;

use Lists\Card;
use Lists\CardQuery;
use Lists\Item;
use Lists\ItemQuery;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Map\TableMap;

/** Arrays and lists: what a form sends cannot make ranks wrong. */
final class GenericAccessTest extends ListTestCase
{
    public function testAnArrayDoesNotSayTheRank(): void
    {
        self::items('a', 'b', 'c');
        $b = ItemQuery::create()->findOneByTitle('b') ?? self::fail();
        $values = $b->toArray();
        unset($values['Id']);
        (new Item())->fromArray($values)->fromArray(['Title' => 'd'])->save();
        $b->fromArray(['Title' => 'B', 'SortableRank' => 1]);
        $b->fromArray(['sortable_rank' => '3'], TableMap::TYPE_FIELDNAME)->fromJson('{"SortableRank": 7}');
        self::assertSame(2, $b->getRank());
        $b->save();
        self::assertSame(['a', 'B', 'c', 'd'], self::titles(ItemQuery::create()->findList()));
        self::assertTrue(ItemQuery::checkList()->isRight());
        self::assertSame(2, $b->toArray()['SortableRank'], 'but shows it');
    }

    public function testACopyIsInNoList(): void
    {
        self::items('a', 'b', 'c');
        [$a, , $c] = ItemQuery::create()->findList()->getData();
        self::assertNull($a->copy()->getRank());
        $a->copyInto($copy = new Item());
        self::assertNull($copy->getRank());
        $copy->save();
        self::assertSame(4, $copy->getRank());
        $a->copyInto($c, false, false);
        self::assertSame(3, $c->getRank(), 'the place is the row\'s own');
        $c->save();
        self::assertSame(['a', 'b', 'a', 'a'], self::titles(ItemQuery::create()->findList()));
        self::assertTrue(ItemQuery::checkList()->isRight());
    }

    public function testAScopeOfSeveralColumnsNeedsThemAll(): void
    {
        ($card = (new Card())->setTitle('c')->setScopeValue([7, 1]))->save();
        foreach ([[7], [], [7, 1, 2], [1 => 7, 2 => 1], ['board_id' => 7, 'column_id' => 1]] as $wrong) {
            $error = self::caught(InvalidValueException::class, static fn (): mixed => self::call($card, 'setScopeValue', $wrong));
            self::assertStringContainsString('one for each of board_id, column_id', $error->getMessage());
        }
        self::assertSame([7, 1], $card->getScopeValue());
        self::assertSame(0, $card->save());
        self::assertSame(1, CardQuery::countList(7, 1));
    }

    /** Calls a method with what its type does not allow. */
    private static function call(object $object, string $method, mixed $value): mixed
    {
        return $object->$method($value);
    }
}
