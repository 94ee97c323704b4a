<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Value;

use Bookstore\DocumentValues;
use Bookstore\DocumentValuesQuery;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Query\Criteria;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** When two JSON documents are equal: the order of keys and the spelling do not matter, the order of lists does. */
final class JsonEqualityTest extends ModelTestCase
{
    private const DOCUMENTS = [
        'list' => '[1,2]', 'turned' => '[2,1]', 'longer' => '[1,2,2]',
        'inner' => '{"a":[1,2]}', 'inner turned' => '{"a":[2,1,1]}',
        'keys' => '{"a":1,"b":{"x":1,"y":[]}}', 'keys turned' => '{ "b": {"y": [], "x": 1}, "a": 1 }',
        'empty list' => '[]', 'empty object' => '{}', 'null' => '{"k":null}', 'text' => '["1"]', 'case' => '["A"]', 'lower' => '["a"]',
        'escaped' => '["\u00e9 \/ \ud83d\ude00"]', 'plain' => '["é / 😀"]', 'number' => '[1.50]', 'other number' => '[15e-1]',
        'zero' => '{"\u0000k":1}', 'zero inside' => '["a\u0000b"]', 'blank' => '["a b"]', 'large' => '[9007199254740993]',
        'truth' => '[true]', 'one' => '[1]',
    ];

    /** Documents that are equal to another one, beside themselves. */
    private const EQUAL = [
        'keys' => ['keys', 'keys turned'], 'escaped' => ['escaped', 'plain'], 'number' => ['number', 'other number'],
    ];

    protected function setUp(): void
    {
        parent::setUp();
        foreach (self::DOCUMENTS as $name => $text) {
            (new DocumentValues())->setDocument($text)->setWords([$name])->save();
        }
        (new DocumentValues())->setWords(['nothing'])->save();
    }

    public function testEqualDocuments(): void
    {
        foreach (self::DOCUMENTS as $name => $text) {
            $expected = [$name];
            foreach (self::EQUAL as $group) {
                $expected = \in_array($name, $group, true) ? $group : $expected;
            }
            // An array of PHP does not tell an empty object from an empty list.
            $values = $name === 'empty object' ? [$text] : [$text, \json_decode($text, true)];
            foreach ($values as $value) {
                self::assertIsNotInt($value);
                $query = static fn (): DocumentValuesQuery => DocumentValuesQuery::create()->orderById();
                self::assertNames($expected, $query()->filterBy('Document', $value), $name);
                self::assertNames($expected, $query()->where('DocumentValues.Document = ?', [$value]), "$name by where");
                self::assertNames($expected, $query()->where('DocumentValues.Document IN ?', [$value]), "$name in where");
                $others = \array_values(\array_diff(\array_keys(self::DOCUMENTS), $expected));
                self::assertNames($others, $query()->filterBy('Document', $value, Criteria::NOT_EQUAL), "not $name");
                self::assertNames($others, $query()->where('DocumentValues.Document <> ?', [$value]), "not $name by where");
            }
        }
    }

    public function testListsOfDocuments(): void
    {
        $query = static fn (): DocumentValuesQuery => DocumentValuesQuery::create()->orderById();
        self::assertNames(['list', 'inner'], $query()->filterByDocument([[1, 2], ['a' => [1, 2]]], Criteria::IN));
        self::assertNames(['list', 'nothing'], $query()->filterBy('Document', ['[1,2]', null], Criteria::IN));
        self::assertNames([], $query()->filterBy('Document', [], Criteria::IN));
        self::assertCount(\count(self::DOCUMENTS) - 2, $query()->filterBy('Document', ['[1,2]', '[2,1]'], Criteria::NOT_IN)->find());
        self::assertNames(['nothing'], $query()->filterByDocument(null));
        self::caught(InvalidQueryException::class, static fn () => $query()->filterByDocument([1], Criteria::GREATER_THAN));
    }

    public function testDeletingOneOfTwo(): void
    {
        self::assertSame(1, DocumentValuesQuery::create()->filterByDocument([1, 2])->delete());
        self::assertSame(1, DocumentValuesQuery::create()->filterByDocument([2, 1])->count());
    }

    public function testChangesThatAreSeen(): void
    {
        $changes = [
            ['{"\u0000k":1}', '{"\u0000k":2}'], ['{"\u0000k":1}', '{"\u0000j":1}'], ['[{"\u0000":[1]}]', '[{"\u0000":[2]}]'],
            ['[12345678901234567890]', '["12345678901234567890"]'], ['{}', '[]'], ['[1,2]', '[2,1]'], ['{"0":1}', '[1]'],
        ];
        foreach ($changes as [$old, $new]) {
            $object = (new DocumentValues())->setDocument($old);
            $object->save();
            self::assertFalse($object->setDocument($old)->isModified(), $old);
            self::assertTrue($object->setDocument($new)->isModified(), "$old becomes $new");
            self::assertSame(\json_decode($new, true, 512, \JSON_BIGINT_AS_STRING), self::saved($object)->getDocument());
        }
    }

    /**
     * @param list<string> $expected
     */
    private static function assertNames(array $expected, DocumentValuesQuery $query, string $message = ''): void
    {
        $names = [];
        foreach ($query->find() as $found) {
            $names[] = $found->getWords()[0] ?? '';
        }
        self::assertSame($expected, $names, $message);
    }
}
