<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Column;

use Bookstore\DocumentValues;
use Bookstore\UuidValues;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** JSON, ARRAY, UUID. */
final class DocumentTest extends ModelTestCase
{
    public function testDocuments(): void
    {
        $documents = [
            [],
            [1, 2.5, 'three', null, true, [4]],
            ['a' => ['b' => ['c' => '😀 "quoted" \\ /']], 'n' => \PHP_INT_MAX, 'e' => ''],
            ['float' => 1.0, 'text' => "line\nbreak"],
        ];
        foreach ($documents as $document) {
            $read = self::saved((new DocumentValues())->setDocument($document));
            self::assertEquals($document, $read->getDocument());
            self::assertFalse($read->setDocument($document)->isModified(), (string) \json_encode($document));
        }
        $read = self::saved((new DocumentValues())->setDocument('{"b": 1, "a": [true]}'));
        self::assertEquals(['b' => 1, 'a' => [true]], $read->getDocument());
        self::assertFalse($read->setDocument(['a' => [true], 'b' => 1])->isModified());
        self::assertTrue($read->setDocument(['a' => [true], 'b' => 2])->isModified());
        self::assertNull(self::saved($read->setDocument(null))->getDocument());
    }

    public function testDocumentsThatAreRefused(): void
    {
        $object = new DocumentValues();
        foreach (['{broken', '12', '"text"', ''] as $text) {
            $error = self::caught(InvalidValueException::class, fn () => $object->setDocument($text));
            self::assertSame(
                'document_values.document does not take "' . $text . '": the text of a JSON array or object is needed.',
                $error->getMessage(),
            );
        }
        $error = self::caught(InvalidValueException::class, fn () => $object->setDocument(["\xff"]));
        self::assertStringStartsWith('document_values.document does not take a value of type array: ', $error->getMessage());
    }

    public function testChangingWhatWasReadDoesNotChangeTheObject(): void
    {
        $read = self::saved((new DocumentValues())->setDocument(['a' => 1])->setWords(['x']));
        $document = $read->getDocument();
        $document['a'] = 2;
        self::assertSame(['a' => 1], $read->getDocument());
        self::assertFalse($read->isModified());
    }

    public function testLists(): void
    {
        $lists = [[], ['one'], ['a', 'b'], [''], ['', ''], ['|'], ['a | b', '\\', '\\|', ' '], ["😀\n", '0', '\e']];
        foreach ($lists as $list) {
            $object = (new DocumentValues())->setWords($list);
            foreach ([$object, self::saved($object)] as $each) {
                self::assertSame($list, $each->getWords());
                self::assertFalse($each->setWords($list)->isModified());
            }
        }
        self::assertNull(self::saved((new DocumentValues())->setWords(null))->getWords());
        $error = self::caught(InvalidValueException::class, fn () => $object->setByName('Words', [['nested']]));
        self::assertSame(
            'document_values.words does not take a value of type array: a list of strings is needed.',
            $error->getMessage(),
        );
    }

    public function testDefaults(): void
    {
        $object = new DocumentValues();
        foreach ([$object, self::saved($object)] as $each) {
            self::assertSame(['size' => 10], $each->getOptions());
            self::assertSame(['one', 'two'], $each->getSteps());
            self::assertNull($each->getDocument());
            self::assertNull($each->getWords());
        }
    }

    public function testUuids(): void
    {
        $uuid = '0190a5b7-7c1e-7abc-8def-0123456789ab';
        $forms = [$uuid, \strtoupper($uuid), \str_replace('-', '', $uuid)];
        foreach ($forms as $form) {
            $object = (new UuidValues())->setUuid($form)->setBytes($form);
            foreach ([$object, self::saved($object)] as $each) {
                self::assertSame($uuid, $each->getUuid());
                self::assertSame($uuid, $each->getBytes());
                self::assertSame('12345678-9abc-def0-1234-56789abcdef0', $each->getNeeded());
                self::assertFalse($each->setUuid($form)->isModified());
            }
        }
        $zero = '00000000-0000-0000-0000-000000000000';
        self::assertSame($zero, self::saved((new UuidValues())->setBytes($zero))->getBytes());
        self::assertNull(self::saved((new UuidValues())->setUuid(null))->getUuid());
        $error = self::caught(InvalidValueException::class, fn () => (new UuidValues())->setUuid('no uuid'));
        self::assertSame(
            'uuid_values.uuid does not take "no uuid": a UUID of 32 hexadecimal digits in the form 8-4-4-4-12 is needed.',
            $error->getMessage(),
        );
    }
}
