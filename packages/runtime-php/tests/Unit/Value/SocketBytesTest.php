<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Unit\Value;

use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Value\Bytes;
use PHPUnit\Framework\TestCase;

/** Bytes from a stream that cannot go back. PHP as WebAssembly has no sockets. */
final class SocketBytesTest extends TestCase
{
    public function testAStreamThatCannotBeRewound(): void
    {
        [$here, $there] = \stream_socket_pair(\STREAM_PF_UNIX, \STREAM_SOCK_STREAM, 0) ?: self::fail('no sockets');
        \fwrite($there, 'once');
        \fclose($there);
        self::assertSame('once', Bytes::of($here, 'table.column'));
        $this->expectException(InvalidValueException::class);
        $this->expectExceptionMessage('the stream is at its end and cannot be rewound');
        Bytes::of($here, 'table.column');
    }
}
