<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable\Model;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Exception\AlreadyInListException;
use Orm\Runtime\Exception\NotInListException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Exception\RankOutOfRangeException;
use Orm\Runtime\Exception\RowGoneException;

/**
 * Calls of one object that are not immediate moves, and what the oracle says about them.
 *
 * @phpstan-import-type Scope from Lists
 */
final class ObjectSteps
{
    private const DEFERRED = [
        'top' => 'insertAtTop',
        'bottom' => 'insertAtBottom',
        'rank' => 'insertAtRank',
        'before' => 'insertBefore',
        'after' => 'insertAfter',
        'remove' => 'removeFromList',
    ];

    /**
     * @param Scope $scope
     */
    public static function make(World $world, int $con, string $name, array $scope, string $title): void
    {
        $shape = $world->shape;
        $number = ++$world->number;
        $object = null;
        if (!$world->isDry()) {
            $object = new ($shape->model())();
            $object->{'setTitle'}($title);
            if ($scope !== []) {
                $object->{'setScopeValue'}(Shape::scopeArgument($scope));
            }
            foreach ($shape->keys as $column => $kind) {
                if ($kind !== 'scope') {
                    $object->{'set' . Shape::camel($column)}($kind === 'word' ? 'w' . $number % 3 : $number);
                }
            }
        }
        $live = $world->make($name, $con, $object);
        $live->born = true;
        $live->title = $title;
        $live->titleSet = true;
        $live->scope = $live->wish = $scope;
        $live->scopeSet = \array_map(static fn (int|string|null $value): bool => $value !== null, $scope);
    }

    public static function title(Live $live, string $title): void
    {
        $live->object?->{'setTitle'}($title);
        $live->titleSet = $live->titleSet || $live->title !== $title;
        $live->title = $title;
    }

    /**
     * @param Scope    $scope
     * @param int|null $column only this column of several
     */
    public static function scope(World $world, Live $live, array $scope, ?int $column): void
    {
        if ($column !== null) {
            $scope = \array_replace($live->scope, [$column => $scope[$column]]);
        }
        $columns = \array_keys($world->shape->scopes);
        $set = static fn (): mixed => $column === null
            ? $live->object?->{'setScopeValue'}(Shape::scopeArgument($scope))
            : $live->object?->{'set' . Shape::camel($columns[$column])}($scope[$column]);
        if ($world->shape->isFixed() && !$live->isNew) {
            if ($scope !== $live->scope) {
                // Refused at once or when it is saved. The object then has a key that no row has.
                $world->perform(static function () use ($world, $live, $set): void {
                    $set();
                    $live->object?->save($world->connection($live->con));
                }, null, [OrmException::class]);
                $live->tainted = true;
            }

            return;
        }
        $world->perform(
            $set,
            static function () use ($live, $scope): void {
                foreach ($scope as $index => $value) {
                    // What is so already is nothing that was set.
                    $live->scopeSet[$index] = $live->scopeSet[$index] || $live->scope[$index] !== $value;
                    $live->wish[$index] = $live->scopeSet[$index] ? $value : $live->wish[$index] ?? null;
                }
                $live->scope = $scope;
            },
        );
    }

    public static function defer(World $world, string $kind, Live $live, ?int $rank, ?Live $beside): void
    {
        $errors = [];
        $wasRemoved = $live->pending !== null && ($live->pending['kind'] === 'remove' || $live->pending['again']);
        $success = static function () use ($live, $kind, $rank, $beside, $wasRemoved): void {
            $live->pending = ['kind' => $kind, 'rank' => $rank, 'beside' => $beside, 'again' => $wasRemoved];
        };
        if ($kind === 'remove') {
            if ($world->shape->required) {
                [$success, $errors] = [null, [OrmException::class]];
            }
        } else {
            // These calls take no connection: they ask the default one, which sees nothing of what another has not
            // committed. Right is then what save() does.
            $isBlind = $live->con !== 0 && $world->frames !== [];
            if (!$live->isUnsettled() && ($isBlind || $world->rank($live) !== null)) {
                $errors[] = AlreadyInListException::class;
                // An object that never heard of its rank may be told so only when it is saved, as a move.
                $success = $isBlind || $live->rank === null ? $success : null;
            }
            if ($rank !== null && $rank < 1) {
                [$success, $errors] = [null, [...$errors, RankOutOfRangeException::class]];
            }
            if ($beside !== null && $world->rank($beside) === null) {
                // With keys that the story gives, it may be the same row for the product.
                $errors[] = $world->shape->keys === [] ? NotInListException::class : OrmException::class;
            }
            if ($beside !== null && ($beside === $live || (!$live->isNew && !$beside->isNew && $beside->key === $live->key))) {
                [$success, $errors] = [null, [OrmException::class]];
            }
        }
        $method = self::DEFERRED[$kind];
        $arguments = \array_values(\array_filter([$rank, $beside?->object], static fn (mixed $each): bool => $each !== null));
        $world->perform(static fn (): mixed => $live->object?->$method(...$arguments), $success, $errors);
        if ($beside !== null) {
            $beside->held = true;
        }
    }

    public static function save(World $world, Live $live): void
    {
        $call = static fn (): mixed => $live->object?->save($world->connection($live->con));
        if ($live->isDeleted) {
            $world->perform($call, null, [OrmException::class]);

            return;
        }
        if (!$live->isNew && !$live->isModified()) {
            $world->perform($call, static fn () => null);

            return;
        }
        if (!$live->isNew && !$world->hasRow($live)) {
            $besides = $live->pending !== null && $live->pending['beside'] !== null;
            $world->perform($call, null, $besides ? [OrmException::class] : [RowGoneException::class, NotInListException::class]);

            return;
        }
        [$scope, $rank, $mayPass, $errors] = Placement::of($world, $live);
        $whole = $live->scope;
        $world->perform(
            $call,
            !$mayPass ? null : static function () use ($world, $live, $scope, $rank, $whole): void {
                if ($live->object !== null && !$live->sure && !$live->isNew && ($live->pending['beside'] ?? null) === null) {
                    // An object that did not know of its row's list: one of several columns was set, and the others are
                    // those of the row or, all of them as the object has them.
                    $says = Reading::scope($live->object, \count($scope));
                    if ($live->hasScopeWish() && $says === $whole && $says !== $scope) {
                        [$scope, $rank] = Placement::into($world, $live, $whole);
                    }
                }
                self::saved($world, $live, $scope, $rank);
            },
            $errors,
        );
    }

    public static function delete(World $world, Live $live): void
    {
        $world->perform(
            static fn () => $live->object?->delete($world->connection($live->con)),
            $live->isNew || $live->isDeleted ? null : static function () use ($world, $live): void {
                $world->frame()?->deleted($live);
                if ($world->hasRow($live)) {
                    $world->lists->delete((string) $live->key);
                }
                $live->isDeleted = true;
                $live->pooled = false;
            },
            $live->isNew || $live->isDeleted ? [OrmException::class] : [],
        );
    }

    public static function reload(World $world, Live $live): void
    {
        $has = $world->hasRow($live);
        $world->perform(
            static fn () => $live->object?->reload(false, $world->connection($live->con)),
            !$has ? null : static function () use ($world, $live): void {
                $live->tainted = false;
                $live->settle($world->lists);
                $live->wish = $live->savedWish;
                $world->reread($live);
            },
            $has ? [] : [OrmException::class],
        );
    }

    /** isFirst, isLast, isInList. */
    public static function ask(World $world, Live $live, string $method): void
    {
        $rank = $world->rank($live);
        $last = $rank === null ? 0 : \count($world->lists->members($world->lists->scope((string) $live->key)));
        $answer = $rank !== null && match ($method) {
            'isFirst' => $rank === 1,
            'isLast' => $rank === $last,
            default => true,
        };
        $world->answer = $answer;
        $world->perform(
            static fn (): mixed => $live->object?->$method($world->connection($live->con)),
            static function (mixed $result) use ($world, $live, $answer): void {
                if (!$world->isDry() && $result !== $answer) {
                    throw new Mismatch('result', \sprintf('it says %s', \var_export($result, true)));
                }
                if ($world->hasRow($live)) {
                    $world->frame()?->read($live);
                    $live->sure = true;
                    $world->use($live);
                }
            },
        );
    }

    public static function neighbour(World $world, Live $live, bool $next, string $name): void
    {
        $rank = $world->rank($live);
        $key = null;
        if ($rank !== null) {
            $members = $world->lists->members($world->lists->scope((string) $live->key));
            $key = $members[$rank - 1 + ($next ? 1 : -1)] ?? null;
        }
        $world->perform(
            static fn (): mixed => $live->object?->{$next ? 'getNext' : 'getPrevious'}($world->connection($live->con)),
            static function (mixed $result) use ($world, $live, $key, $name): void {
                self::returned($world, $live->con, $name, $key, $result);
            },
        );
    }

    /** An object that the product returned, or none: it has to be the one of this row. */
    public static function returned(World $world, int $con, string $name, ?string $key, mixed $result): void
    {
        if (!$world->isDry()) {
            $found = null;
            if ($result instanceof ActiveRecord) {
                $primary = $result->getPrimaryKey();
                $found = Shape::key(\is_array($primary) ? \array_values($primary) : [$primary]);
                foreach ($world->lives as $live) {
                    // The key of a fixed scope that was set in vain is not that of the row.
                    $found = $live->object === $result && $live->tainted ? $live->key : $found;
                }
            }
            if ($found !== $key) {
                throw new Mismatch('result', \sprintf('it returned %s, expected was %s', $found ?? 'nothing', $key ?? 'nothing'));
            }
        }
        $world->answer = $key;
        if ($key !== null) {
            $world->found($name, $con, $result instanceof ActiveRecord ? $result : null, $key);
        }
    }

    /**
     * @param Scope    $scope where the row now is
     * @param int|null $rank  its rank; null: in no list
     */
    private static function saved(World $world, Live $live, array $scope, ?int $rank): void
    {
        $lists = $world->lists;
        $world->frame()?->saved($live);
        $live->savedWish = $live->wish;
        $isPlain = !$live->isNew && !$live->isUnsettled();
        $brought = $live->pending !== null && $live->pending['beside'] !== null && $scope !== ($live->isNew ? $live->scope : $world->wished($live));
        if ($brought) {
            $world->frame()?->moved($live, $live->scope);
        }
        if ($live->isNew) {
            $key = self::keyOf($world, $live);
            if ($lists->has($key)) {
                throw new Mismatch('result', "the new object has the key $key, which another row has");
            }
            $lists->insert($key, $scope, $live->title, $rank);
            $lists->births[$live->name] = $key;
            $live->key = $key;
            $live->isNew = false;
            $live->pooled = true;
        } else {
            $key = (string) $live->key;
            if ($live->titleSet) {
                $lists->setTitle($key, $live->title);
            }
            if ($rank !== $lists->rank($key) || $scope !== $lists->scope($key)) {
                if ($rank === null && $lists->rank($key) === null) {
                    self::outside($world, $live);
                }
                $lists->leave($key);
                $rank === null ? $lists->setScope($key, $scope) : $lists->enter($key, $scope, $rank);
            }
        }
        if (!$live->isNew && $live->pending !== null && $live->pending['beside']?->key === $live->key) {
            $live->tainted = true; // Two objects of one row: where one is in respect of the other says nothing.
        }
        if ($isPlain) {
            // Other columns only: that asks nobody where the row is.
            $live->titleSet = false;

            return;
        }
        $live->settle($lists);
        $world->use($live);
    }

    /** The scope of a row in no list is a column like others: another object of the row is not told. */
    private static function outside(World $world, Live $live): void
    {
        foreach ($world->objects() as $other) {
            if ($other !== $live && $other->key === $live->key) {
                $other->sure = false;
            }
        }
    }

    private static function keyOf(World $world, Live $live): string
    {
        if ($live->object === null) {
            return $world->shape->inventedKey(++$world->number, $live->scope);
        }
        $key = $live->object->getPrimaryKey();

        return Shape::key(\is_array($key) ? \array_values($key) : [$key]);
    }
}
