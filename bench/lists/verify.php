<?php

// Replays the journal of a run and compares: php verify.php SETTINGS, a JSON file with
//   dsn, user, password     the database
//   tables                  name → { scope: [columns], rank: column }
//   folder                  where acknowledged-<process>.jsonl of the processes are
//   dump                    where to put the journal and the rows if something is wrong
//   start                   what the tables held before the run, as this script prints it with --rows
// Prints JSON.

declare(strict_types=1);

use Bench\Lists\Oracle;

require __DIR__ . '/oracle.php';

/** @var array<string, mixed> $settings */
$settings = json_decode((string) file_get_contents($argv[1]), true, 512, JSON_THROW_ON_ERROR);
ini_set('memory_limit', '2G');
$pdo = new PDO($settings['dsn'], $settings['user'] ?? null, $settings['password'] ?? null, [
    PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
    PDO::ATTR_STRINGIFY_FETCHES => false,
]);

/**
 * All rows of the tables: table → list of [code, scope, rank].
 *
 * @return array<string, list<array{string, list<int|string|null>, ?int}>>
 */
function rowsOf(PDO $pdo, array $tables): array
{
    $rows = [];
    foreach ($tables as $name => ['scope' => $scope, 'rank' => $rank]) {
        $columns = implode(', ', ['code', $rank, ...$scope]);
        $rows[$name] = [];
        foreach ($pdo->query("SELECT $columns FROM $name ORDER BY $rank, id")->fetchAll(PDO::FETCH_NUM) as $row) {
            $values = array_map(
                static fn (mixed $value): mixed => is_string($value) && preg_match('/^-?\d+$/', $value) === 1 ? (int) $value : $value,
                array_slice($row, 2),
            );
            $rows[$name][] = [$row[0], $values, $row[1] === null ? null : (int) $row[1]];
        }
    }

    return $rows;
}

$rows = rowsOf($pdo, $settings['tables']);
if (($argv[2] ?? '') === '--rows') {
    echo json_encode($rows, JSON_THROW_ON_ERROR);
    exit;
}

$oracles = [];
foreach ($settings['start'] as $table => $start) {
    $oracle = $oracles[$table] = new Oracle();
    usort($start, static fn (array $one, array $other): int => $one[2] <=> $other[2]);
    foreach ($start as [$code, $scope, $rank]) {
        $oracle->scopes[$code] = $scope;
        if ($rank !== null) {
            $oracle->lists[Oracle::key($scope)][] = $code;
        }
    }
}

// What clients know to be committed.
$known = [];
$acknowledged = 0;
foreach (glob($settings['folder'] . '/acknowledged-*.jsonl') ?: [] as $file) {
    $process = (int) substr(basename($file, '.jsonl'), strlen('acknowledged-'));
    foreach (file($file) ?: [] as $line) {
        $fact = json_decode($line, true);
        if (is_array($fact)) { // the last line of a killed process may be half
            $known[$process][$fact[0]] = $fact[1];
            ++$acknowledged;
        }
    }
}

$problems = [];
$note = static function (string $kind, string $text) use (&$problems): void {
    $problems[$kind] ??= ['count' => 0, 'examples' => []];
    if (++$problems[$kind]['count'] <= 5) {
        $problems[$kind]['examples'][] = $text;
    }
};

$transactions = 0;
$operations = 0;
$changes = 0;
$lives = 0;
$kinds = [];
$statement = $pdo->query('SELECT id, process, number, entries FROM journal ORDER BY at');
foreach ($statement as $row) {
    ++$transactions;
    $process = (int) $row['process'];
    $number = (int) $row['number'];
    $results = $known[$process][$number] ?? null;
    unset($known[$process][$number]);
    foreach (json_decode($row['entries'], true, 512, JSON_THROW_ON_ERROR) as $index => $entry) {
        $call = $entry['call'];
        $table = array_shift($call);
        $oracle = $oracles[$table];
        $result = $entry['result'] ?? $results[$index] ?? null;
        if (isset($result['refused'])) {
            // It went back to its savepoint, which may have given its lock away: it changed nothing, and what it saw may be
            // older than what others committed before this transaction.
            continue;
        }
        $before = serialize($oracle->lists);
        $placed = array_map($oracle->placeOf(...), array_combine($result['others'] ?? [], $result['others'] ?? []));
        $refusal = $oracle->apply($call);
        $said = sprintf('journal %d (process %d): %s %s', $row['id'], $process, $table, json_encode($call));
        if ($refusal !== null) {
            $note('answer', "$said succeeded, a serial run ends with $refusal");
        }
        if ($refusal === null) {
            ++$operations;
            $kinds[$call[0]] = ($kinds[$call[0]] ?? 0) + 1;
            $changes += serialize($oracle->lists) === $before ? 0 : 1;
        }
        foreach ($result['places'] ?? [] as $code => $place) {
            $true = $oracle->placeOf((string) $code);
            if (array_key_exists($code, $placed) && $placed[$code] === $true) {
                continue; // another object whose rank did not change: nobody has looked at it
            }
            ++$lives;
            if ($true !== $place) {
                $note('object', "$said: the object $code says " . json_encode($place) . ', a serial run ' . json_encode($true));
            }
        }
    }
}
foreach ($known as $process => $numbers) {
    foreach (array_keys($numbers) as $number) {
        $note('lost', "process $process was told that its transaction $number is committed; it is not there");
    }
}

foreach ($rows as $table => $found) {
    $lists = [];
    $scopes = [];
    foreach ($found as [$code, $scope, $rank]) {
        $scopes[$code] = $scope;
        if ($rank !== null) {
            $lists[Oracle::key($scope)][] = [$rank, $code];
        }
    }
    foreach ($lists as $key => $list) {
        $ranks = array_column($list, 0);
        if ($ranks !== range(1, count($ranks))) {
            $note('list', "$table $key has the ranks " . implode(' ', $ranks));
        }
    }
    $expected = array_filter($oracles[$table]->lists);
    foreach (array_keys($lists + $expected) as $key) {
        $codes = array_column($lists[$key] ?? [], 1);
        if ($codes !== ($expected[$key] ?? [])) {
            $at = 0;
            while (($codes[$at] ?? null) === ($expected[$key][$at] ?? null)) {
                ++$at;
            }
            $note('order', sprintf(
                '%s %s differs from a serial run at rank %d: %s, expected %s',
                $table,
                $key,
                $at + 1,
                $codes[$at] ?? 'nothing',
                $expected[$key][$at] ?? 'nothing',
            ));
        }
    }
    ksort($scopes);
    $true = $oracles[$table]->scopes;
    ksort($true);
    if ($scopes !== $true) {
        $note('rows', "$table has other rows or scopes than a serial run: " . json_encode([
            'only there' => array_slice(array_diff_key($scopes, $true), 0, 5),
            'missing' => array_slice(array_diff_key($true, $scopes), 0, 5),
        ]));
    }
}

if ($problems !== [] && isset($settings['dump'])) {
    $journal = $pdo->query('SELECT id, process, number, entries FROM journal ORDER BY at')->fetchAll(PDO::FETCH_NUM);
    file_put_contents($settings['dump'], json_encode(['start' => $settings['start'], 'journal' => $journal, 'rows' => $rows]));
}

echo json_encode([
    'transactions' => $transactions,
    'operations' => $operations,
    'changes' => $changes,
    'acknowledged' => $acknowledged,
    'objects' => $lives,
    'kinds' => $kinds,
    'lists' => array_sum(array_map(static fn (Oracle $oracle): int => count(array_filter($oracle->lists)), $oracles)),
    'rows' => array_sum(array_map('count', $rows)),
    'problems' => $problems,
], JSON_THROW_ON_ERROR);
