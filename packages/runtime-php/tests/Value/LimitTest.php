<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Value;

use Bookstore\ByteValues;
use Bookstore\ByteValuesQuery;
use Bookstore\NumberValues;
use Bookstore\NumberValuesQuery;
use Bookstore\TextValues;
use Bookstore\TextValuesQuery;
use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Query\Criteria;
use Orm\Runtime\Query\ModelQuery;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** What a column cannot hold is refused before a statement is sent, the same on every engine. */
final class LimitTest extends ModelTestCase
{
    /**
     * @param class-string<ActiveRecord> $model
     */
    private static function refused(string $message, string $model, string $column, mixed $value): void
    {
        $query = $model::TABLE_MAP::QUERY_CLASS::create();
        \assert($query instanceof ModelQuery);
        $setter = "set$column";
        $ways = [
            'setter' => static fn () => (new $model())->$setter($value),
            'setByName' => static fn () => (new $model())->setByName($column, $value),
            'fromArray' => static fn () => (new $model())->fromArray([$column => $value]),
            'update' => static fn () => $query->filterBy('Id', 1)->update([$column => $value]),
        ];
        foreach ($ways as $way => $work) {
            $error = self::caught(InvalidValueException::class, $work);
            self::assertSame($message, $error->getMessage(), "$way of $column");
        }
    }

    public function testLengthsOfTextsAreCountedInCharacters(): void
    {
        $object = (new TextValues())->setNeeded(\str_repeat('😀', 100))->setFixed(\str_repeat('ä', 10))->setShort(null);
        $object->save();
        $found = TextValuesQuery::create()->requirePk($object->getId());
        self::assertSame(\str_repeat('😀', 100), $found->getNeeded());
        $secret = \str_repeat('secret😀', 43);
        self::refused('text_values.needed does not take a text of 301 characters: it holds 100.', TextValues::class, 'Needed', $secret);
        self::refused('text_values.short does not take a text of 101 characters: it holds 100.', TextValues::class, 'Short', \str_repeat('x', 101));
        self::refused('text_values.fixed does not take a text of 11 characters: it holds 10.', TextValues::class, 'Fixed', \str_repeat('ä', 11));
        // Blanks at the end of a CHAR are no part of it.
        self::assertSame('abc', (new TextValues())->setFixed('abc' . \str_repeat(' ', 20))->getFixed());
        $long = \str_repeat('x', 5000);
        self::assertSame($long, (new TextValues())->setLong($long)->setEndless($long)->getLong());
    }

    public function testRangesOfWholeNumbers(): void
    {
        $object = (new NumberValues())->setTiny(-128)->setSmall(32767)->setNormal(-2147483648)->setBig(\PHP_INT_MIN)->setNeeded(127);
        $object->save();
        self::assertSame(-128, NumberValuesQuery::create()->requirePk($object->getId())->getTiny());
        foreach (
            [
                'Tiny' => [-128, 127],
                'Small' => [-32768, 32767],
                'Normal' => [-2147483648, 2147483647],
            ] as $column => [$least, $most]
        ) {
            $range = "it holds whole numbers from $least to $most.";
            foreach ([$least - 1, $most + 1, \PHP_INT_MIN, \PHP_INT_MAX] as $value) {
                self::refused('number_values.' . \strtolower($column) . " does not take $value: $range", NumberValues::class, $column, $value);
            }
            self::assertSame($least, (new NumberValues())->setByName($column, $least)->getByName($column));
            self::assertNull((new NumberValues())->setByName($column, null)->getByName($column));
        }
    }

    public function testLengthsOfBytes(): void
    {
        $object = (new ByteValues())->setFixed(\str_repeat("\xff", 16))->setShort(\str_repeat("\xff", 100))->setLong(\str_repeat("\xff", 5000));
        $object->save();
        self::assertSame(\str_repeat("\xff", 100), ByteValuesQuery::create()->requirePk($object->getId())->getShort());
        self::refused('byte_values.fixed does not take 17 bytes: it holds 16.', ByteValues::class, 'Fixed', \str_repeat("\xff", 17));
        self::refused('byte_values.short does not take 101 bytes: it holds 100.', ByteValues::class, 'Short', \str_repeat("\xff", 101));
    }

    public function testFiltersForWhatCannotBeThereFindNothing(): void
    {
        (new TextValues())->setNeeded('x')->setShort('x')->save();
        $long = \str_repeat('x', 1000);
        self::assertCount(0, TextValuesQuery::create()->filterByShort($long)->find());
        self::assertCount(0, TextValuesQuery::create()->filterByFixed($long)->find());
        self::assertCount(0, TextValuesQuery::create()->filterByShort([$long, "y$long"])->find());
        self::assertCount(0, TextValuesQuery::create()->filterByShort("%$long%", Criteria::LIKE)->find());
        self::assertCount(1, TextValuesQuery::create()->filterByShort($long, Criteria::NOT_EQUAL)->find());
        self::assertCount(0, TextValuesQuery::create()->where('TextValues.Short = ?', $long)->find());
        self::assertCount(0, ByteValuesQuery::create()->filterByShort($long)->find());
    }
}
