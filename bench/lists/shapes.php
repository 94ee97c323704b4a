<?php

// The tables of the model check, as far as stories have to know them: php shapes.php

declare(strict_types=1);

use Orm\Runtime\Tests\Sortable\Model\Shape;

require __DIR__ . '/../../packages/runtime-php/tests/bootstrap.php';

$shapes = [];
foreach (Shape::all() as $shape) {
    $shapes[$shape->name] = [
        'scope' => \array_keys($shape->scopes),
        'keys' => (object) $shape->keys,
        'rank' => $shape->rank,
        'isFixed' => $shape->isFixed(),
    ];
}
echo \json_encode($shapes, \JSON_THROW_ON_ERROR), "\n";
