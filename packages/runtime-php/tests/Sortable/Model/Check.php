<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable\Model;

/** Compares the table and every object with the oracle. */
final class Check
{
    /**
     * @param int                         $con      the connection that the step used
     * @param array<string, list<string>> $before   the lists before the step
     * @param bool                        $clearing whether objects may have left the pool
     */
    public static function all(World $world, int $con, array $before, bool $clearing, string $op): void
    {
        if (!$world->isDry()) {
            self::table($world, $world->frames === [] ? $con : $world->transacting);
        }
        $now = $world->lists->all();
        foreach ($world->objects() as $live) {
            if ($live->tainted) {
                self::pool($world, $live, true, $op);
                continue;
            }
            $name = Lists::name($live->scope);
            $touched = !$world->refused && $live->con === $con && self::isShifted($before[$name] ?? [], $now[$name] ?? []);
            $pooled = $live->pooled;
            self::pool($world, $live, $clearing, $op);
            if ($op === 'rollback' && $live->con === $con && $live->pooled) {
                // The pool was read again, in the transaction that is still open.
                $world->frame()?->read($live);
            }
            if ($op === 'rollback' && $live->con === $con && !isset($world->used[$live->id])) {
                // It was read in the transaction: it is true as long as the pool knows it.
                $live->sure = $live->sure && $live->pooled;
                $pooled = false;
            }
            self::trust($world, $live, $con, $pooled, $touched);
            if ($live->object !== null) {
                self::object($world, $live);
            }
        }
    }

    /**
     * Whether members have other ranks now. A row at the bottom shifts nobody.
     *
     * @param list<string> $before
     * @param list<string> $now
     */
    private static function isShifted(array $before, array $now): bool
    {
        return $before !== \array_slice($now, 0, \count($before));
    }

    private static function table(World $world, int $con): void
    {
        $expected = $world->lists->table();
        $actual = Reading::table($world->connections[$con]->getPdo(), $world->shape);
        if ($actual !== $expected) {
            throw new Mismatch('table', "the table is\n" . Reading::text($actual) . "\nexpected was\n" . Reading::text($expected));
        }
    }

    /** Objects stay in the pool, so that they can be refreshed. */
    private static function pool(World $world, Live $live, bool $clearing, string $op): void
    {
        if ($live->object === null || $live->isNew || $live->key === null) {
            return;
        }
        $pool = $world->connections[$live->con]->getPool()?->table($world->shape->map());
        $holder = $pool?->get($world->shape->poolKey($live->key));
        $now = $holder === $live->object;
        // A refused call of another object of the row may put that one there.
        $excused = $clearing || ($world->refused && $holder !== null);
        if ($live->pooled && !$now && !$excused && $live->hadRow && $world->hasRow($live)) {
            throw new Mismatch('pool', "$$live->name is not in the pool any more");
        }
        $live->pooled = $now;
        $live->hadRow = $world->hasRow($live);
    }

    /** Whether the object has to say the truth now. */
    private static function trust(World $world, Live $live, int $con, bool $pooled, bool $touched): void
    {
        if (!$world->hasRow($live)) {
            $live->sure = false;

            return;
        }
        $key = (string) $live->key;
        if ($live->sure) {
            $kept = isset($world->used[$live->id]) || ($live->con === $con && ($live->pooled || $pooled));
            if ($kept) {
                $live->take($world->lists);
            } elseif ($live->rank !== $world->lists->rank($key) || $live->scope !== $world->wished($live)) {
                $live->sure = false;
            }
        } elseif ($touched && $pooled && $live->pooled && !$live->hasScopeWish()) {
            $live->sure = true;
            $live->take($world->lists);
        }
    }

    private static function object(World $world, Live $live): void
    {
        $object = $live->object;
        $scope = Reading::scope($object, \count($live->scope));
        $rank = $object->{'getRank'}();
        $facts = [
            'isNew' => [$live->isNew, $object->isNew()],
            'isDeleted' => [$live->isDeleted, $object->isDeleted()],
        ];
        if (!$live->isDeleted) {
            $facts['title'] = [$live->title, $object->{'getTitle'}()];
            $facts['isModified'] = [$live->isModified(), $object->isModified()];
            if ($live->isNew || $live->sure) {
                $facts['rank'] = [$live->rank, $rank];
                $facts['scope'] = [$live->scope, $scope];
            } else {
                $live->rank = $rank;
                foreach ($scope as $index => $value) {
                    if (!$live->scopeSet[$index]) {
                        $live->scope[$index] = $value;
                    }
                }
            }
        }
        foreach ($facts as $name => [$expected, $actual]) {
            if ($expected !== $actual) {
                throw new Mismatch("object: $name", \sprintf(
                    '$%s (row %s) says %s %s, expected was %s',
                    $live->name,
                    $live->key ?? 'none',
                    $name,
                    \json_encode($actual),
                    \json_encode($expected),
                ));
            }
        }
    }
}
