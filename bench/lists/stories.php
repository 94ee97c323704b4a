<?php

// Stories of the model check as data, a line of JSON each: php stories.php COUNT SEED

declare(strict_types=1);

use Orm\Runtime\Tests\Sortable\Model\Export;

require __DIR__ . '/../../packages/runtime-php/tests/bootstrap.php';

[, $count, $seed] = $argv;
for ($number = 0; $number < (int) $count; ++$number) {
    echo \json_encode(Export::story((int) $seed + $number), \JSON_THROW_ON_ERROR), "\n";
}
