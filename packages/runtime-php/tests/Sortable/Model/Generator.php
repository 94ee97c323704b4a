<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable\Model;

use Random\Engine\Xoshiro256StarStar;
use Random\Randomizer;

/**
 * Makes up a story step by step, looking at what there is. The same seed makes the same story as long as the product does
 * the same.
 *
 * @phpstan-import-type Step from Runner
 * @phpstan-import-type Scope from Lists
 */
final class Generator
{
    private const MOST_ROWS = 14;
    private const MOST_OBJECTS = 10;
    private const TITLES = ['a', 'b', 'c', 'd', 'e'];

    /** How often which step is tried. */
    private const WEIGHTS = [
        'new' => 10, 'load' => 11, 'drop' => 3, 'clear' => 3,
        'top' => 3, 'bottom' => 2, 'rank' => 4, 'before' => 3, 'after' => 3, 'remove' => 4,
        'scope' => 7, 'title' => 4, 'save' => 16, 'delete' => 3, 'reload' => 3,
        'up' => 4, 'down' => 4, 'toTop' => 3, 'toBottom' => 3, 'toRank' => 6,
        'moveBefore' => 4, 'moveAfter' => 4, 'swap' => 6,
        'isFirst' => 1, 'isLast' => 1, 'isInList' => 1, 'next' => 2, 'previous' => 2,
        'findList' => 1, 'byRank' => 1, 'number' => 2,
        'deleteTitle' => 1, 'deleteKeys' => 1, 'deleteList' => 1, 'reorder' => 4, 'lock' => 1,
        'begin' => 5, 'callable' => 3, 'commit' => 6, 'rollback' => 6,
    ];

    private readonly Randomizer $random;

    /** @var list<Step> steps that are already decided */
    private array $next = [];

    private int $names = 0;
    private int $left;

    /** @var list<string> every step as often as its weight */
    private static array $urn = [];

    /**
     * @param list<string> $masked steps to leave out
     */
    public function __construct(
        private readonly Shape $shape,
        int $seed,
        private readonly array $masked = [],
    ) {
        $this->random = new Randomizer(new Xoshiro256StarStar(\hash('sha256', "$seed/$shape->name", true)));
        $this->left = $this->number(8, 36);
        $rows = $this->number(0, 7);
        for ($row = 1; $row <= $rows; ++$row) {
            $this->next[] = ['op' => 'row', 'name' => "row$row", 'scope' => $this->scope()];
        }
        if (self::$urn === []) {
            foreach (self::WEIGHTS as $op => $weight) {
                \array_push(self::$urn, ...\array_fill(0, $weight, $op));
            }
        }
    }

    /** @return list<string> everything that it makes up */
    public static function operations(): array
    {
        return \array_keys(self::WEIGHTS);
    }

    /** @return Step|null */
    public function __invoke(World $world): ?array
    {
        if ($this->next !== []) {
            return \array_shift($this->next);
        }
        if ($this->left-- <= 0) {
            return $world->frames === [] ? null : ['op' => $this->chance(50) ? 'commit' : 'rollback'];
        }
        if ($this->chance(6) && ($step = $this->estrange($world)) !== null) {
            return $step;
        }
        for ($try = 0; $try < 50; ++$try) {
            $step = $this->step($world, $this->pick(self::$urn));
            if ($step !== null && !\in_array($step['op'], $this->masked, true)) {
                return $step;
            }
        }

        return ['op' => 'new', 'con' => $world->frames === [] ? 0 : $world->transacting, 'name' => $this->name(), 'scope' => $this->scope(), 'title' => 'a'];
    }

    /**
     * The row of an object goes to another list behind its back, and then the object is used.
     *
     * @return Step|null
     */
    private function estrange(World $world): ?array
    {
        $names = [];
        foreach ($world->lives as $name => $live) {
            if (!$live->tainted && !$live->isUnsettled() && $world->rank($live) !== null) {
                $names[] = $name;
            }
        }
        $births = \array_flip($world->lists->births);
        if ($names === [] || $world->frames !== [] || $this->shape->scopes === [] || $this->shape->isFixed()) {
            return null;
        }
        $name = $this->pick($names);
        $live = $world->lives[$name];
        $birth = $births[$live->key] ?? null;
        if ($birth === null) {
            return null;
        }
        $stranger = $this->name();
        $this->next[] = ['op' => 'scope', 'o' => $stranger, 'scope' => $this->scope(), 'column' => null];
        $this->next[] = ['op' => 'save', 'o' => $stranger];
        $use = $this->pick(['up', 'down', 'toTop', 'toBottom', 'toRank', 'swap', 'moveBefore', 'moveAfter', 'delete', 'remove', 'scope', 'isLast', 'next']);
        $step = ['op' => $use, 'o' => $name];
        $this->next[] = match ($use) {
            'toRank' => $step + ['rank' => $this->number(1, 3)],
            'swap', 'moveBefore', 'moveAfter' => $step + ['p' => $this->pick($names)],
            'scope' => $step + ['scope' => $this->scope(), 'column' => null],
            'next' => $step + ['name' => $this->name()],
            default => $step,
        };
        if ($use === 'remove' || $use === 'scope') {
            $this->next[] = ['op' => 'save', 'o' => $name];
        }
        $this->left -= \count($this->next);

        return ['op' => 'load', 'con' => 1 - $live->con, 'name' => $stranger, 'birth' => (string) $birth, 'static' => false];
    }

    /** @return Step|null */
    private function step(World $world, string $op): ?array
    {
        $con = $world->frames !== [] ? $world->transacting : ($this->chance(14) ? 1 : 0);
        $scope = $this->usedScope($world);
        switch ($op) {
            case 'new':
                return $this->newObject($world, $con);
            case 'load':
                $births = \array_keys($world->lists->births);
                if ($births === [] || \count($world->objects()) >= self::MOST_OBJECTS) {
                    return null;
                }
                return ['op' => $op, 'con' => $con, 'name' => $this->name(), 'birth' => $this->pick($births), 'static' => $this->chance(20)];
            case 'clear':
                return ['op' => $op, 'con' => $con];
            case 'findList':
                $static = $this->shape->scopes !== [] && $this->chance(50);
                return ['op' => $op, 'con' => $con, 'name' => $this->name(), 'scope' => $scope, 'static' => $static];
            case 'byRank':
                return ['op' => $op, 'con' => $con, 'name' => $this->name(), 'scope' => $scope, 'rank' => $this->rank($world, $scope), 'static' => $this->chance(50)];
            case 'number':
                $methods = ['getMaxRank', 'repairList', 'checkList', ...($this->shape->scopes === [] ? [] : ['countList'])];
                return ['op' => $op, 'con' => $con, 'method' => $this->pick($methods), 'scope' => $scope];
            case 'deleteTitle':
                return ['op' => $op, 'con' => $con, 'title' => $this->pick(self::TITLES)];
            case 'deleteKeys':
                $births = \array_keys($world->lists->births);
                if ($births === []) {
                    return null;
                }
                return ['op' => $op, 'con' => $con, 'births' => [$this->pick($births), $this->pick($births)]];
            case 'deleteList':
                return $this->shape->scopes === [] ? null : ['op' => $op, 'con' => $con, 'scope' => $scope];
            case 'reorder':
                $kind = $this->chance(65) ? $this->pick(['whole', 'part']) : $this->pick(Reordering::KINDS);
                $dice = [$this->number(0, 999), $this->number(0, 999), $this->number(0, 999)];
                return ['op' => $op, 'con' => $con, 'scope' => $scope, 'kind' => $kind, 'dice' => $dice];
            case 'lock':
                return $world->frames === [] ? null : ['op' => $op, 'con' => $con, 'scopes' => [$scope, ...($this->shape->scopes === [] ? [] : [$this->scope()])]];
            case 'begin':
            case 'callable':
                return \count($world->frames) >= 3 ? null : ['op' => $op, 'con' => $con];
            case 'commit':
            case 'rollback':
                return $world->frames === [] ? null : ['op' => $op];
            default:
                return $this->ofObject($world, $op, $con);
        }
    }

    /** @return Step|null */
    private function ofObject(World $world, string $op, int $con): ?array
    {
        $names = [];
        foreach ($world->lives as $name => $live) {
            if ($live->con === $con && (!$live->tainted || $op === 'reload' || $op === 'drop')) {
                $names[] = $name;
            }
        }
        if ($names === []) {
            return null;
        }
        $name = $this->pick($names);
        $live = $world->lives[$name];
        $step = ['op' => $op, 'o' => $name];
        if ($live->isDeleted && !$this->chance(20)) {
            return $op === 'drop' ? $step : null;
        }
        if ($this->isIdle($world, $live, $op)) {
            return null;
        }
        switch ($op) {
            case 'top':
            case 'bottom':
            case 'remove':
                $this->saveSoon($name);
                return $step;
            case 'rank':
                $this->saveSoon($name);
                $scope = $world->hasRow($live) ? $world->wished($live) : $live->scope;
                return $step + ['rank' => $this->rank($world, $scope)];
            case 'before':
            case 'after':
                $this->saveSoon($name);
                return $step + ['p' => $this->other($world, $names, $live)];
            case 'swap':
            case 'moveBefore':
            case 'moveAfter':
                return $step + ['p' => $this->other($world, $names, $live)];
            case 'toRank':
                return $step + ['rank' => $this->rank($world, $world->hasRow($live) ? $world->lists->scope((string) $live->key) : [])];
            case 'scope':
                if ($this->shape->scopes === [] || ($this->shape->isFixed() && ($live->isNew || !$this->chance(10)))) {
                    return null;
                }
                $this->saveSoon($name);
                $columns = \count($this->shape->scopes);
                return $step + ['scope' => $this->scope(), 'column' => $this->chance(40) ? $this->number(0, $columns - 1) : null];
            case 'title':
                return $step + ['title' => $this->pick(self::TITLES)];
            case 'next':
            case 'previous':
                return $step + ['name' => $this->name()];
            default:
                return $step;
        }
    }

    /** Whether the step would say little: kept, but rare. */
    private function isIdle(World $world, Live $live, string $op): bool
    {
        $ranked = $world->rank($live) !== null;
        $idle = match ($op) {
            'top', 'bottom', 'rank', 'before', 'after' => $ranked && !$live->isUnsettled(),
            'up', 'down', 'toTop', 'toBottom', 'toRank', 'swap', 'moveBefore', 'moveAfter' => !$ranked || $live->isUnsettled(),
            'save' => !$live->isNew && !$live->isModified(),
            'delete', 'reload' => $live->isNew,
            'isFirst', 'isLast', 'isInList', 'next', 'previous' => !$ranked,
            default => false,
        };

        return $idle && !$this->chance(12);
    }

    private function newObject(World $world, int $con): ?array
    {
        if (\count($world->lists->keys()) >= self::MOST_ROWS || \count($world->objects()) >= self::MOST_OBJECTS) {
            return null;
        }
        $name = $this->name();
        $this->saveSoon($name);

        return ['op' => 'new', 'con' => $con, 'name' => $name, 'scope' => $this->scope(), 'title' => $this->pick(self::TITLES)];
    }

    /** Most of what is prepared is also saved before it is forgotten. */
    private function saveSoon(string $name): void
    {
        if ($this->chance(45)) {
            $this->next[] = ['op' => 'save', 'o' => $name];
            --$this->left;
        }
    }

    /**
     * @param list<string> $names
     */
    private function other(World $world, array $names, Live $live): string
    {
        $good = \array_values(\array_filter(
            $names,
            static fn (string $name): bool => $world->lives[$name] !== $live && $world->rank($world->lives[$name]) !== null,
        ));

        return $this->pick($good === [] || $this->chance(10) ? $names : $good);
    }

    /**
     * A rank of a list, or one just outside of it.
     *
     * @param Scope $scope
     */
    private function rank(World $world, array $scope): int
    {
        $last = \count($world->lists->members($scope));

        return $this->chance(85) ? $this->number(1, $last + 1) : $this->number(-1, $last + 3);
    }

    /** @return Scope */
    private function scope(): array
    {
        return \array_map($this->pick(...), \array_values($this->shape->scopes));
    }

    /**
     * The scope of a list with members, mostly.
     *
     * @return Scope
     */
    private function usedScope(World $world): array
    {
        $names = \array_keys($world->lists->all());
        if ($names === [] || $this->chance(10)) {
            return $this->scope();
        }

        /** @var Scope */
        return \json_decode($this->pick($names), true, 3, \JSON_THROW_ON_ERROR);
    }

    private function name(): string
    {
        return 'o' . ++$this->names;
    }

    private function chance(int $percent): bool
    {
        return $this->random->getInt(1, 100) <= $percent;
    }

    private function number(int $low, int $high): int
    {
        return $this->random->getInt($low, $high);
    }

    /**
     * @template T
     *
     * @param non-empty-list<T> $values
     *
     * @return T
     */
    private function pick(array $values): mixed
    {
        return $values[$this->random->getInt(0, \count($values) - 1)];
    }
}
