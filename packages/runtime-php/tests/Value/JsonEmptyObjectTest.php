<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Value;

use Bookstore\DocumentValues;
use Bookstore\DocumentValuesQuery;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** An empty object of a JSON document is no empty list. */
final class JsonEmptyObjectTest extends ModelTestCase
{
    private static function storedDocument(string $document): DocumentValues
    {
        $object = (new DocumentValues())->setDocument($document);
        $object->save();
        self::con()->getPool()?->clear();

        return DocumentValuesQuery::create()->requirePk($object->getId());
    }

    public function testInsideOfADocument(): void
    {
        $text = '{"a":{},"b":[],"c":{"d":{},"e":[{}]},"f":{"g":1}}';
        $object = self::storedDocument($text);
        $document = $object->getDocument() ?? [];
        self::assertJsonStringEqualsJsonString($text, (string) \json_encode($document));
        self::assertSame(['g' => 1], $document['f'] ?? null, 'others stay arrays');
        self::assertSame([], $document['b'] ?? null);
        $inner = $document['a'] ?? null;
        self::assertInstanceOf(\ArrayObject::class, $inner);
        self::assertNull($inner['missing'] ?? null);
        $inner['x'] = 1;
        $object->setDocument($document)->save();
        self::con()->getPool()?->clear();
        $again = DocumentValuesQuery::create()->requirePk($object->getId());
        self::assertJsonStringEqualsJsonString('{"a":{"x":1},"b":[],"c":{"d":{},"e":[{}]},"f":{"g":1}}', (string) \json_encode($again->getDocument()));
        self::assertFalse($again->setDocument($again->getDocument())->isModified(), 'what was read is set again');
    }

    public function testTheWholeDocument(): void
    {
        $object = self::storedDocument('{}');
        self::assertSame([], $object->getDocument());
        $object->setDocument($object->getDocument());
        self::assertFalse($object->isModified(), 'what was read is set again');
        self::assertStringContainsString('"Document":{}', $object->toJson());
        self::assertStringContainsString('"Document":{}', (string) \json_encode($object));
        $object->setDocument('[]');
        self::assertTrue($object->isModified(), 'a list that was asked for');
        $object->save();
        self::con()->getPool()?->clear();
        self::assertStringContainsString('"Document":[]', DocumentValuesQuery::create()->requirePk($object->getId())->toJson());
        $object->setDocument('{}')->save();
        self::assertStringContainsString('"Document":{}', $object->toJson());
    }

    public function testKeysThatCountAreAList(): void
    {
        $object = self::storedDocument('{"0":{},"1":{}}');
        self::assertSame('[{},{}]', (string) \json_encode($object->getDocument()));
    }

    public function testANumberThatPhpCannotHoldIsRefused(): void
    {
        self::assertSame(['n' => 1e30], (new DocumentValues())->setDocument('{"n":1e30}')->getDocument());
        $this->expectException(InvalidValueException::class);
        $this->expectExceptionMessage('it cannot be JSON (Inf and NaN cannot be JSON encoded)');
        (new DocumentValues())->setDocument('{"n":1e400}');
    }
}
