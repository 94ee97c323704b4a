<?php

// One worker of bench/lists-model.mjs: php model.php SEQUENCES SEED [MASKED [TABLES]]
// Prints lines of JSON: progress, and at the end what was done or what went wrong.

declare(strict_types=1);

use Orm\Runtime\Tests\Sortable\Model\ModelCheck;

require __DIR__ . '/../../packages/runtime-php/tests/bootstrap.php';

\set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
    throw new \ErrorException($message, 0, $level, $file, $line);
});

[, $sequences, $seed] = $argv;
$words = static fn (string $list): array => \array_values(\array_filter(\explode(',', $list)));
$connections = ModelCheck::connections();
$masked = ($argv[3] ?? 'known') === 'known' ? ModelCheck::KNOWN : $words($argv[3]);
$check = new ModelCheck($connections, $masked, $words($argv[4] ?? ''));
$begun = \hrtime(true);
$failure = $check->run((int) $sequences, (int) $seed, static function (int $done): void {
    echo \json_encode(['done' => $done]), "\n";
});
echo \json_encode([
    'failure' => $failure,
    'sequences' => $check->sequences,
    'steps' => $check->steps,
    'counts' => $check->counts,
    'refusals' => $check->refusals,
    'objects' => $check->looked,
    'tainted' => $check->tainted,
    'seconds' => (\hrtime(true) - $begun) / 1e9,
]), "\n";
exit($failure === null ? 0 : 1);
