<?php

declare(strict_types=1);

namespace App\Console\Commands;

use App\Model\ProjectQuery;
use App\Model\TaskQuery;
use Illuminate\Console\Command;

final class SortTasks extends Command
{
    protected $signature = 'tasks:sort {project : The id of the project}';
    protected $description = 'Sorts the tasks of a project by title';

    public function handle(): int
    {
        $id = $this->argument('project');
        $project = is_numeric($id) ? ProjectQuery::create()->findPk((int) $id) : null;
        if ($project === null) {
            $this->error('There is no such project.');

            return self::FAILURE;
        }
        $ranks = [];
        foreach (TaskQuery::create()->inList($project->getId())->orderByTitle()->find() as $index => $task) {
            $ranks[(int) $task->getId()] = $index + 1;
        }
        TaskQuery::reorder($ranks);
        $this->line("Sorted the tasks of {$project->getName()}.");

        return self::SUCCESS;
    }
}
