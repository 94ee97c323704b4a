<?php

declare(strict_types=1);

namespace Orm\Runtime\Lock;

use Orm\Runtime\Connection\ConnectionWrapper;

/**
 * Something that one writer has for itself until the end of its transaction, such as a list. The statements that lock it were
 * planned at build time.
 *
 * @internal
 */
interface Lockable
{
    /** The same text for what is surely the same. */
    public function id(): string;

    /** The table whose rows it is about. */
    public function table(): string;

    /** For messages: `list of "task" (project_id = 5)`. */
    public function describe(): string;

    /** Whether a row of the database is locked, which all nodes of a cluster see and every isolation level. */
    public function isRow(): bool;

    /**
     * The first row of what a statement answers: `lock` and `key` are about this one, others about any.
     *
     * @param array<string, int|string> $values by code
     *
     * @return list<scalar|resource|null>|null
     */
    public function row(ConnectionWrapper $con, string $statement, array $values = []): ?array;

    /**
     * Runs a statement that changes rows.
     *
     * @param array<string, int|string> $values by code
     */
    public function write(ConnectionWrapper $con, string $statement, array $values = []): int;
}
