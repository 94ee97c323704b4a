<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Closure;
use Throwable;

/**
 * What was asked to be done after a commit or a rollback. One that throws keeps no other from being done.
 *
 * @internal
 */
final class Callbacks
{
    /**
     * Runs all of them, then throws what the first one that failed has thrown.
     *
     * @param list<Closure(): void> $actions
     */
    public static function run(array $actions): void
    {
        $first = null;
        foreach ($actions as $action) {
            try {
                $action();
            } catch (Throwable $error) {
                $first ??= $error;
            }
        }
        if ($first !== null) {
            throw $first;
        }
    }
}
