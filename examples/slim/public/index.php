<?php

declare(strict_types=1);

use Orm\Runtime\Orm;
use Slim\App;

$app = require __DIR__ . '/../src/app.php';
assert($app instanceof App);

try {
    $app->run();
} finally {
    Orm::endRequest();
}
