<?php

declare(strict_types=1);

use App\Model\Task;
use App\Model\TaskQuery;

require __DIR__ . '/vendor/autoload.php';
require __DIR__ . '/generated-conf/config.php';

foreach (['Buy bread', 'Call Anna', 'Water the plants', 'Read'] as $title) {
    (new Task())->setTitle($title)->save();
}
foreach (TaskQuery::create()->orderByRank()->find() as $task) {
    echo $task->getRank(), ' ', $task->getTitle(), "\n";
}
