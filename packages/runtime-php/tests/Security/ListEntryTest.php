<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Security;

use Lists\Label;
use Lists\LabelQuery;
use Lists\SlotQuery;
use Lists\Ticket;
use Lists\TicketQuery;
use Orm\Runtime\Orm;

/** Attempts at injection through the methods of lists: a scope that is a text, an order, the keys of a new order. */
final class ListEntryTest extends SecurityTestCase
{
    protected function setUp(): void
    {
        parent::setUp();
        foreach (['x', 'y'] as $title) {
            (new Label())->setCategory('c')->setTitle($title)->save();
        }
        (new Ticket())->setTitle('t')->save();
    }

    public function testEveryTextOfAQueryOfListsIsRefusedOrBound(): void
    {
        $query = static fn (): LabelQuery => LabelQuery::create();
        $this->attemptEach(LabelQuery::class, [
            'filterByRank.scope' => [self::BOUND, static fn (string $text) => $query()->filterByRank(1, $text)],
            'orderByRank.order' => [self::REFUSED, static fn (string $text) => $query()->orderByRank($text)],
            'orderByRank.scope' => [self::BOUND, static fn (string $text) => $query()->orderByRank('asc', $text)],
            'inList.scope' => [self::BOUND, static fn (string $text) => $query()->inList($text)],
            'findOneByRank.scope' => [self::BOUND, static fn (string $text) => $query()->findOneByRank(1, $text)],
            'findList.scope' => [self::BOUND, static fn (string $text) => $query()->findList($text)],
            'getMaxRank.scope' => [self::BOUND, static fn (string $text) => LabelQuery::getMaxRank($text)],
            'retrieveByRank.scope' => [self::BOUND, static fn (string $text) => LabelQuery::retrieveByRank(1, $text)],
            'doSelectOrderByRank.order' => [self::REFUSED, static fn (string $text) => LabelQuery::doSelectOrderByRank($text)],
            'doSelectOrderByRank.scope' => [
                self::BOUND,
                static fn (string $text) => LabelQuery::doSelectOrderByRank('asc', $text),
            ],
            'retrieveList.scope' => [self::BOUND, static fn (string $text) => LabelQuery::retrieveList($text)],
            'countList.scope' => [self::BOUND, static fn (string $text) => LabelQuery::countList($text)],
            'checkList.scope' => [self::BOUND, static fn (string $text) => LabelQuery::checkList($text)->rows],
            'reorder.newOrder' => [self::REFUSED, static function (string $text): void {
                LabelQuery::reorder([$text => 1]);
            }],
            'deleteList.scope' => [self::BOUND, static fn (string $text) => LabelQuery::deleteList($text)],
            'lockLists.scopes' => [self::HARMLESS, static fn (string $text) => Orm::getConnection('lists')->transaction(
                static fn () => LabelQuery::lockLists([$text, null]),
            )],
            'repairList.scope' => [self::BOUND, static fn (string $text) => LabelQuery::repairList($text)],
        ]);
        self::assertSame(2, LabelQuery::countList('c'));
        self::assertSame(2, LabelQuery::create()->count());
    }

    public function testKeysAndRanksOfANewOrder(): void
    {
        $this->attempt('a rank', self::REFUSED, static fn (string $text) => LabelQuery::reorder([1 => $text]));
        $this->attempt('a pair', self::REFUSED, static fn (string $text) => LabelQuery::reorder([[$text, 1]]));
        $this->attempt('a key of several values', self::HARMLESS, static fn (string $text) => SlotQuery::reorder([[[$text, 1], 1]]));
        $this->attempt('a number in it', self::REFUSED, static fn (string $text) => SlotQuery::reorder([[['a', $text], 1]]));
    }

    public function testAScopeThatTheTypeDoesNotKnow(): void
    {
        $this->attempt('a lock of an enumeration', self::REFUSED, static function (string $text): void {
            Orm::getConnection('lists')->transaction(static fn () => TicketQuery::lockLists([$text]));
        });
        self::assertSame(1, TicketQuery::countList(null));
    }

    /**
     * Every method of lists that takes a text has a case, and every case is one.
     *
     * @param class-string                                              $class
     * @param array<string, array{string, callable(string): mixed}> $cases
     */
    private function attemptEach(string $class, array $cases): void
    {
        $entries = [];
        foreach (self::entries($class) as $entry) {
            $isOfLists = \preg_match('/Rank\.|List\.|Lists\.|^reorder\./', $entry) === 1 && !\str_contains($entry, 'SortableRank');
            if ($isOfLists && (new \ReflectionMethod($class, \explode('.', $entry)[0]))->class === \Lists\Base\LabelQuery::class) {
                $entries[] = $entry;
            }
        }
        \sort($entries);
        $known = \array_keys($cases);
        \sort($known);
        self::assertSame($entries, $known);
        foreach ($cases as $entry => [$expected, $call]) {
            $this->attempt($entry, $expected, $call);
        }
    }
}
