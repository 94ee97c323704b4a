<?php

declare(strict_types=1);

namespace App\Controller;

use App\Model\ProjectQuery;
use App\Model\Task;
use App\Model\TaskQuery;
use Symfony\Bundle\FrameworkBundle\Controller\AbstractController;
use Symfony\Component\HttpFoundation\JsonResponse;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpKernel\Exception\BadRequestHttpException;
use Symfony\Component\Routing\Attribute\Route;

final class TaskController extends AbstractController
{
    #[Route('/projects/{id<\d+>}/tasks', methods: 'GET')]
    public function list(int $id): JsonResponse
    {
        $project = ProjectQuery::create()->requirePk($id);

        return $this->answer($project->getId());
    }

    #[Route('/projects/{id<\d+>}/tasks', methods: 'POST')]
    public function add(int $id, Request $request): JsonResponse
    {
        $title = $request->toArray()['title'] ?? null;
        if (!is_string($title)) {
            throw new BadRequestHttpException('Send a title.');
        }
        $project = ProjectQuery::create()->requirePk($id);
        (new Task())->setProject($project)->setTitle($title)->save();

        return $this->answer($project->getId(), 201);
    }

    #[Route('/tasks/{id<\d+>}/rank', methods: 'PUT')]
    public function move(int $id, Request $request): JsonResponse
    {
        $rank = $request->toArray()['rank'] ?? null;
        if (!is_int($rank)) {
            throw new BadRequestHttpException('Send a rank.');
        }
        $task = TaskQuery::create()->requirePk($id);
        $task->moveToRank($rank);

        return $this->answer($task->getProjectId());
    }

    private function answer(?int $projectId, int $status = 200): JsonResponse
    {
        $tasks = array_map(
            fn (Task $task): array => [
                'id' => $task->getId(),
                'title' => $task->getTitle(),
                'rank' => $task->getRank(),
            ],
            TaskQuery::retrieveList($projectId),
        );

        return $this->json($tasks, $status);
    }
}
