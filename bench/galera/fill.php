<?php

// Fills the lists through the classes: php fill.php PROJECT RUNTIME ROWS

declare(strict_types=1);

use Bench\Galera\Card;
use Bench\Galera\Task;

[, $project, $runtime, $rows] = $argv;
$con = (require __DIR__ . '/project.php')($project, $runtime, 0);
$con->transaction(static function () use ($rows): void {
    for ($rank = 1; $rank <= (int) $rows; $rank++) {
        foreach ([1, 2, 3, null] as $list) {
            (new Task())->setTitle("task $rank")->setListId($list)->save();
        }
        foreach ([[1, 'left'], [1, null], [2, 'left'], [2, 'right']] as [$board, $lane]) {
            (new Card())->setTitle("card $rank")->setBoard($board)->setLane($lane)->save();
        }
    }
});
echo "{}\n";
