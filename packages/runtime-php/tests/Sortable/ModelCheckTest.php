<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable;

use Orm\Runtime\Tests\Sortable\Model\ModelCheck;
use Orm\Runtime\Tests\Support\EngineTestCase;

/**
 * Random sequences of list operations against an oracle of plain arrays: the part of `bench/lists-model.mjs` that every run
 * of the suite has time for, each time with other numbers. ORM_RANDOM_SEED repeats a run.
 */
final class ModelCheckTest extends EngineTestCase
{
    public function testRandomSequences(): void
    {
        $given = \getenv('ORM_RANDOM_SEED');
        $seed = \is_string($given) ? (int) $given : \random_int(1, 2 ** 31);
        // PHP as WebAssembly is slow, and its SQLite is the same.
        $sequences = self::engine() !== 'sqlite' ? 40 : (\php_uname('s') === 'Emscripten' ? 100 : 2000);
        $check = ModelCheck::onProject();
        \fwrite(\STDERR, "model check of lists: $sequences sequences, seed $seed\n");
        $failure = $check->run($sequences, $seed);
        self::assertNull($failure, (string) $failure);
        self::assertSame($sequences, $check->sequences);
        self::assertGreaterThan(15, $check->steps / $sequences, 'the mean length');
    }
}
