<?php

declare(strict_types=1);

namespace Orm\Runtime\Value;

/**
 * Lists of texts in one text, `| a | b |`: a form that can be searched with LIKE. Bars and backslashes inside an item
 * are escaped with a backslash, and an empty item is `\e`, so that every list is read as it was written.
 */
final class TextList
{
    /**
     * @param array<array-key, mixed> $items
     */
    public static function of(array $items, string $column): string
    {
        $texts = [];
        foreach ($items as $item) {
            if (!\is_string($item) && !\is_int($item) && !\is_float($item)) {
                throw Refusal::of($item, $column, 'a list of strings is needed');
            }
            $text = (string) $item;
            if (\str_contains($text, "\0")) {
                throw Refusal::of($text, $column, 'the items of a list cannot have a zero byte');
            }
            $texts[] = self::item($text);
        }
        return $texts === [] ? '| |' : '| ' . \implode(' | ', $texts) . ' |';
    }

    /**
     * One item as it stands between bars: what to search for.
     */
    public static function item(string $text): string
    {
        return $text === '' ? '\e' : \strtr($text, ['\\' => '\\\\', '|' => '\|']);
    }

    /**
     * @return list<string>
     */
    public static function read(string $stored): array
    {
        // Older tools wrote an empty list with two blanks.
        if (\strlen($stored) <= 4 && \trim($stored, '| ') === '') {
            return [];
        }
        $items = \explode(' | ', \substr($stored, 2, -2));
        if (\str_contains($stored, '\\')) {
            foreach ($items as $i => $item) {
                $items[$i] = $item === '\e' ? '' : \strtr($item, ['\\\\' => '\\', '\|' => '|']);
            }
        }
        return $items;
    }
}
