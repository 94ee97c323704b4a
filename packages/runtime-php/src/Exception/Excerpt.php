<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/**
 * A text that somebody gave, fit for a message: short, on one line, and UTF-8 whatever it was before. Messages end up in
 * logs, where a line of a stranger's must not look like one of ours.
 *
 * @internal
 */
final class Excerpt
{
    private const SHOWN = 80;

    public static function of(string $text): string
    {
        if (\preg_match('//u', $text) !== 1) {
            $text = (string) \preg_replace('/[\x80-\xff]/', '?', $text);
        }
        $clean = (string) \preg_replace('/[\p{Cc}\p{Cf}\x{2028}\x{2029}]/u', '?', $text);

        return \preg_match('/^.{' . self::SHOWN . '}(?=.)/su', $clean, $match) === 1 ? $match[0] . '…' : $clean;
    }
}
