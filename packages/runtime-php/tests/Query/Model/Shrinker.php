<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query\Model;

/**
 * Leaves out of a plan whatever it does not need to show a difference.
 *
 * @phpstan-import-type Plan from Meaning
 */
final class Shrinker
{
    /**
     * @param Plan                  $plan
     * @param \Closure(Plan): bool $fails
     *
     * @return Plan
     */
    public static function shrink(array $plan, \Closure $fails): array
    {
        do {
            $smaller = null;
            foreach (self::candidates($plan) as $candidate) {
                if ($fails($candidate)) {
                    $smaller = $candidate;
                    break;
                }
            }
            $plan = $smaller ?? $plan;
        } while ($smaller !== null);

        return $plan;
    }

    /**
     * @param Plan $plan
     *
     * @return iterable<Plan>
     */
    private static function candidates(array $plan): iterable
    {
        foreach (self::shorter($plan['steps']) as $steps) {
            yield ['steps' => $steps] + $plan;
        }
        foreach (\array_keys($plan['select']) as $index) {
            $select = $plan['select'];
            unset($select[$index]);
            if ($select !== [] || !$plan['values']) {
                yield ['select' => \array_values($select)] + $plan;
            }
        }
    }

    /**
     * @param list<array<int, mixed>> $steps
     *
     * @return iterable<list<array<int, mixed>>>
     */
    private static function shorter(array $steps): iterable
    {
        for ($size = \max(1, \intdiv(\count($steps), 2)); $size >= 1; $size = \intdiv($size, 2)) {
            for ($at = 0; $at < \count($steps); $at += $size) {
                yield \array_merge(\array_slice($steps, 0, $at), \array_slice($steps, $at + $size));
            }
        }
        foreach ($steps as $index => $step) {
            foreach (self::simpler($step) as $other) {
                yield \array_values(\array_replace($steps, [$index => $other]));
            }
        }
    }

    /**
     * @param array<int, mixed> $step
     *
     * @return iterable<array<int, mixed>>
     */
    private static function simpler(array $step): iterable
    {
        foreach (['use' => [4], 'exists' => [4], 'branch' => [2, 3]][$step[0]] ?? [] as $inner) {
            foreach (self::shorter($step[$inner]) as $steps) {
                yield \array_replace($step, [$inner => $steps]);
            }
        }
        if ($step[0] === 'join' && $step[6] !== []) {
            yield \array_replace($step, [6 => []]);
        }
        if ($step[0] === 'combine' && \count($step[2]) > 1) {
            yield \array_replace($step, [2 => \array_slice($step[2], 1)]);
            yield \array_replace($step, [2 => \array_slice($step[2], 0, -1)]);
        }
        if (\in_array($step[0], ['where', 'having'], true) && \in_array($step[1][0], ['and', 'or', 'not'], true)) {
            foreach (\array_slice($step[1], 1) as $part) {
                yield [$step[0], $part];
            }
        }
        if ($step[0] === 'filter' && \is_array($step[2]) && \count($step[2]) > 1) {
            foreach (\array_keys($step[2]) as $key) {
                $less = $step[2];
                unset($less[$key]);
                yield \array_replace($step, [2 => \array_is_list($step[2]) ? \array_values($less) : $less]);
            }
        }
    }
}
