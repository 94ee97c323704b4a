<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Objects;

use Objects\Volume;
use Objects\VolumeQuery;
use Orm\Runtime\Exception\RowGoneException;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** Objects whose row is gone, with columns that were never read: they still can be shown and copied. */
final class GoneRowTest extends ModelTestCase
{
    public function testADeletedObjectCanBeCopied(): void
    {
        $volume = self::volume();
        $volume->delete();
        $copy = $volume->copy();
        self::assertSame(1, $copy->save());
        self::assertSame(['one', null, 'main'], [$copy->getTitle(), $copy->getExcerpt(), $copy->getCode()]);
    }

    public function testWhatWasReadBeforeStays(): void
    {
        $volume = self::volume();
        self::assertSame(['text', 'main'], [$volume->getExcerpt(), $volume->getCode()]);
        $volume->delete();
        self::assertSame(['one', 'text', 'main'], \array_values(\array_slice($volume->toArray(), 1, 3)));
        ($copy = $volume->copy())->save();
        self::assertSame('text', VolumeQuery::create()->requirePk($copy->getId())->getExcerpt());
    }

    public function testADeletedObjectCanBeShown(): void
    {
        $volume = self::volume();
        $volume->delete();
        self::assertSame(['Title' => 'one', 'Excerpt' => null, 'Code' => 'main'], \array_slice($volume->toArray(), 1, 3));
        self::assertStringContainsString('"Excerpt":null', $volume->toJson());
        self::assertStringContainsString('"Title":"one"', (string) \json_encode($volume));
        self::caught(RowGoneException::class, static fn () => $volume->getExcerpt());
        ($new = (new Volume())->setTitle('new'))->save();
        $new->delete();
        self::assertNull($new->toArray()['Code'], 'the default was never read');
    }

    public function testWhatTheMessageOfAGoneRowRecommends(): void
    {
        $volume = self::volume();
        self::con()->exec('DELETE FROM volume');
        $error = self::caught(RowGoneException::class, static fn () => $volume->setTitle('two')->save());
        self::assertStringContainsString('copy()', $error->getMessage());
        self::assertNull($volume->toArray()['Excerpt']);
        self::assertSame(1, $volume->copy()->save());
        self::assertSame('two', self::database()->value('SELECT title FROM volume'));
    }

    public function testARolledBackDeleteIsReadAgain(): void
    {
        $volume = self::volume();
        self::con()->beginTransaction();
        $volume->delete();
        self::assertNull($volume->toArray()['Excerpt']);
        self::con()->rollBack();
        self::assertSame('text', $volume->getExcerpt());
    }

    private static function volume(): Volume
    {
        (new Volume())->setTitle('one')->setExcerpt('text')->save();
        self::con()->getPool()?->clear();

        return VolumeQuery::create()->findOne() ?? self::fail();
    }
}
