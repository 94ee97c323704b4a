<?php

// One worker of bench/query-chains.mjs and bench/relation-stories.mjs: php model-check.php KIND COUNT SEED SECONDS FAILURES [RUNTIME]
// Prints lines of JSON: progress, differences, and at the end what was done. SECONDS 0 is no limit; after FAILURES differences
// it stops. RUNTIME is a folder of another runtime, whose classes are used instead of ours.

declare(strict_types=1);

use Orm\Runtime\Tests\Query\Model\QueryChains;
use Orm\Runtime\Tests\Relation\Model\RelationStories;

[, $kind, $count, $seed, $seconds, $failures] = $argv;
$runtime = $argv[6] ?? null;
$tests = __DIR__ . '/../packages/runtime-php/tests';
if ($runtime !== null) {
    require "$tests/../vendor/autoload.php"; // Composer's loader goes before those that are there already.
    \spl_autoload_register(static function (string $class) use ($runtime): void {
        $file = $runtime . '/' . \strtr(\substr($class, \strlen('Orm\\Runtime\\')), '\\', '/') . '.php';
        if (\str_starts_with($class, 'Orm\\Runtime\\') && !\str_starts_with($class, 'Orm\\Runtime\\Tests\\') && \is_file($file)) {
            require $file;
        }
    }, true, true);
}
require "$tests/bootstrap.php";

\set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
    throw new \ErrorException($message, 0, $level, $file, $line);
});

$say = static function (array $line): void {
    echo \json_encode($line, \JSON_THROW_ON_ERROR | \JSON_PARTIAL_OUTPUT_ON_ERROR), "\n";
};
$check = $kind === 'chains' ? new QueryChains() : new RelationStories();
$begun = \microtime(true);
$found = 0;
for ($done = 0; $done < (int) $count && $found < (int) $failures; ++$done) {
    if ((int) $seconds > 0 && \microtime(true) - $begun > (int) $seconds) {
        break;
    }
    $failure = $check->check((int) $seed + $done);
    if ($failure !== null) {
        ++$found;
        $say(['difference' => $failure]);
    }
    if ($done % 50 === 49) {
        $say(['done' => $done + 1]);
    }
}
$say(['checked' => $done, 'next' => (int) $seed + $done] + $check->summary());
