<?php

declare(strict_types=1);

namespace App;

use App\Model\ProjectQuery;
use App\Model\Task;
use App\Model\TaskQuery;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\ServerRequestInterface;
use Slim\Exception\HttpBadRequestException;

final class TaskController
{
    /** @param array{id: numeric-string} $args */
    public function list(ServerRequestInterface $request, ResponseInterface $response, array $args): ResponseInterface
    {
        $project = ProjectQuery::create()->requirePk((int) $args['id']);

        return self::answer($response, $project->getId());
    }

    /** @param array{id: numeric-string} $args */
    public function add(ServerRequestInterface $request, ResponseInterface $response, array $args): ResponseInterface
    {
        $title = self::field($request, 'title');
        if (!is_string($title)) {
            throw new HttpBadRequestException($request, 'Send a title.');
        }
        $project = ProjectQuery::create()->requirePk((int) $args['id']);
        (new Task())->setProject($project)->setTitle($title)->save();

        return self::answer($response->withStatus(201), $project->getId());
    }

    /** @param array{id: numeric-string} $args */
    public function move(ServerRequestInterface $request, ResponseInterface $response, array $args): ResponseInterface
    {
        $rank = self::field($request, 'rank');
        if (!is_int($rank)) {
            throw new HttpBadRequestException($request, 'Send a rank.');
        }
        $task = TaskQuery::create()->requirePk((int) $args['id']);
        $task->moveToRank($rank);

        return self::answer($response, $task->getProjectId());
    }

    private static function field(ServerRequestInterface $request, string $name): mixed
    {
        $body = $request->getParsedBody();

        return is_array($body) ? $body[$name] ?? null : null;
    }

    private static function answer(ResponseInterface $response, ?int $projectId): ResponseInterface
    {
        $tasks = array_map(
            fn (Task $task): array => [
                'id' => $task->getId(),
                'title' => $task->getTitle(),
                'rank' => $task->getRank(),
            ],
            TaskQuery::retrieveList($projectId),
        );
        $response->getBody()->write(json_encode($tasks, JSON_THROW_ON_ERROR));

        return $response->withHeader('Content-Type', 'application/json');
    }
}
