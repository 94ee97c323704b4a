<?php

declare(strict_types=1);

namespace Tests;

use App\Model\Project;
use App\Model\Task;
use App\Model\TaskQuery;
use Illuminate\Contracts\Console\Kernel;
use Illuminate\Foundation\Application;
use Illuminate\Foundation\Testing\TestCase;
use Illuminate\Support\Facades\Artisan;
use Orm\Runtime\Orm;

final class TasksTest extends TestCase
{
    private Project $project;

    public function createApplication(): Application
    {
        $app = require __DIR__ . '/../bootstrap/app.php';
        assert($app instanceof Application);
        /** @var Kernel $kernel */
        $kernel = $app->make(Kernel::class);
        $kernel->bootstrap();

        return $app;
    }

    protected function setUp(): void
    {
        parent::setUp();
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
        $response = $this->putJson("/tasks/{$this->taskId('Paint')}/rank", ['rank' => 1]);

        $response->assertOk()->assertJsonPath('*.title', ['Paint', 'Walls', 'Roof']);
    }

    public function testListsTasksInTheirOrder(): void
    {
        $response = $this->getJson("/projects/{$this->project->getId()}/tasks");

        $response->assertOk()->assertJsonPath('*.title', ['Walls', 'Roof', 'Paint']);
    }

    public function testAddsATaskAtTheBottom(): void
    {
        $response = $this->postJson("/projects/{$this->project->getId()}/tasks", ['title' => 'Move in']);

        $response->assertCreated()->assertJsonPath('*.title', ['Walls', 'Roof', 'Paint', 'Move in']);
    }

    public function testAnswersErrors(): void
    {
        $walls = $this->taskId('Walls');

        $this->getJson('/projects/0/tasks')->assertNotFound();
        $this->putJson('/tasks/0/rank', ['rank' => 1])->assertNotFound();
        $this->putJson("/tasks/$walls/rank", ['rank' => 'first'])->assertStatus(400);
        $this->putJson("/tasks/$walls/rank", ['rank' => 9])->assertStatus(422);
    }

    public function testAnswersADuplicateTitleWithAConflict(): void
    {
        $response = $this->postJson("/projects/{$this->project->getId()}/tasks", ['title' => 'Roof']);

        $response->assertStatus(409)->assertJsonPath('message', 'There is one with this title already.');
    }

    public function testSortsTasksOnTheConsole(): void
    {
        self::assertSame(0, Artisan::call('tasks:sort', ['project' => $this->project->getId()]));
        self::assertSame("Sorted the tasks of House.\n", Artisan::output());
        $titles = array_map(fn (Task $task): string => $task->getTitle(), TaskQuery::retrieveList($this->project->getId()));
        self::assertSame(['Paint', 'Roof', 'Walls'], $titles);
        self::assertSame(1, Artisan::call('tasks:sort', ['project' => 0]));
    }

    private function taskId(string $title): ?int
    {
        return TaskQuery::create()->filterByProject($this->project)->findOneByTitle($title)?->getId();
    }
}
