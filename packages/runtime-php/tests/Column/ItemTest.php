<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Column;

use Bookstore\DocumentValues;
use Bookstore\Enum\LabelValuesTags;
use Bookstore\LabelValues;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** The items of ARRAY and SET columns, one by one. */
final class ItemTest extends ModelTestCase
{
    public function testItemsOfAList(): void
    {
        $object = new DocumentValues();
        self::assertFalse($object->hasWord('a|b'));
        $object->addWord('a|b')->addWord('c')->addWord('c');
        $read = self::saved($object);
        self::assertSame(['a|b', 'c', 'c'], $read->getWords());
        self::assertTrue($read->hasWord('a|b'));
        self::assertFalse($read->hasWord('a'));
        self::assertSame(['a|b'], $read->removeWord('c')->getWords());
        self::assertSame(1, $read->save());
        self::assertSame(['a|b'], self::readAgain($read)->getWords());
        self::assertSame(['one', 'two', 'three'], (new DocumentValues())->addStep('three')->getSteps());
    }

    public function testItemsOfASet(): void
    {
        $object = (new LabelValues())->addTag('blue')->addTag(LabelValuesTags::Red);
        $read = self::saved($object);
        self::assertSame([LabelValuesTags::Red, LabelValuesTags::Blue], $read->getTags());
        self::assertTrue($read->hasTag('red'));
        self::assertTrue($read->hasTag(LabelValuesTags::Blue));
        self::assertFalse($read->hasTag('green'));
        self::assertFalse($read->hasTag('nonsense'));
        self::assertSame([LabelValuesTags::Blue], $read->removeTag('red')->removeTag('nonsense')->getTags());
        self::assertSame(['a', 'c'], (new LabelValues())->addPlainTag('c')->addPlainTag('a')->getPlainTags());
        $this->expectException(InvalidValueException::class);
        $read->addTag('nonsense');
    }
}
