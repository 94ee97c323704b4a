<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Column;

use Bookstore\Enum\LabelValuesExtras;
use Bookstore\Enum\LabelValuesPosition;
use Bookstore\Enum\LabelValuesState;
use Bookstore\Enum\LabelValuesStyle;
use Bookstore\Enum\LabelValuesTags;
use Bookstore\LabelValues;
use Bookstore\Map\LabelValuesTableMap;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** ENUM by label and by position, SET. */
final class LabelTest extends ModelTestCase
{
    public function testCasesAndTheirLabels(): void
    {
        foreach (LabelValuesStyle::cases() as $case) {
            $read = self::saved((new LabelValues())->setStyle($case));
            self::assertSame($case, $read->getStyle());
            self::assertSame($case->value, self::database()->value('SELECT style FROM label_values'));
            self::assertFalse($read->setStyle($case->value)->isModified());
            $read->delete();
        }
        self::assertSame('short story', LabelValuesStyle::from('short story')->value);
        $read = self::saved((new LabelValues())->setStyle('essay'));
        self::assertSame('essay', $read->getStyle()?->value);
        self::assertNull(self::saved($read->setStyle(null))->getStyle());
        self::assertSame('short story', LabelValuesTableMap::COL_STYLE_SHORT_STORY);
    }

    public function testLabelsOfAColumn(): void
    {
        self::assertSame(['novel', 'short story', 'essay'], LabelValuesTableMap::getValueSet(LabelValuesTableMap::COL_STYLE));
        self::assertSame(['a', 'b', 'c'], LabelValuesTableMap::getValueSet('PlainTags'));
        $sets = LabelValuesTableMap::getValueSets();
        self::assertCount(9, $sets);
        self::assertSame(['yes', 'no'], $sets['label_values.plain_position']);
        $error = self::caught(InvalidQueryException::class, static fn (): array => LabelValuesTableMap::getValueSet('Id'));
        self::assertStringContainsString('"Id" of table "label_values" is no ENUM or SET', $error->getMessage());
    }

    public function testPositions(): void
    {
        foreach (LabelValuesPosition::cases() as $index => $case) {
            $read = self::saved((new LabelValues())->setPosition($case)->setPlainPosition($index < 1 ? 'yes' : 'no'));
            self::assertSame($case, $read->getPosition());
            self::assertSame($index < 1 ? 'yes' : 'no', $read->getPlainPosition());
            $row = self::database()->rows('SELECT * FROM label_values')[0];
            self::assertEquals([$index, \min($index, 1)], [$row['position'], $row['plain_position']]);
            self::assertFalse($read->setPosition($case->value)->isModified());
            $read->delete();
        }
    }

    public function testPlainLabels(): void
    {
        $read = self::saved((new LabelValues())->setPlain('no'));
        self::assertSame('no', $read->getPlain());
        $error = self::caught(InvalidValueException::class, fn () => $read->setPlain('perhaps'));
        self::assertSame('label_values.plain does not take "perhaps": it is one of yes, no.', $error->getMessage());
    }

    public function testLabelsThatAreRefused(): void
    {
        $object = new LabelValues();
        foreach (['NOVEL', 'novel ', '', '0'] as $label) {
            $error = self::caught(InvalidValueException::class, fn () => $object->setStyle($label));
            self::assertSame(
                "label_values.style does not take \"$label\": it is one of novel, short story, essay.",
                $error->getMessage(),
            );
        }
        $error = self::caught(InvalidValueException::class, fn () => $object->setPosition('fourth'));
        self::assertSame(
            'label_values.position does not take "fourth": it is one of first, second, third.',
            $error->getMessage(),
        );
        $error = self::caught(InvalidValueException::class, fn () => $object->setTags(['red', 'pink']));
        self::assertSame('label_values.tags does not take "pink": it is one of red, green, blue.', $error->getMessage());
        self::assertFalse($object->isModified());
    }

    public function testSets(): void
    {
        [$red, $green, $blue] = LabelValuesTags::cases();
        $given = [[[], []], [[$blue, 'red', $blue], [$red, $blue]], [[$red, $green, $blue], [$red, $green, $blue]]];
        foreach ($given as [$set, $expected]) {
            $object = (new LabelValues())->setTags($set)->setPlainTags(['c', 'a']);
            foreach ([$object, self::saved($object)] as $each) {
                self::assertSame($expected, $each->getTags());
                self::assertSame(['a', 'c'], $each->getPlainTags());
            }
        }
        $read = self::saved((new LabelValues())->setTags([$blue, $red]));
        self::assertFalse($read->setTags(['red', 'blue'])->isModified());
        self::assertSame('5', self::database()->value('SELECT tags FROM label_values WHERE id = ?', [$read->getId()]));
        self::assertNull(self::saved($read->setTags(null))->getTags());
    }

    public function testDefaults(): void
    {
        $object = new LabelValues();
        foreach ([$object, self::saved($object)] as $each) {
            self::assertSame(LabelValuesState::from('draft'), $each->getState());
            self::assertSame('high', $each->getRanking()->value);
            self::assertSame([LabelValuesExtras::from('boxed')], $each->getExtras());
            self::assertNull($each->getStyle());
            self::assertNull($each->getTags());
        }
    }
}
