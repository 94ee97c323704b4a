<?php

declare(strict_types=1);

use App\Model\Enum\TaskState;
use App\Model\Task;
use App\Model\TaskQuery;
use Orm\Runtime\Exception\ConflictException;
use Orm\Runtime\Exception\LockTimeoutException;
use Orm\Runtime\Exception\NotInListException;
use Orm\Runtime\Exception\RankOutOfRangeException;

require __DIR__ . '/../vendor/autoload.php';
require __DIR__ . '/../generated-conf/config.php';

/** The lists as they are now, and what went wrong. */
function answer(int $status = 200, ?string $error = null): never
{
    $lists = [];
    foreach (TaskState::cases() as $state) {
        $lists[$state->value] = array_map(
            fn (Task $task): array => ['id' => $task->getId(), 'title' => $task->getTitle()],
            TaskQuery::retrieveList($state),
        );
    }
    http_response_code($status);
    header('Content-Type: application/json');
    echo json_encode(['error' => $error, 'lists' => $lists], JSON_THROW_ON_ERROR);
    exit;
}

function task(int $id): Task
{
    return TaskQuery::create()->findPk($id) ?? answer(404, 'This task is not there any more.');
}

if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    answer();
}
// A form of another site cannot send this type. Your application also checks here who may move what.
if (($_SERVER['CONTENT_TYPE'] ?? '') !== 'application/json') {
    answer(415, 'Send application/json.');
}
$move = json_decode((string) file_get_contents('php://input'), true);
$id = is_array($move) ? $move['id'] ?? null : null;
$where = is_array($move) ? array_diff_key($move, ['id' => true]) : [];
$place = key($where);
$value = current($where);
$state = $place === 'state' && is_string($value) ? TaskState::tryFrom($value) : null;
$isPlace = $state !== null || (in_array($place, ['before', 'after', 'rank'], true) && is_int($value));
if (!is_int($id) || count($where) !== 1 || !$isPlace) {
    answer(400, 'Send the id of a task, and one of before, after (ids), rank or state.');
}

$task = task($id);
try {
    if ($place === 'before') {
        $task->moveBefore(task($value));
    } elseif ($place === 'after') {
        $task->moveAfter(task($value));
    } elseif ($place === 'rank') {
        $task->moveToRank($value);
    } elseif ($task->getState() === $state) {
        $task->moveToBottom();
    } else {
        $task->setState($state)->save();
    }
} catch (RankOutOfRangeException $error) {
    answer(422, $error->getMessage());
} catch (NotInListException) {
    answer(409, 'Somebody has deleted one of these tasks. This is how the lists look now.');
} catch (LockTimeoutException) {
    header('Retry-After: 1');
    answer(503, 'Many people are moving tasks. Please try again.');
} catch (ConflictException) {
    answer(409, 'Somebody else was faster. This is how the lists look now.');
}
answer();
