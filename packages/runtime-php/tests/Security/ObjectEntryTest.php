<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Security;

use Bookstore\Book;
use Bookstore\Map\BookTableMap;
use Bookstore\ReviewQuery;
use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Query\Criteria;

/** Attempts at injection through objects, collections and table maps. */
final class ObjectEntryTest extends SecurityTestCase
{
    public function testEveryTextOfAnObjectIsRefusedOrKept(): void
    {
        $book = self::books()->findOne() ?? self::fail('there is no book');
        $developers = [self::DEVELOPERS, null];
        $this->attemptAll(ActiveRecord::class, [
            'getByName.name' => [self::REFUSED, static fn (string $text) => $book->getByName($text)],
            'getByName.type' => [self::REFUSED, static fn (string $text) => $book->getByName('Title', $text)],
            'setByName.name' => [self::REFUSED, static fn (string $text) => $book->setByName($text, 1)],
            'setByName.value' => [self::HARMLESS, static function (string $text): void {
                foreach (BookTableMap::PHP_NAMES as $name) {
                    try {
                        (new Book())->setByName($name, $text)->getByName($name);
                    } catch (\Throwable $error) {
                        self::assertOurs($error, "setByName($name)", self::REFUSED);
                    }
                }
            }],
            'setByName.type' => [self::REFUSED, static fn (string $text) => $book->setByName('Title', 'x', $text)],
            'setByPosition.value' => [self::REFUSED, static fn (string $text) => $text === '0' || $text === '-1'
                ? throw new \Orm\Runtime\Exception\OrmException('a number')
                : $book->setByPosition(4, $text)],
            'toArray.keyType' => [self::REFUSED, static fn (string $text) => $book->toArray($text)],
            'assignAt.value' => [self::REFUSED, static fn (string $text) => $text === '0' || $text === '-1'
                ? throw new \Orm\Runtime\Exception\OrmException('a number')
                : $book->assignAt(4, $text)],
            'fromArray.values' => [self::HARMLESS, static fn (string $text) => self::unchanged($book, (clone $book)->fromArray([$text => $text]))],
            'fromArray.keyType' => [self::REFUSED, static fn (string $text) => $book->fromArray(['Title' => 'x'], $text)],
            'toJson.keyType' => [self::REFUSED, static fn (string $text) => $book->toJson($text)],
            'fromJson.json' => [self::REFUSED, static fn (string $text) => $book->fromJson($text)],
            'fromJson.keyType' => [self::REFUSED, static fn (string $text) => $book->fromJson('{"Title": "x"}', $text)],
            'isColumnModified.column' => [self::REFUSED, static fn (string $text) => $book->isColumnModified($text)],
            'resetModified.column' => [self::REFUSED, static fn (string $text) => $book->resetModified($text)],
            'equals.other' => [self::BOUND, static fn (string $text) => $book->equals($text)],
            'hasVirtualColumn.name' => [self::BOUND, static fn (string $text) => $book->hasVirtualColumn($text)],
            'getVirtualColumn.name' => [self::REFUSED, static fn (string $text) => $book->getVirtualColumn($text)],
            'setVirtualColumn.name' => [self::HARMLESS, static fn (string $text) => (clone $book)->setVirtualColumn($text, 1)->save()],
            'setVirtualColumn.value' => [self::HARMLESS, static fn (string $text) => (clone $book)->setVirtualColumn('x', $text)->save()],
            'attachRelated.relation' => [self::REFUSED, static fn (string $text) => $book->attachRelated($text, null)],
            'attachRelatedList.relation' => [self::REFUSED, static fn (string $text) => $book->attachRelatedList($text, [])],
            'attachRelatedList.objects' => $developers,
            // What the database and the runtime give to each other
            'fromRow.row' => $developers,
            'hydrate.row' => $developers,
            'refresh.row' => $developers,
            'deleteTogether.objects' => $developers,
            'restoreState.snapshot' => $developers,
        ] + self::added(ActiveRecord::class, [
            '__unserialize.data' => $developers,
        ]));
        self::assertFalse($book->isModified());
    }

    public function testEveryTextOfACollectionIsRefusedOrHarmless(): void
    {
        $found = self::books()->find();
        $developers = [self::DEVELOPERS, null];
        // Keys and items of a list in PHP; nothing of it goes to the database.
        $list = [
            'setData.data' => $developers, 'set.value' => $developers, 'append.value' => $developers, 'push.value' => $developers,
            'prepend.value' => $developers, 'filter.keep' => $developers, 'map.function' => $developers,
            'contains.element' => [self::BOUND, static fn (string $text) => $found->contains($text)],
            'search.element' => [self::BOUND, static fn (string $text) => $found->search($text)],
            'offsetExists.offset' => [self::HARMLESS, static fn (string $text) => isset($found[$text])],
            'offsetGet.offset' => [self::HARMLESS, static fn (string $text) => $found[$text] ?? null],
            'offsetSet.offset' => $developers,
            'offsetSet.value' => $developers,
            'offsetUnset.offset' => $developers,
        ];
        $this->attemptAll(Collection::class, $list + ['__construct.data' => $developers]);
        $this->attemptAll(ObjectCollection::class, $list + [
            '__construct.data' => $developers,
            '__construct.model' => $developers,
            'setModel.model' => $developers,
            'toArray.keyColumn' => [self::REFUSED, static fn (string $text) => $found->toArray($text)],
            'toArray.keyType' => [self::REFUSED, static fn (string $text) => $found->toArray(null, false, $text)],
            'toKeyValue.keyColumn' => [self::REFUSED, static fn (string $text) => $found->toKeyValue($text)],
            'toKeyValue.valueColumn' => [self::REFUSED, static fn (string $text) => $found->toKeyValue('Id', $text)],
            'toKeyIndex.keyColumn' => [self::REFUSED, static fn (string $text) => $found->toKeyIndex($text)],
            'getArrayCopy.keyColumn' => [self::REFUSED, static fn (string $text) => $found->getArrayCopy($text)],
            'fromArray.rows' => [self::HARMLESS, static fn (string $text) => self::unchanged(
                new Book(),
                (clone $found)->fromArray([[$text => $text]])->getLast() ?? self::fail(),
            )],
            'fromArray.keyType' => [self::REFUSED, static fn (string $text) => (clone $found)->fromArray([['Title' => 'x']], $text)],
            'getColumnValues.column' => [self::REFUSED, static fn (string $text) => $found->getColumnValues($text)],
            'populateRelation.relation' => [self::REFUSED, static fn (string $text) => $found->populateRelation($text)],
        ]);
    }

    public function testEveryTextOfATableMapIsRefused(): void
    {
        $this->attemptAll(TableMap::class, [
            'getFieldNames.type' => [self::REFUSED, static fn (string $text) => BookTableMap::getFieldNames($text)],
            'translateFieldName.name' => [
                self::REFUSED,
                static fn (string $text) => BookTableMap::translateFieldName($text, TableMap::TYPE_FIELDNAME, TableMap::TYPE_COLNAME),
            ],
            'translateFieldName.fromType' => [
                self::REFUSED,
                static fn (string $text) => BookTableMap::translateFieldName('title', $text, TableMap::TYPE_COLNAME),
            ],
            'translateFieldName.toType' => [
                self::REFUSED,
                static fn (string $text) => BookTableMap::translateFieldName('title', TableMap::TYPE_FIELDNAME, $text),
            ],
            'positionOf.name' => [self::REFUSED, static fn (string $text) => BookTableMap::positionOf($text)],
            'positionOf.type' => [self::REFUSED, static fn (string $text) => BookTableMap::positionOf('Title', $text)],
            'getValueSet.column' => [self::REFUSED, static fn (string $text) => BookTableMap::getValueSet($text)],
            'hasColumn.name' => [self::BOUND, static fn (string $text) => BookTableMap::hasColumn($text)],
        ]);
    }

    /** Keys of an array that name no column change nothing, and no property that is no column. */
    public function testAnArrayReachesColumnsOnly(): void
    {
        $book = self::books()->findOne() ?? self::fail('there is no book');
        $book->fromArray(['rowIsNew' => true, 'modified' => 255, 'RowIsNew' => true, 'virtualColumns' => ['a' => 1], 'TABLE_MAP' => 'x', 'aAuthor' => null]);
        self::assertFalse($book->isNew());
        self::assertFalse($book->isModified());
        self::assertSame([], $book->getVirtualColumns());
    }

    /** A pattern is a pattern for who writes one, and data of a list is not. */
    public function testListsAreSearchedForTheirItemsAsTheyAre(): void
    {
        foreach (['%', '_', '\\', '!', '100%', 'a_b', '|', ' | ', '[a-z]'] as $item) {
            $row = new \Bookstore\DocumentValues();
            $row->setWords(['plain']);
            $row->save();
            $odd = new \Bookstore\DocumentValues();
            $odd->setWords([$item, 'x']);
            $odd->save();
            foreach ([Criteria::CONTAINS_ALL, Criteria::CONTAINS_SOME] as $comparison) {
                $found = \Bookstore\DocumentValuesQuery::create()->filterByWords([$item], $comparison)->find();
                self::assertSame([$odd->getId()], $found->getPrimaryKeys(), "$comparison $item");
            }
            $row->delete();
            $odd->delete();
        }
        self::assertSame(0, ReviewQuery::create()->filterByText('100%')->count());
    }

    private static function unchanged(Book $expected, Book $actual): int
    {
        self::assertEquals($expected->toArray(), $actual->toArray());

        return 0;
    }

    /**
     * Cases of methods that a class has or has not.
     *
     * @param class-string                  $class
     * @param array<string, array<int, mixed>> $cases
     *
     * @return array<string, array<int, mixed>>
     */
    private static function added(string $class, array $cases): array
    {
        return \array_intersect_key($cases, \array_flip(self::entries($class)));
    }
}
