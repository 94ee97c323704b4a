<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable\Model;

use Closure;

/** Leaves out of a failing story whatever it does not need to fail. */
final class Shrinker
{
    /**
     * @template T
     *
     * @param list<T>                $steps
     * @param Closure(list<T>): bool $fails
     *
     * @return list<T> a part of them that fails, from which no single one can be taken away
     */
    public static function shrink(array $steps, Closure $fails): array
    {
        for ($size = \max(1, \intdiv(\count($steps), 2)); $size >= 1; $size = \intdiv($size, 2)) {
            do {
                $shorter = false;
                for ($at = 0; $at < \count($steps);) {
                    $rest = \array_merge(\array_slice($steps, 0, $at), \array_slice($steps, $at + $size));
                    if (\count($rest) < \count($steps) && $fails($rest)) {
                        $steps = $rest;
                        $shorter = true;
                    } else {
                        $at += $size;
                    }
                }
            } while ($shorter && $size === 1);
        }

        return $steps;
    }
}
