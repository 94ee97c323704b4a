<?php

// Does operations one kind after the other, for somebody who counts what passes by on the wire: php trips.php SETTINGS,
// with project, runtime, wire (a DSN that leads through the counter) and count. Before and after each kind it prints its
// name and waits for a line. Everything is warm: statements are prepared, and the session is known.

declare(strict_types=1);

namespace Bench\Speed;

use Orm\Runtime\Connection\ConnectionFactory;
use Orm\Runtime\Connection\ConnectionSettings;
use Orm\Runtime\Connection\InstancePool;
use Orm\Runtime\Orm;
use Psr\Log\NullLogger;

require __DIR__ . '/setup.php';
require __DIR__ . '/bare.php';
require __DIR__ . '/../propel-lists/by-hand.php';

/** @var array{project: string, runtime: string, dsn: array{string, ?string, ?string}, wire: string, count: int} $settings */
$settings = \json_decode($argv[1], true, 512, \JSON_THROW_ON_ERROR);
$beside = new Lists(load($settings)->getPdo());
require __DIR__ . '/operations.php';
[, $user, $password] = $settings['dsn'];
$con = ConnectionFactory::create(
    ConnectionSettings::fromArray('speed', \array_filter(['dsn' => $settings['wire'], 'user' => $user, 'password' => $password])),
    Orm::getAdapter('speed'),
    new NullLogger(),
    new InstancePool(),
);
Orm::getServiceContainer()->setConnection('speed', $con);
quiet($con);
$beside->fill(100);
$count = $settings['count'];
$sides = ['ours' => new Ours($con), 'bare' => new Bare(new BareLists($con->getPdo()))];
foreach ($sides as $name => $side) {
    foreach (['moveUp', 'moveToRank', 'insertAtTop', 'delete', 'moveUp in a transaction'] as $case) {
        foreach ([5, $count] as $times) {
            $ids = $beside->some($times, 0.2, 0.9);
            $work = match ($case) {
                'moveUp', 'moveUp in a transaction' => $side->moveUp($ids),
                'moveToRank' => $side->moveToRank($ids, static fn (int $rank): int => $rank - 10),
                'insertAtTop' => $side->insertAtTop($ids),
                'delete' => $side->delete($ids),
            };
            $isCallers = $case === 'moveUp in a transaction';
            if ($isCallers && $name === 'bare') {
                continue;
            }
            if ($isCallers) {
                $con->beginTransaction();
            }
            if ($times === $count) {
                \fwrite(\STDOUT, "begin $name $case\n");
                \fgets(\STDIN);
            }
            $work();
            if ($times === $count) {
                \fwrite(\STDOUT, "end $name $case\n");
                \fgets(\STDIN);
            }
            if ($isCallers) {
                $con->commit();
            }
            $beside->restore(100);
        }
    }
}
