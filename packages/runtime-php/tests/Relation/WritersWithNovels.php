<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation;

use Bookstore\Novel;
use Bookstore\Writer;

/** Writers whose novels are rows, and nothing in memory. */
trait WritersWithNovels
{
    private function writer(string ...$titles): Writer
    {
        $writer = (new Writer())->setName('Ada');
        foreach ($titles as $title) {
            $writer->addNovel((new Novel())->setTitle($title));
        }
        $writer->save();
        $writer->clearAllReferences(true);

        return $writer;
    }

    /**
     * @return list<string|null>
     */
    private static function titles(Writer $writer): array
    {
        return self::titlesOf($writer->getNovels());
    }

    /**
     * @param iterable<Novel> $novels
     *
     * @return list<string|null>
     */
    private static function titlesOf(iterable $novels): array
    {
        $titles = [];
        foreach ($novels as $novel) {
            $titles[] = $novel->getTitle();
        }
        \sort($titles);

        return $titles;
    }
}
