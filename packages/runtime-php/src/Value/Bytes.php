<?php

declare(strict_types=1);

namespace Orm\Runtime\Value;

use Orm\Runtime\Exception\InvalidValueException;

/**
 * Bytes, which some drivers deliver as streams and some people like to handle as streams.
 */
final class Bytes
{
    /**
     * A value of a row as a string: the one place that reads the streams of rows, each from its beginning, so that it does
     * no harm to read one twice.
     */
    public static function ofRow(mixed $value): string
    {
        if (\is_string($value)) {
            return $value;
        }
        if (\is_resource($value)) {
            return (string) \stream_get_contents($value, null, 0);
        }
        return \is_scalar($value) ? (string) $value : '';
    }

    /**
     * An argument of a setter: a string, or a stream, which is read from where it stands to its end. One that stands at its
     * end, as after it was written or read, is read from its beginning.
     */
    public static function of(mixed $value, string $column): string
    {
        if (\is_string($value)) {
            return $value;
        }
        $bytes = \is_resource($value) ? \stream_get_contents($value) : false;
        if ($bytes === '' && \ftell($value) > 0) {
            if (!\stream_get_meta_data($value)['seekable']) {
                throw Refusal::of($value, $column, 'the stream is at its end and cannot be rewound');
            }
            $bytes = \rewind($value) ? \stream_get_contents($value) : false;
        }
        if ($bytes === false) {
            throw Refusal::of($value, $column, 'a string or a readable stream is needed');
        }
        return $bytes;
    }

    /**
     * A stream over the bytes, at their beginning. Writing to it does not change the object it came from.
     *
     * @return resource
     */
    public static function stream(string $bytes)
    {
        $stream = \fopen('php://temp', 'w+b');
        if ($stream === false) {
            throw new InvalidValueException('PHP cannot open a temporary stream.');
        }
        \fwrite($stream, $bytes);
        \rewind($stream);
        return $stream;
    }

    /**
     * Bytes from their form in text formats such as JSON.
     */
    public static function ofBase64(string $text, string $column): string
    {
        $bytes = \base64_decode($text, true);
        if ($bytes === false) {
            throw Refusal::of($text, $column, 'bytes in base64 are needed');
        }
        return $bytes;
    }
}
