<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Security;

use Bookstore\Book;
use Bookstore\ByteValues;
use Bookstore\ByteValuesQuery;
use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Exception\InvalidValueException;

/** Objects that are serialized or dumped, and objects that come out of columns. */
final class SerializationTest extends SecurityTestCase
{
    public function testAnObjectIsSerializedWithoutItsConnection(): void
    {
        $con = self::con();
        $con->beginTransaction();
        $book = self::books()->findOne() ?? self::fail('there is no book');
        $con->onCommit(static function () use ($con): void {
            $con->getName();
        });
        $book->setIsbn('1')->setVirtualColumn('Count', 3)->save();
        $book->setTitle('changed')->getReviews();
        $book->getAuthor();
        foreach ([\serialize($book), \print_r($book, true), self::dump($book)] as $text) {
            self::assertStringNotContainsString('ConnectionWrapper', $text);
            self::assertStringNotContainsString('savedIn', $text);
            self::assertStringNotContainsString('Closure', $text);
            self::assertStringNotContainsString('PDO', $text);
            self::assertStringContainsString('changed', $text);
        }
        $copy = \unserialize(\serialize($book));
        $con->rollBack();
        self::assertInstanceOf(Book::class, $copy);
        self::assertFalse($copy->isNew());
        self::assertSame(['book.title'], $copy->getModifiedColumns());
        self::assertSame(3, $copy->getVirtualColumn('Count'));
        self::assertSame('Anna', $copy->getAuthor()?->getName());
        self::assertCount(1, $copy->getReviews());
        self::assertTrue($copy->equals($book));
        $copy->setIsbn('2')->save();
        self::assertSame('changed', self::database()->value('SELECT title FROM book WHERE isbn = ?', ['2']));
        $deleted = \unserialize(\serialize($copy));
        self::assertInstanceOf(Book::class, $deleted);
        $deleted->delete();
        self::assertSame('1', self::database()->value('SELECT COUNT(*) FROM book'));
    }

    public function testACollectionAndAQueryAreSerialized(): void
    {
        $all = \unserialize(\serialize(self::books()->orderById()->find()));
        self::assertSame(['War', 'Peace'], $all->getColumnValues('Title'));
        $query = \unserialize(\serialize(self::books()->filterByTitle('War')));
        self::assertSame(1, $query->count());
    }

    /** Bytes that were read as a stream are there again, not the number of a stream. */
    public function testBytesSurvive(): void
    {
        $bytes = new ByteValues();
        $bytes->setStream("a\0\xff")->setLong("b\0\xfe")->setSpan(new \DateInterval('P3D'));
        $bytes->save();
        $read = self::readAgain($bytes);
        $copy = \unserialize(\serialize($read));
        self::assertInstanceOf(ByteValues::class, $copy);
        self::assertSame("b\0\xfe", $copy->getLong());
        self::assertSame("a\0\xff", \stream_get_contents($copy->getStream() ?? self::fail('no stream')));
        self::assertSame(3, $copy->getSpan()?->d);
    }

    /** A column with a class makes objects of that class only, whatever somebody wrote into the row. */
    public function testOtherClassesAreNotMadeOfBytes(): void
    {
        $object = new ByteValues();
        $object->setSpan(new \DateInterval('P1D'));
        $object->save();
        Gadget::$woken = 0;
        $spoilt = [
            \serialize(new Gadget()),
            \serialize([new Gadget()]),
            \serialize(new \ArrayObject([new Gadget()])),
            'O:' . \strlen(Gadget::class) . ':"' . Gadget::class . '":1:{s:1:"x";i:1;}',
            'C:11:"ArrayObject":37:{x:i:0;a:0:{};m:a:0:{}}',
            'E:' . (\strlen(Mood::class) + 5) . ':"' . Mood::class . ':Good";',
            'i:1;', 'b:0;', 'N;', '', 'garbage', "O:12:\"DateInterval\":1:{", 'a:1:{i:0;O:8:"stdClass":0:{}}',
        ];
        foreach ($spoilt as $bytes) {
            $statement = self::database()->pdo->prepare('UPDATE byte_values SET span = ?');
            $statement->bindValue(1, $bytes, \PDO::PARAM_LOB);
            $statement->execute();
            $read = self::readAgain($object);
            $error = self::caught(InvalidValueException::class, static fn () => $read->getSpan());
            self::assertStringContainsString('byte_values.span', $error->getMessage());
            self::caught(InvalidValueException::class, static fn () => ByteValuesQuery::create()->select('Span')->find());
            self::assertSame(0, Gadget::$woken, "$bytes woke an object");
        }
    }

    /** Without a class in the schema no object is made; with some, none of another class, and none beside one of those. */
    public function testNoUnnamedClassIsMadeOfBytes(): void
    {
        $object = new ByteValues();
        $object->setThing(1)->save();
        $gadget = \serialize(new Gadget());
        $name = 'O:' . \strlen(Gadget::class) . ':"' . Gadget::class . '"';
        $interval = \str_replace('}', "s:1:\"z\";$gadget}", 'O:12:"DateInterval":1:{}');
        $zone = \str_replace('}', "s:1:\"z\";$gadget}", 'O:12:"DateTimeZone":1:{}');
        // With the first class in it that thing, choice and span do not name.
        $spoilt = [
            [$gadget, 'Gadget', 'Gadget', 'Gadget'],
            ["a:2:{i:0;i:1;i:1;$gadget}", 'Gadget', 'Gadget', 'Gadget'],
            [\strtr($gadget, ['Gadget' => 'GADGET']), 'GADGET', 'GADGET', 'GADGET'],
            [$interval, 'DateInterval', 'Gadget', 'Gadget'],
            [$zone, 'DateTimeZone', 'Gadget', 'DateTimeZone'],
        ];
        // Nothing here is what serialize() writes, whatever unserialize() makes of it.
        $forged = [
            \str_replace('O:', 'O:+', $gadget),
            \str_replace('O:', 'o:', $gadget),
            "s:1:\"x$gadget\";",
            "S:1:\"x\";$gadget",
            "i:1;$gadget",
            "C:11:\"ArrayObject\":9:{{$gadget}}",
            "a:1:{i:0;s:9999:\"x\";$gadget}",
            "$name:1:",
            $name,
        ];
        foreach (['Thing', 'Choice', 'Span'] as $index => $name) {
            $column = \strtolower($name);
            Gadget::$woken = 0;
            foreach ([...$spoilt, ...\array_map(static fn (string $bytes): array => [$bytes], $forged)] as $case) {
                $statement = self::database()->pdo->prepare("UPDATE byte_values SET $column = ?");
                $statement->bindValue(1, $case[0], \PDO::PARAM_LOB);
                $statement->execute();
                $read = self::readAgain($object);
                foreach (
                    [
                    static fn (): mixed => $read->getByName($name),
                    static fn (): array => $read->toArray(),
                    static fn (): string => $read->toJson(),
                    static fn (): mixed => ByteValuesQuery::create()->select($name)->findOne(),
                    ] as $reading
                ) {
                    $message = self::caught(InvalidValueException::class, $reading)->getMessage();
                    self::assertStringContainsString("byte_values.$column", $message);
                    $reason = isset($case[1]) ? $case[$index + 1] . ' are not made of it, because phpType' : 'byte_values';
                    self::assertStringContainsString($reason, $message);
                }
                self::assertSame(0, Gadget::$woken, "$case[0] woke an object");
            }
            self::con()->query("UPDATE byte_values SET $column = NULL");
        }
    }

    /** A setter takes objects of the class only. */
    public function testASetterTakesItsClassOnly(): void
    {
        $bytes = new ByteValues();
        self::caught(\TypeError::class, static fn (): ActiveRecord => $bytes->setSpan(new Gadget()));
        self::caught(InvalidValueException::class, static fn (): ActiveRecord => $bytes->setByName('Span', new Gadget()));
        self::caught(InvalidValueException::class, static fn (): ActiveRecord => $bytes->setByName('Span', \serialize(new Gadget())));
    }

    private static function dump(mixed $value): string
    {
        \ob_start();
        \var_dump($value);

        return (string) \ob_get_clean();
    }
}
