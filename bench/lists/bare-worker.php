<?php

// One process of a run on bare PDO: php bare-worker.php SETTINGS PROCESS. Proves the harness, not the product.
// Settings as for tables.php, and: seed, operations (of this process), folder, variant (right or unlocked).

declare(strict_types=1);

namespace Bench\Lists;

use PDO;

require __DIR__ . '/../../packages/runtime-php/vendor/autoload.php';
require __DIR__ . '/journal.php';
require __DIR__ . '/bare.php';

/** @var array<string, mixed> $settings */
$settings = \json_decode((string) \file_get_contents($argv[1]), true, 512, \JSON_THROW_ON_ERROR);
$process = (int) $argv[2];
\mt_srand($settings['seed'] + 7919 * $process);
$inner = new PDO($settings['dsn'], $settings['user'] ?? null, $settings['password'] ?? null, [
    PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
    PDO::ATTR_EMULATE_PREPARES => false,
]);
$vendor = $inner->getAttribute(PDO::ATTR_DRIVER_NAME);
if ($vendor === 'mysql') {
    $inner->exec('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
} elseif ($vendor === 'sqlite') {
    $inner->exec('PRAGMA synchronous = NORMAL');
}
$journal = Journal::$current = new Journal($process, "{$settings['folder']}/acknowledged-$process.jsonl");
$pdo = new JournalPdo($inner);
$table = (string) \array_key_first($settings['tables']);
$lists = $settings['variant'] === 'right' ? new BareLists($pdo, $table) : new UnlockedLists($pdo, $table);
$scopes = \array_values(\array_filter(\array_column($settings['tables'][$table]['lists'], 0), \is_int(...)));
$conflicts = 0;
$deadlocks = 0;
$made = 0;

/** @return array{string, \Closure(): mixed, Entry} an operation on a random row of a list */
$operation = static function (int $list) use ($inner, $lists, $table, $process, &$made): array {
    $rows = $inner->query("SELECT id, code FROM $table WHERE board_id = $list")->fetchAll(PDO::FETCH_NUM);
    $roll = \mt_rand(1, 100);
    if (\count($rows) < 8 || ($roll <= 15 && \count($rows) < 40)) {
        $code = \sprintf('p%d-%d', $process, ++$made);

        return ['insert', static fn (): int => $lists->insertAtTop($list, $code), new Entry([$table, 'insert', $code, [$list], ['top']])];
    }
    [$id, $code] = $rows[\mt_rand(0, \count($rows) - 1)];
    if ($roll <= 30) {
        return ['delete', static fn (): bool => $lists->delete((int) $id, $list), new Entry([$table, 'delete', $code])];
    }
    if ($roll <= 60) {
        return ['up', static fn (): ?int => $lists->moveUp((int) $id, $list), new Entry([$table, 'up', $code])];
    }
    $to = \mt_rand(1, \count($rows));

    return ['rank', static fn (): ?int => $lists->moveToRank((int) $id, $list, $to), new Entry([$table, 'rank', $code, $to])];
};

/** Bare PDO says no by null or false: the row was gone when its turn came. */
$answer = static fn (mixed $result): ?array => $result === null || $result === false ? ['refused' => 'no'] : null;

for ($done = 0; $done < $settings['operations'];) {
    if (\mt_rand(0, 1) === 0) {
        [$name, $work, $entry] = $operation($scopes[\array_rand($scopes)]);
        $journal->own = $entry;
        $before = $journal->committed;
        try {
            $entry->result = $answer($work());
            if ($journal->committed !== $before) {
                $journal->acknowledge($journal->committed, $entry);
            }
            ++$done;
        } catch (\PDOException $error) {
            if ($settings['variant'] === 'right') {
                throw $error;
            }
            ++$deadlocks;
        }
        $journal->own = null;
        continue;
    }
    $chosen = [$scopes[\array_rand($scopes)], $scopes[\array_rand($scopes)]];
    try {
        $lists->begin();
        $lists->lockLists(...$chosen);
        $entries = [];
        foreach ($chosen as $list) {
            [$name, $work, $entry] = $operation($list);
            $journal->add($entry);
            $entry->result = $answer($work());
            $entries[] = $entry;
        }
        $lists->commit();
        $journal->acknowledge($journal->committed, ...$entries);
        $done += \count($entries);
    } catch (BareConflict $error) {
        $lists->rollBack();
        ++$conflicts;
    }
}

echo \json_encode(['retries' => $lists->retries, 'conflicts' => ['hand' => ['BareConflict' => $conflicts]], 'failed' => $deadlocks], \JSON_THROW_ON_ERROR);
