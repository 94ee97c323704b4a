<?php

// The list of the writers: php list.php SETTINGS fill ROWS | check. Prints JSON: whether its ranks are 1 to n.

declare(strict_types=1);

namespace Bench\Speed;

require __DIR__ . '/setup.php';

/** @var array{project: string, runtime: string} $settings */
$settings = \json_decode($argv[1], true, 512, \JSON_THROW_ON_ERROR);
$lists = new Lists(load($settings)->getPdo());
if ($argv[2] === 'fill') {
    $lists->fill((int) $argv[3]);
}
echo \json_encode(['isRight' => $lists->isRight(), 'rows' => $lists->max()], \JSON_THROW_ON_ERROR);
