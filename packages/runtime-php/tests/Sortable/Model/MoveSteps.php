<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable\Model;

use Closure;
use Orm\Runtime\Exception\NotInListException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Exception\RankOutOfRangeException;

/** Immediate calls, and what the oracle says about them. */
final class MoveSteps
{
    private const METHODS = [
        'up' => 'moveUp',
        'down' => 'moveDown',
        'toTop' => 'moveToTop',
        'toBottom' => 'moveToBottom',
        'toRank' => 'moveToRank',
    ];

    public static function move(World $world, string $kind, Live $live, ?int $to): void
    {
        $method = self::METHODS[$kind];
        $con = $world->connection($live->con);
        $call = static fn (): mixed => $to === null ? $live->object?->$method($con) : $live->object?->$method($to, $con);
        $rank = $world->rank($live);
        $outside = $to !== null && $to < 1 ? [RankOutOfRangeException::class] : [];
        if (self::isRefused($world, $call, $live, null, $outside)) {
            return;
        }
        $key = (string) $live->key;
        $last = \count($world->lists->members($world->lists->scope($key)));
        $errors = $live->isUnsettled() ? [OrmException::class] : [];
        $wanted = match ($kind) {
            'up' => \max(1, $rank - 1),
            'down' => \min($last, $rank + 1),
            'toTop' => 1,
            'toBottom' => $last,
            default => (int) $to,
        };
        if ($wanted < 1 || $wanted > $last) {
            $world->perform($call, null, [RankOutOfRangeException::class, ...$errors]);

            return;
        }
        $world->perform($call, static function () use ($world, $live, $key, $wanted): void {
            $world->lists->move($key, $wanted);
            self::done($world, $live);
        }, $errors);
    }

    public static function swap(World $world, Live $live, Live $other): void
    {
        $call = static fn (): mixed => $live->object?->{'swapWith'}($other->object, $world->connection($live->con));
        if (self::isSame($live, $other)) {
            $refusable = $live->isUnsettled() || $other->isUnsettled() || $world->rank($live) === null;
            $world->perform($call, static fn () => null, $refusable ? [OrmException::class] : []);

            return;
        }
        if (self::isRefused($world, $call, $live, $other, [])) {
            return;
        }
        [$one, $two] = [(string) $live->key, (string) $other->key];
        $lists = $world->lists;
        $across = $lists->scope($one) !== $lists->scope($two);
        if ($across && $world->shape->isFixed()) {
            $world->perform($call, null, [OrmException::class]);

            return;
        }
        $world->perform($call, static function () use ($world, $live, $other, $one, $two): void {
            $world->lists->swap($one, $two);
            foreach ([$live, $other] as $each) {
                self::done($world, $each);
            }
        }, $live->isUnsettled() || $other->isUnsettled() ? [OrmException::class] : []);
    }

    public static function beside(World $world, Live $live, Live $other, bool $after): void
    {
        $call = static fn (): mixed => $live->object?->{$after ? 'moveAfter' : 'moveBefore'}(
            $other->object,
            $world->connection($live->con),
        );
        if (self::isSame($live, $other)) {
            $world->perform($call, static fn () => null, [OrmException::class]);

            return;
        }
        if (self::isRefused($world, $call, $live, $other, [])) {
            return;
        }
        [$key, $beside] = [(string) $live->key, (string) $other->key];
        $lists = $world->lists;
        $scope = $lists->scope($beside);
        $across = $lists->scope($key) !== $scope;
        if ($across && $world->shape->isFixed()) {
            $world->perform($call, null, [OrmException::class]);

            return;
        }
        $world->perform($call, static function () use ($world, $live, $key, $beside, $scope, $after): void {
            $world->lists->leave($key);
            $world->lists->enter($key, $scope, (int) $world->lists->rank($beside) + ($after ? 1 : 0));
            self::done($world, $live);
        }, $live->isUnsettled() || $other->isUnsettled() ? [OrmException::class] : []);
    }

    /**
     * Performs a call that has to be refused, if it has to be.
     *
     * @param Closure(): mixed               $call
     * @param list<class-string<\Throwable>> $more what may come first
     */
    private static function isRefused(World $world, Closure $call, Live $live, ?Live $other, array $more): bool
    {
        if ($world->isUnsettled($live)) {
            $world->perform($call, null, [OrmException::class]);

            return true;
        }
        if ($world->rank($live) === null || ($other !== null && $world->rank($other) === null)) {
            $unsettled = $live->isUnsettled() || $other?->isUnsettled();
            $world->perform($call, null, $unsettled ? [OrmException::class] : [NotInListException::class, ...$more]);

            return true;
        }

        return false;
    }

    /** Whether the two are one object, or two of one row. */
    private static function isSame(Live $live, Live $other): bool
    {
        return $live === $other || (!$live->isNew && !$other->isNew && $live->key === $other->key);
    }

    private static function done(World $world, Live $live): void
    {
        if ($live->isUnsettled()) {
            // A wish that was already so, or one that the list was right to pass over: it is still there.
            $live->tainted = true;
        }
        $live->sure = true;
        $live->take($world->lists);
        $world->use($live);
    }
}
