<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\Model\ProjectQuery;
use App\Model\Task;
use App\Model\TaskQuery;
use Illuminate\Http\JsonResponse;
use Illuminate\Http\Request;

final class TaskController
{
    public function list(int $id): JsonResponse
    {
        $project = ProjectQuery::create()->requirePk($id);

        return self::answer($project->getId());
    }

    public function add(int $id, Request $request): JsonResponse
    {
        $title = $request->json('title');
        if (!is_string($title)) {
            abort(400, 'Send a title.');
        }
        $project = ProjectQuery::create()->requirePk($id);
        (new Task())->setProject($project)->setTitle($title)->save();

        return self::answer($project->getId(), 201);
    }

    public function move(int $id, Request $request): JsonResponse
    {
        $rank = $request->json('rank');
        if (!is_int($rank)) {
            abort(400, 'Send a rank.');
        }
        $task = TaskQuery::create()->requirePk($id);
        $task->moveToRank($rank);

        return self::answer($task->getProjectId());
    }

    private static function answer(?int $projectId, int $status = 200): JsonResponse
    {
        $tasks = array_map(
            fn (Task $task): array => [
                'id' => $task->getId(),
                'title' => $task->getTitle(),
                'rank' => $task->getRank(),
            ],
            TaskQuery::retrieveList($projectId),
        );

        return new JsonResponse($tasks, $status);
    }
}
