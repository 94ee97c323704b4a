<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Column;

use Bookstore\TextValues;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Exception\NotNullViolationException;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** CHAR, VARCHAR, LONGVARCHAR, CLOB. */
final class TextTest extends ModelTestCase
{
    private const AWKWARD = [
        '',
        '0',
        ' begins with a blank',
        "it's",
        'say "so"',
        'back\\slash \\\' \\" \\0 \\n',
        '100% _ of it',
        "two\nlines\r\nand\ta tab",
        'Ünïcödé ß Ω Ж 日本語',
        '😀👨‍👩‍👧 𝒳',
        "\u{FEFF}bom \u{200B}zero width",
        '? :name $1 ;-- /* */ #',
        'null',
        "e\u{301}",
    ];

    public function testEveryTextComesBackAsItWas(): void
    {
        foreach (self::AWKWARD as $text) {
            $object = new TextValues();
            $object->setShort($text)->setLong($text)->setEndless($text)->setNeeded($text);
            $read = self::saved($object);
            self::assertSame($text, $read->getShort());
            self::assertSame($text, $read->getLong());
            self::assertSame($text, $read->getEndless());
            self::assertSame($text, $read->getNeeded());
        }
    }

    public function testBlanksAtTheEndAreKept(): void
    {
        $read = self::saved((new TextValues())->setNeeded('two blanks  ')->setLong(' '));
        self::assertSame('two blanks  ', $read->getNeeded());
        self::assertSame(' ', $read->getLong());
    }

    public function testATextOfFixedLengthHasNoBlanksAtItsEnd(): void
    {
        $object = (new TextValues())->setNeeded('')->setFixed('ab  ');
        self::assertSame('ab', $object->getFixed());
        $read = self::saved($object);
        self::assertSame('ab', $read->getFixed());
        $read->setFixed('ab ');
        self::assertFalse($read->isModified());
        $read->setFixed('');
        self::assertSame('', self::saved($read)->getFixed());
        $read->setFixed('éééééééééé');
        self::assertSame('éééééééééé', self::saved($read)->getFixed());
    }

    public function testALongText(): void
    {
        $long = \str_repeat('0123456789', 6500);
        $endless = \str_repeat('é😀', 200_000);
        $read = self::saved((new TextValues())->setNeeded('')->setLong($long)->setEndless($endless));
        self::assertSame($long, $read->getLong());
        self::assertTrue($endless === $read->getEndless());
    }

    public function testAZeroByte(): void
    {
        $object = new TextValues();
        if (self::adapter() === 'pgsql') {
            $error = self::caught(InvalidValueException::class, fn () => $object->setNeeded("a\0b"));
            self::assertSame(
                'text_values.needed does not take "a?b": PostgreSQL keeps no zero byte in a text; use a column of type '
                    . 'LONGVARBINARY or BLOB for bytes.',
                $error->getMessage(),
            );
            self::assertFalse($object->isModified());

            return;
        }
        self::assertSame("a\0b\0", self::saved($object->setNeeded("a\0b\0"))->getNeeded());
    }

    public function testNullAndTheEmptyTextAreTwoValues(): void
    {
        $read = self::saved((new TextValues())->setNeeded('')->setShort(''));
        self::assertSame('', $read->getShort());
        self::assertNull($read->getLong());
        $read->setShort(null)->setLong('');
        $again = self::saved($read);
        self::assertNull($again->getShort());
        self::assertSame('', $again->getLong());
        self::assertSame('1', self::database()->value('SELECT count(*) FROM text_values WHERE short IS NULL'));
    }

    public function testDefaultsAreThereBeforeAndAfterSaving(): void
    {
        $object = new TextValues();
        self::assertSame('it\'s "given" \\ 😀', $object->getGiven());
        self::assertSame('', $object->getEmpty());
        self::assertNull($object->getNeeded());
        self::assertFalse($object->isModified());
        $read = self::saved($object->setNeeded('x'));
        self::assertSame('it\'s "given" \\ 😀', $read->getGiven());
        self::assertSame('', $read->getEmpty());
    }

    public function testAValueThatIsMissing(): void
    {
        $object = new TextValues();
        $error = self::caught(NotNullViolationException::class, fn () => $object->save());
        self::assertSame('needed', $error->getColumn());
        self::assertTrue($object->isNew());
        self::assertSame(1, $object->setNeeded('now')->save());
        self::assertSame('now', self::readAgain($object)->getNeeded());
    }
}
