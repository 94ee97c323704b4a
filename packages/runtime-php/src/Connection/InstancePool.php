<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\Map\TableMap;

/** One object per row: what was read or saved and is still in use somewhere. */
final class InstancePool
{
    /** @var array<class-string<TableMap>, TablePool> */
    private array $tables = [];

    /**
     * @param class-string<TableMap> $map
     */
    public function table(string $map): TablePool
    {
        return $this->tables[$map] ??= new TablePool();
    }

    public function clear(): void
    {
        foreach ($this->tables as $table) {
            $table->clear();
        }
    }
}
