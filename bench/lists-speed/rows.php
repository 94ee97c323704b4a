<?php

// Counts the rows that a move writes in a list of a given length: php rows.php SETTINGS SIZE. Prints JSON: moveUp,
// moveToTop from the end, as ours and with the statements of Propel's behavior.

declare(strict_types=1);

namespace Bench\Speed;

use PDO;
use PDOStatement;

require __DIR__ . '/setup.php';
require __DIR__ . '/bare.php';
require __DIR__ . '/../propel-lists/by-hand.php';

/** A statement that adds up the rows it changes. */
final class CountingStatement extends PDOStatement
{
    public static int $rows = 0;

    protected function __construct()
    {
    }

    public function execute(?array $params = null): bool
    {
        $done = parent::execute($params);
        if (\str_starts_with($this->queryString, 'UPDATE')) {
            self::$rows += $this->rowCount();
        }

        return $done;
    }
}

/** @var array{project: string, runtime: string, dsn: array{string, ?string, ?string}} $settings */
$settings = \json_decode($argv[1], true, 512, \JSON_THROW_ON_ERROR);
$size = (int) $argv[2];
$con = load($settings);
require __DIR__ . '/operations.php';
$pdo = $con->getPdo();
$other = quietPdo(new PDO(...[...$settings['dsn'], [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]]));
foreach ([$pdo, $other] as $each) {
    $each->setAttribute(PDO::ATTR_STATEMENT_CLASS, [CountingStatement::class]);
}
$lists = new Lists($pdo);
$lists->fill($size);
$counted = [];
foreach (['ours' => new Ours($con), 'propel' => new Propel($other)] as $name => $side) {
    $moves = [
        'moveUp' => $side->moveUp($lists->some(1, 0.3, 0.9)),
        'moveToTop' => $side->moveToRank($lists->last(), static fn (int $rank): int => 1),
    ];
    foreach ($moves as $case => $move) {
        CountingStatement::$rows = 0;
        $move();
        $counted[$case][$name] = CountingStatement::$rows;
    }
    $lists->restore($size);
}
echo \json_encode($counted, \JSON_THROW_ON_ERROR);
