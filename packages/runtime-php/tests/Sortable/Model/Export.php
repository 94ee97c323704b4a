<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable\Model;

/**
 * Stories as data, for runners in other languages: steps, and what the oracle expects after each. Nothing is called. Rows are known
 * by the object of the story that has inserted them, because every database makes keys of its own.
 *
 * @phpstan-import-type Step from Runner
 */
final class Export
{
    /** Calls that an object decides by what it remembers, which need not be so any more. */
    private const BY_MEMORY = ['top', 'bottom', 'rank', 'before', 'after', 'remove'];

    /**
     * @return array{seed: int, table: string, steps: list<array<string, mixed>>}
     */
    public static function story(int $seed): array
    {
        $shapes = Shape::all();
        $shape = $shapes[\crc32((string) $seed) % \count($shapes)];
        $world = new World($shape, []);
        $steps = [];
        $runner = new Runner($world, static function (array $step) use ($world, &$steps): void {
            /** @var Step $step */
            $steps[] = self::step($world, $step);
        });
        $source = (new Generator($shape, $seed))(...);
        $runner->play(static function (World $world) use ($source): ?array {
            $step = $source($world);
            $live = $world->lives[$step['o'] ?? ''] ?? null;
            if ($step !== null && $live !== null && !$live->isNew) {
                // A scope that was set there and back was set in PHP, and is no change elsewhere.
                $isBack = $live->hasScopeWish() && $world->hasRow($live) && $world->wished($live) === $world->lists->scope((string) $live->key);
                if (\in_array($step['op'], self::BY_MEMORY, true)) {
                    $step['stale'] = !$live->sure || $isBack;
                } elseif ($step['op'] === 'scope' && !$live->sure) {
                    $step['remembered'] = $live->scope;
                }
            }

            return $step;
        });

        return ['seed' => $seed, 'table' => $shape->name, 'steps' => $steps];
    }

    /**
     * @param Step $step
     *
     * @return array<string, mixed>
     */
    private static function step(World $world, array $step): array
    {
        $lists = $world->lists;
        $names = \array_flip($lists->births);
        $rows = [];
        foreach ($lists->keys() as $key) {
            $rows[] = [$names[$key] ?? '', $lists->scope($key), $lists->rank($key), $lists->title($key)];
        }
        $objects = [];
        foreach ($world->lives as $name => $live) {
            // Of one whose state nobody promises only the identity is told.
            $objects[$name] = ['id' => $live->id, 'tainted' => true];
            if (!$live->tainted) {
                $objects[$name] = ['id' => $live->id, 'isNew' => $live->isNew, 'isDeleted' => $live->isDeleted, 'wish' => $live->hasScopeWish()]
                    + (isset($world->used[$live->id]) && !$live->isNew && !$live->isDeleted ? ['rank' => $live->rank, 'scope' => $live->scope] : []);
            }
        }
        $extra = match ($step['op']) {
            'new', 'row' => ['number' => $world->number],
            'reorder' => ['order' => \array_map(static fn (array $pair): array => [$names[$pair[0]] ?? null, $pair[1]], $world->order)],
            default => [],
        };
        $answer = match (true) {
            \is_array($world->answer) => \array_map(static fn (string $key): string => $names[$key], $world->answer),
            \is_string($world->answer) => $names[$world->answer] ?? null,
            default => $world->answer,
        };

        return $step + $extra + ['then' => [
            'refused' => $world->refused,
            'open' => !$world->refused && $world->mayRefuse,
            'answer' => $answer,
            'rows' => $rows,
            'objects' => (object) $objects,
        ]];
    }
}
