<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Unit\Value;

use Orm\Runtime\Value\TextList;
use PHPUnit\Framework\TestCase;

final class TextListTest extends TestCase
{
    public function testReadsWhatItWrote(): void
    {
        $letters = ['|', '\\', ' ', 'e', 'a', '', '😀', "\n"];
        \mt_srand(7);
        for ($n = 0; $n < 5_000; $n++) {
            $list = [];
            for ($i = \mt_rand(0, 4); $i > 0; $i--) {
                $item = '';
                for ($j = \mt_rand(0, 5); $j > 0; $j--) {
                    $item .= $letters[\mt_rand(0, 7)];
                }
                $list[] = $item;
            }
            $stored = TextList::of($list, 't.c');
            self::assertSame($list, TextList::read($stored), $stored);
            foreach ($list as $item) {
                self::assertStringContainsString('| ' . TextList::item($item) . ' |', $stored);
            }
        }
    }

    public function testReadsListsOfOlderTools(): void
    {
        self::assertSame([], TextList::read(''));
        self::assertSame([], TextList::read('| |'));
        self::assertSame([], TextList::read('|  |'));
        self::assertSame(['a', 'b'], TextList::read('| a | b |'));
        self::assertSame(['C:\\path'], TextList::read('| C:\\path |'));
    }
}
