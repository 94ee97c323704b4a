<?php

declare(strict_types=1);

namespace App\Tests;

use App\Model\Project;
use App\Model\Task;
use App\Model\TaskQuery;
use App\SortTasks;
use Orm\Runtime\Orm;
use PHPUnit\Framework\TestCase;
use Psr\Http\Message\ResponseInterface;
use Slim\App;
use Slim\Psr7\Factory\ServerRequestFactory;
use Symfony\Component\Console\Tester\CommandTester;

final class TasksTest extends TestCase
{
    private App $app;
    private Project $project;

    protected function setUp(): void
    {
        $app = require __DIR__ . '/../src/app.php';
        assert($app instanceof App);
        $this->app = $app;
        Orm::getConnection()->beginTransaction();
        $this->project = (new Project())->setName('House');
        foreach (['Walls', 'Roof', 'Paint'] as $title) {
            $this->project->addTask((new Task())->setTitle($title));
        }
        $this->project->save();
    }

    protected function tearDown(): void
    {
        Orm::getConnection()->rollBack();
    }

    public function testMovesATask(): void
    {
        $response = $this->request('PUT', "/tasks/{$this->taskId('Paint')}/rank", ['rank' => 1]);

        self::assertSame(200, $response->getStatusCode());
        self::assertSame(['Paint', 'Walls', 'Roof'], $this->titles($response));
    }

    public function testListsTasksInTheirOrder(): void
    {
        $response = $this->request('GET', "/projects/{$this->project->getId()}/tasks");

        self::assertSame(200, $response->getStatusCode());
        self::assertSame(['Walls', 'Roof', 'Paint'], $this->titles($response));
    }

    public function testAddsATaskAtTheBottom(): void
    {
        $response = $this->request('POST', "/projects/{$this->project->getId()}/tasks", ['title' => 'Move in']);

        self::assertSame(201, $response->getStatusCode());
        self::assertSame(['Walls', 'Roof', 'Paint', 'Move in'], $this->titles($response));
    }

    public function testAnswersErrors(): void
    {
        $walls = $this->taskId('Walls');

        self::assertSame(404, $this->request('GET', '/projects/0/tasks')->getStatusCode());
        self::assertSame(404, $this->request('PUT', '/tasks/0/rank', ['rank' => 1])->getStatusCode());
        self::assertSame(400, $this->request('PUT', "/tasks/$walls/rank", ['rank' => 'first'])->getStatusCode());
        self::assertSame(422, $this->request('PUT', "/tasks/$walls/rank", ['rank' => 9])->getStatusCode());
    }

    public function testAnswersADuplicateTitleWithAConflict(): void
    {
        $response = $this->request('POST', "/projects/{$this->project->getId()}/tasks", ['title' => 'Roof']);

        self::assertSame(409, $response->getStatusCode());
        self::assertSame(
            ['message' => 'There is one with this title already.'],
            json_decode((string) $response->getBody(), true),
        );
    }

    public function testSortsTasksOnTheConsole(): void
    {
        $console = new CommandTester(new SortTasks());

        self::assertSame(0, $console->execute(['project' => (string) $this->project->getId()]));
        self::assertSame("Sorted the tasks of House.\n", $console->getDisplay(true));
        $titles = array_map(fn (Task $task): string => $task->getTitle(), TaskQuery::retrieveList($this->project->getId()));
        self::assertSame(['Paint', 'Roof', 'Walls'], $titles);
        self::assertSame(1, $console->execute(['project' => '0']));
    }

    /** @param array<string, mixed> $body */
    private function request(string $method, string $path, array $body = []): ResponseInterface
    {
        $request = (new ServerRequestFactory())->createServerRequest($method, $path);
        $request->getBody()->write(json_encode($body, JSON_THROW_ON_ERROR));

        return $this->app->handle($request->withHeader('Content-Type', 'application/json'));
    }

    private function taskId(string $title): ?int
    {
        return TaskQuery::create()->filterByProject($this->project)->findOneByTitle($title)?->getId();
    }

    /** @return list<mixed> */
    private function titles(ResponseInterface $response): array
    {
        return array_column((array) json_decode((string) $response->getBody(), true), 'title');
    }
}
