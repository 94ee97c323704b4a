<?php

declare(strict_types=1);

use Monolog\Handler\StreamHandler;
use Monolog\Level;
use Monolog\Logger;
use Monolog\Processor\PsrLogMessageProcessor;
use Orm\Runtime\Orm;

require_once __DIR__ . '/../vendor/autoload.php';
require_once __DIR__ . '/../generated-conf/config.php';

$file = new StreamHandler(__DIR__ . '/../log/app.log', Level::Warning);
$logger = new Logger('app', [$file], [new PsrLogMessageProcessor()]);
Orm::getServiceContainer()->setLogger('defaultLogger', $logger);

return $logger;
