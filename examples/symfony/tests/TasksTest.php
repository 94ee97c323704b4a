<?php

declare(strict_types=1);

namespace App\Tests;

use App\Model\Project;
use App\Model\Task;
use App\Model\TaskQuery;
use Orm\Runtime\Orm;
use Symfony\Bundle\FrameworkBundle\Console\Application;
use Symfony\Bundle\FrameworkBundle\KernelBrowser;
use Symfony\Bundle\FrameworkBundle\Test\WebTestCase;
use Symfony\Component\Console\Tester\CommandTester;

final class TasksTest extends WebTestCase
{
    private KernelBrowser $client;
    private Project $project;

    protected function setUp(): void
    {
        $this->client = self::createClient();
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
        parent::tearDown();
    }

    public function testMovesATask(): void
    {
        $this->client->jsonRequest('PUT', "/tasks/{$this->taskId('Paint')}/rank", ['rank' => 1]);

        self::assertResponseIsSuccessful();
        self::assertSame(['Paint', 'Walls', 'Roof'], $this->titles());
    }

    public function testListsTasksInTheirOrder(): void
    {
        $this->client->jsonRequest('GET', "/projects/{$this->project->getId()}/tasks");

        self::assertResponseIsSuccessful();
        self::assertSame(['Walls', 'Roof', 'Paint'], $this->titles());
    }

    public function testAddsATaskAtTheBottom(): void
    {
        $this->client->jsonRequest('POST', "/projects/{$this->project->getId()}/tasks", ['title' => 'Move in']);

        self::assertResponseStatusCodeSame(201);
        self::assertSame(['Walls', 'Roof', 'Paint', 'Move in'], $this->titles());
    }

    public function testAnswersErrors(): void
    {
        $walls = $this->taskId('Walls');

        $this->client->jsonRequest('GET', '/projects/0/tasks');
        self::assertResponseStatusCodeSame(404);
        $this->client->jsonRequest('PUT', '/tasks/0/rank', ['rank' => 1]);
        self::assertResponseStatusCodeSame(404);
        $this->client->jsonRequest('PUT', "/tasks/$walls/rank", ['rank' => 'first']);
        self::assertResponseStatusCodeSame(400);
        $this->client->jsonRequest('PUT', "/tasks/$walls/rank", ['rank' => 9]);
        self::assertResponseStatusCodeSame(422);
    }

    public function testAnswersADuplicateTitleWithAConflict(): void
    {
        $this->client->jsonRequest('POST', "/projects/{$this->project->getId()}/tasks", ['title' => 'Roof']);

        self::assertResponseStatusCodeSame(409);
        self::assertResponseFormatSame('json');
    }

    public function testSortsTasksOnTheConsole(): void
    {
        $kernel = $this->client->getKernel();
        $console = new CommandTester((new Application($kernel))->find('tasks:sort'));

        self::assertSame(0, $console->execute(['project' => (string) $this->project->getId()]));
        self::assertSame("Sorted the tasks of House.\n", $console->getDisplay(true));
        $titles = array_map(fn (Task $task): string => $task->getTitle(), TaskQuery::retrieveList($this->project->getId()));
        self::assertSame(['Paint', 'Roof', 'Walls'], $titles);
        self::assertSame(1, $console->execute(['project' => '0']));
    }

    private function taskId(string $title): ?int
    {
        return TaskQuery::create()->filterByProject($this->project)->findOneByTitle($title)?->getId();
    }

    /** @return list<mixed> */
    private function titles(): array
    {
        return array_column((array) json_decode((string) $this->client->getResponse()->getContent(), true), 'title');
    }
}
