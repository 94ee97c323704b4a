<?php

declare(strict_types=1);

use App\OrmErrors;
use App\TaskController;
use Psr\Log\LoggerInterface;
use Slim\Factory\AppFactory;
use Slim\Handlers\ErrorHandler;

$logger = require __DIR__ . '/bootstrap.php';
assert($logger instanceof LoggerInterface);

$app = AppFactory::create();
$app->get('/projects/{id:[0-9]+}/tasks', TaskController::class . ':list');
$app->post('/projects/{id:[0-9]+}/tasks', TaskController::class . ':add');
$app->put('/tasks/{id:[0-9]+}/rank', TaskController::class . ':move');

$app->addBodyParsingMiddleware();
$app->add(new OrmErrors());
$errors = $app->addErrorMiddleware(false, true, false, $logger)->getDefaultErrorHandler();
assert($errors instanceof ErrorHandler);
$errors->forceContentType('application/json');

return $app;
