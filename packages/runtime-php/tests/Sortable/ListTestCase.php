<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable;

use Lists\Item;
use Lists\Project;
use Lists\Task;
use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** What the tests of queries and relations of lists have in common: lists of titles, and a look at what is in the tables. */
abstract class ListTestCase extends ModelTestCase
{
    protected const CONNECTION = 'lists';

    protected static function project(string ...$titles): Project
    {
        $project = new Project();
        $project->save();
        foreach ($titles as $title) {
            (new Task())->setTitle($title)->setProjectId((int) $project->getId())->save();
        }
        self::con()->getPool()?->clear();

        return $project;
    }

    protected static function items(string ...$titles): void
    {
        foreach ($titles as $title) {
            (new Item())->setTitle($title)->save();
        }
        self::con()->getPool()?->clear();
    }

    /** Takes a row out of its list without the runtime. */
    protected static function unrank(string $table, string $title, string $rank): void
    {
        self::database('lists')->rows(self::quoted("UPDATE \"$table\" SET \"$rank\" = NULL WHERE \"title\" = ?"), [$title]);
    }

    /**
     * @param iterable<ActiveRecord> $objects
     *
     * @return list<mixed>
     */
    protected static function titles(iterable $objects): array
    {
        $titles = [];
        foreach ($objects as $object) {
            $titles[] = $object->getByName('Title');
        }

        return $titles;
    }

    /**
     * What a table has, in order: `a1 b2 -u`; a row without a rank has a minus before it.
     *
     * @param string $where what to restrict it to; names in double quotes
     */
    protected static function ranks(string $table, string $rank = 'sortable_rank', string $where = '1 = 1'): string
    {
        $rows = self::database('lists')->rows(self::quoted(
            "SELECT \"title\", \"$rank\" AS place FROM \"$table\" WHERE $where"
                . " ORDER BY CASE WHEN \"$rank\" IS NULL THEN 1 ELSE 0 END, \"$rank\", \"title\"",
        ));
        $texts = \array_map(static function (array $row): string {
            $title = \is_scalar($row['title']) ? (string) $row['title'] : '';

            return \is_scalar($row['place']) ? "$title{$row['place']}" : "-$title";
        }, $rows);

        return \implode(' ', $texts);
    }

    protected static function tasksOf(Project $project): string
    {
        return self::ranks('task', 'position', "\"project_id\" = {$project->getId()}");
    }
}
