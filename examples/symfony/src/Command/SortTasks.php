<?php

declare(strict_types=1);

namespace App\Command;

use App\Model\ProjectQuery;
use App\Model\TaskQuery;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Output\OutputInterface;

#[AsCommand('tasks:sort', 'Sorts the tasks of a project by title')]
final class SortTasks extends Command
{
    protected function configure(): void
    {
        $this->addArgument('project', InputArgument::REQUIRED, 'The id of the project');
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $id = $input->getArgument('project');
        $project = is_numeric($id) ? ProjectQuery::create()->findPk((int) $id) : null;
        if ($project === null) {
            $output->writeln('<error>There is no such project.</error>');

            return Command::FAILURE;
        }
        $ranks = [];
        foreach (TaskQuery::create()->inList($project->getId())->orderByTitle()->find() as $index => $task) {
            $ranks[(int) $task->getId()] = $index + 1;
        }
        TaskQuery::reorder($ranks);
        $output->writeln("Sorted the tasks of {$project->getName()}.");

        return Command::SUCCESS;
    }
}
