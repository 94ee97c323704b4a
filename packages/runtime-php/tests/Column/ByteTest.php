<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Column;

use ArrayObject;
use Bookstore\ByteValues;
use DateInterval;
use DateTimeZone;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Tests\Security\Mood;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** BINARY, VARBINARY, LONGVARBINARY, BLOB, OBJECT. */
final class ByteTest extends ModelTestCase
{
    public function testEveryByteComesBack(): void
    {
        $all = \implode('', \array_map(\chr(...), \range(0, 255)));
        foreach (['', "\0", "\0\0'\"\\", "\xff\xfe", $all] as $bytes) {
            $object = new ByteValues();
            $object->setShort(\substr($bytes, 0, 100))->setLong($bytes)->setStream($bytes)->setStreamText($bytes);
            $read = self::saved($object);
            self::assertSame(\substr($bytes, 0, 100), $read->getShort());
            self::assertSame($bytes, $read->getLong());
            self::assertSame($bytes, \stream_get_contents($read->getStream() ?? self::fail('no stream')));
            self::assertSame($bytes, $read->getStreamText());
        }
        $fixed = \random_bytes(16);
        self::assertSame($fixed, self::saved((new ByteValues())->setFixed($fixed))->getFixed());
    }

    public function testManyBytes(): void
    {
        $bytes = \random_bytes(1_000_000);
        $read = self::saved((new ByteValues())->setLong($bytes)->setStreamText(\substr($bytes, 0, 60_000)));
        self::assertTrue($bytes === $read->getLong());
        self::assertTrue(\substr($bytes, 0, 60_000) === $read->getStreamText());
        self::assertSame(1, $read->setLong($bytes . 'x')->save());
        self::assertSame(1_000_001, \strlen((string) self::readAgain($read)->getLong()));
    }

    public function testStreams(): void
    {
        $stream = \fopen('php://temp', 'w+b') ?: self::fail('no stream');
        \fwrite($stream, "skip\0bytes");
        \fseek($stream, 4);
        $object = (new ByteValues())->setStream($stream);
        foreach ([$object, self::saved($object)] as $each) {
            $read = $each->getStream() ?? self::fail('no stream');
            self::assertIsResource($read);
            self::assertSame("\0bytes", \stream_get_contents($read));
            \fwrite($read, 'more');
            // Each call gives a stream of its own, at the beginning.
            self::assertSame("\0bytes", \stream_get_contents($each->getStream() ?? self::fail('no stream')));
            self::assertFalse($each->isModified());
        }
        \fseek($stream, 0, \SEEK_END);
        $written = self::saved((new ByteValues())->setStream($stream))->getStream() ?? self::fail('no stream');
        self::assertSame("skip\0bytes", \stream_get_contents($written), 'one that was just written');
        self::assertNull(self::saved((new ByteValues())->setStream(null))->getStream());
        $error = self::caught(InvalidValueException::class, fn () => $object->setByName('Stream', 12));
        self::assertSame(
            'byte_values.stream does not take 12: a string or a readable stream is needed.',
            $error->getMessage(),
        );
    }

    public function testObjects(): void
    {
        $object = (new ByteValues())->setChoice(new DateTimeZone('Europe/Berlin'))->setSpan(new DateInterval('P1DT2H'));
        $read = self::saved($object);
        self::assertEquals(new DateTimeZone('Europe/Berlin'), $read->getChoice());
        self::assertSame('1 2', $read->getSpan()?->format('%d %h'));
        $values = [[1, 2], 'text', 0, false, -1.5e300, INF, ['"O:1:"' => ['x' => null, 'y' => [true]], 3 => "\0;}"]];
        foreach ($values as $value) {
            self::assertSame($value, self::saved((new ByteValues())->setThing($value))->getThing());
        }
        self::assertFalse($read->setChoice(new DateTimeZone('Europe/Berlin'))->isModified());
        foreach ([new DateInterval('P2D'), Mood::Good] as $value) {
            self::assertEquals($value, self::saved((new ByteValues())->setChoice($value))->getChoice());
        }
    }

    public function testOnlyClassesThatAreNamedAreStored(): void
    {
        $object = new ByteValues();
        foreach ([new ArrayObject(), [new ArrayObject()], Mood::Good, ['deep' => [[new DateInterval('P1D')]]]] as $value) {
            $error = self::caught(InvalidValueException::class, static fn () => $object->setThing($value));
            self::assertMatchesRegularExpression(
                '/^byte_values\.thing does not take .*: objects of the class [\w\\\\]+ are not .* phpType in the schema/',
                $error->getMessage(),
            );
        }
        self::assertFalse($object->isModified());
    }

    public function testARowThatHoldsAnotherClassIsRefused(): void
    {
        $object = (new ByteValues())->setSpan(new DateInterval('P1D'));
        $object->save();
        $pdo = self::database()->pdo;
        $statement = $pdo->prepare('UPDATE byte_values SET span = ?');
        $statement->bindValue(1, \serialize(new ArrayObject()), \PDO::PARAM_LOB);
        $statement->execute();
        $read = self::readAgain($object);
        $error = self::caught(InvalidValueException::class, fn () => $read->getSpan());
        self::assertStringContainsString('in byte_values.span: objects of the class ArrayObject are not', $error->getMessage());
    }
}
