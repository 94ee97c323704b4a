<?php

// One worker of bench/query-chains.mjs: php chains.php CHAINS SEED SECONDS FAILURES [RUNTIME]
// Prints lines of JSON: progress, differences, and at the end what was done. SECONDS 0 is no limit; after FAILURES differences
// it stops. RUNTIME is a folder of another runtime, whose classes are used instead of ours.

declare(strict_types=1);

use Orm\Runtime\Tests\Query\Model\QueryChains;

[, $chains, $seed, $seconds, $failures] = $argv;
$tests = __DIR__ . '/../../packages/runtime-php/tests';
if (isset($argv[5])) {
    require "$tests/../vendor/autoload.php"; // Composer's loader goes before those that are there already.
    \spl_autoload_register(static function (string $class) use ($argv): void {
        $file = $argv[5] . '/' . \strtr(\substr($class, \strlen('Orm\\Runtime\\')), '\\', '/') . '.php';
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
$check = new QueryChains();
$begun = \microtime(true);
$found = 0;
for ($done = 0; $done < (int) $chains && $found < (int) $failures; ++$done) {
    if ((int) $seconds > 0 && \microtime(true) - $begun > (int) $seconds) {
        break;
    }
    $failure = $check->chain((int) $seed + $done);
    if ($failure !== null) {
        ++$found;
        $say(['difference' => $failure]);
    }
    if ($done % 50 === 49) {
        $say(['done' => $done + 1]);
    }
}
$say([
    'chains' => $check->chains,
    'next' => (int) $seed + $done,
    'steps' => $check->steps,
    'compared' => $check->check->compared,
    'refusals' => $check->check->refusals,
    'finding' => $check->finding,
    'unlimited' => $check->unlimited,
]);
