<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable\Model;

use Closure;

/**
 * Plays a story: each step on the real objects and in the oracle, then everything is compared.
 *
 * @phpstan-import-type Scope from Lists
 * @phpstan-type Step array{op: string, con?: int, o?: string, p?: string, name?: string, scope?: Scope, rank?: int, title?: string, column?: int|null, birth?: string, births?: list<string>, static?: bool, method?: string, kind?: string, dice?: list<int>, scopes?: list<Scope>, stale?: bool, remembered?: Scope}
 */
final class Runner
{
    /** Steps that may take objects out of the pool. */
    private const CLEARING = ['clear', 'deleteTitle', 'deleteKeys', 'deleteList', 'rollback', 'delete', 'drop'];

    /** @var list<Step> the steps that were played; those that no longer made sense are left out */
    public array $played = [];

    /** How many of them were operations, and not rows that the story begins with. */
    public int $length = 0;

    /** @var (Closure(World): (Step|null))|null */
    private ?Closure $source = null;

    /**
     * @param Closure(Step): void|null $afterwards called after each step that was played
     */
    public function __construct(public readonly World $world, private readonly ?Closure $afterwards = null)
    {
    }

    /**
     * @param Closure(World): (Step|null) $source
     *
     * @throws Mismatch
     */
    public function play(Closure $source): void
    {
        $this->source = $source;
        $this->loop();
    }

    /** Plays until the story ends, or a transaction(callable) does. */
    private function loop(): string
    {
        $world = $this->world;
        $outer = \count($world->frames);
        while (($step = $this->source === null ? null : ($this->source)($world)) !== null) {
            if (!$this->makesSense($step)) {
                continue;
            }
            $this->played[] = $step;
            $this->length += $step['op'] === 'row' ? 0 : 1;
            $op = $step['op'];
            if (($op === 'commit' || $op === 'rollback') && $world->frame()?->callable) {
                return $op;
            }
            $lists = $world->lists->all();
            $world->used = [];
            $world->refused = $world->mayRefuse = false;
            $world->answer = null;
            if ($op === 'callable') {
                $this->transaction($step['con'] ?? 0, $step);
            } else {
                try {
                    $this->execute($step);
                } catch (Mismatch $error) {
                    throw $error;
                } catch (\Throwable $error) {
                    throw new Mismatch('crash', (string) $error, $error);
                }
                Check::all($world, $step['con'] ?? $this->connectionOf($step), $lists, \in_array($op, self::CLEARING, true), $op);
                $this->tell($step);
            }
        }
        while (\count($world->frames) > $outer) {
            $this->end('rollback');
        }

        return 'rollback';
    }

    /**
     * @param Step $step
     */
    private function tell(array $step): void
    {
        if ($this->afterwards !== null) {
            ($this->afterwards)($step);
        }
    }

    /**
     * @param Step $begin
     */
    private function transaction(int $con, array $begin): void
    {
        $world = $this->world;
        $how = '';
        $lists = [];
        $work = function () use ($world, $con, $begin, &$how, &$lists): void {
            Transactions::begin($world, $con, true);
            Check::all($world, $con, $world->lists->all(), false, 'begin');
            $this->tell($begin);
            $how = $this->loop();
            $lists = $world->lists->all();
            if ($how === 'rollback') {
                throw new Undo();
            }
        };
        try {
            $world->isDry() ? $work() : $world->connections[$con]->transaction($work);
        } catch (Undo) {
        } catch (Mismatch $error) {
            throw $error;
        } catch (\Throwable $error) {
            throw new Mismatch('crash', (string) $error, $error);
        }
        $world->used = [];
        $world->refused = $world->mayRefuse = false;
        $world->answer = null;
        $how === 'commit' ? Transactions::commit($world) : Transactions::rollBack($world);
        Check::all($world, $con, $lists, true, $how);
        $this->tell(['op' => $how]);
    }

    private function end(string $op): void
    {
        $world = $this->world;
        $con = $world->transacting;
        $lists = $world->lists->all();
        $world->used = [];
        $this->execute(['op' => $op]);
        Check::all($world, $con, $lists, true, $op);
    }

    /**
     * @param Step $step
     */
    private function connectionOf(array $step): int
    {
        return isset($step['o'], $this->world->lives[$step['o']]) ? $this->world->lives[$step['o']]->con : $this->world->transacting;
    }

    /**
     * A shorter story lacks what later steps need; those are passed over.
     *
     * @param Step $step
     */
    private function makesSense(array $step): bool
    {
        $world = $this->world;
        $op = $step['op'];
        if ($op === 'commit' || $op === 'rollback') {
            return $world->frames !== [];
        }
        foreach (['o', 'p'] as $role) {
            if (isset($step[$role])) {
                $live = $world->lives[$step[$role]] ?? null;
                if ($live === null || ($live->tainted && $op !== 'reload' && $op !== 'drop')) {
                    return false;
                }
                if ($world->frames !== [] && $live->con !== $world->transacting) {
                    return false;
                }
            }
        }
        if (isset($step['o'], $step['p']) && $world->lives[$step['o']]->con !== $world->lives[$step['p']]->con) {
            return false;
        }
        if (isset($step['con']) && $world->frames !== [] && $step['con'] !== $world->transacting) {
            return false;
        }
        if (isset($step['birth']) && !isset($world->lists->births[$step['birth']])) {
            return false;
        }
        if (isset($step['name']) && isset($world->lives[$step['name']])) {
            return false;
        }

        if ($op === 'save' && ($world->lives[$step['o'] ?? '']->pending['beside'] ?? null)?->tainted) {
            return false;
        }

        return match ($op) {
            'begin', 'callable' => \count($world->frames) < 3,
            'row' => $world->frames === [],
            'lock' => $world->frames !== [],
            'drop' => self::mayGo($world, $world->lives[$step['o'] ?? '']),
            'title', 'scope', 'top', 'bottom', 'rank', 'before', 'after', 'remove' => !$world->lives[$step['o'] ?? '']->isDeleted,
            'reorder' => $world->lists->members($step['scope'] ?? []) !== [],
            default => true,
        };
    }

    /** Objects that somebody else may hold stay in the pool, with all that was set. */
    private static function mayGo(World $world, Live $live): bool
    {
        return !$live->held && ($world->frames === [] || !($live->isModified() || $live->tainted));
    }

    /**
     * @param Step $step
     */
    private function execute(array $step): void
    {
        $world = $this->world;
        $op = $step['op'];
        $con = $step['con'] ?? 0;
        $scope = $step['scope'] ?? [];
        $name = $step['name'] ?? '';
        $live = $world->lives[$step['o'] ?? ''] ?? null;
        $other = $world->lives[$step['p'] ?? ''] ?? null;
        $rank = $step['rank'] ?? null;
        if ($live === null) {
            match ($op) {
                'row' => $this->row($name, $scope),
                'new' => ObjectSteps::make($world, $con, $name, $scope, $step['title'] ?? ''),
                'load' => TableSteps::load($world, $con, $name, $world->lists->births[$step['birth'] ?? ''], $step['static'] ?? false),
                'findList' => TableSteps::findList($world, $con, $name, $scope, $step['static'] ?? false),
                'byRank' => TableSteps::byRank($world, $con, $name, $scope, (int) $rank, $step['static'] ?? false),
                'number' => TableSteps::number($world, $con, $step['method'] ?? '', $scope),
                'deleteTitle' => TableSteps::deleteByTitle($world, $con, $step['title'] ?? ''),
                'deleteKeys' => TableSteps::deleteByKeys($world, $con, $this->keys($step['births'] ?? [])),
                'deleteList' => TableSteps::deleteList($world, $con, $scope),
                'reorder' => Reordering::play($world, $con, $scope, $step['kind'] ?? '', $step['dice'] ?? []),
                'clear' => TableSteps::clearPool($world, $con),
                'lock' => TableSteps::lock($world, $con, $step['scopes'] ?? []),
                'begin' => $this->begin($con),
                'commit' => $this->commit(),
                'rollback' => $this->rollBack(),
                default => throw new \LogicException("no step \"$op\""),
            };

            return;
        }
        match ($op) {
            'title' => ObjectSteps::title($live, $step['title'] ?? ''),
            'scope' => ObjectSteps::scope($world, $live, $scope, $step['column'] ?? null),
            'top', 'bottom', 'remove', 'rank', 'before', 'after' => ObjectSteps::defer($world, $op, $live, $rank, $other),
            'save' => ObjectSteps::save($world, $live),
            'delete' => ObjectSteps::delete($world, $live),
            'reload' => ObjectSteps::reload($world, $live),
            'drop' => $world->drop($live),
            'up', 'down', 'toTop', 'toBottom', 'toRank' => MoveSteps::move($world, $op, $live, $rank),
            'swap' => MoveSteps::swap($world, $live, $other ?? $live),
            'moveBefore', 'moveAfter' => MoveSteps::beside($world, $live, $other ?? $live, $op === 'moveAfter'),
            'isFirst', 'isLast', 'isInList' => ObjectSteps::ask($world, $live, $op),
            'next', 'previous' => ObjectSteps::neighbour($world, $live, $op === 'next', $name),
            default => throw new \LogicException("no step \"$op\""),
        };
    }

    /**
     * @param list<string> $births
     *
     * @return list<string>
     */
    private function keys(array $births): array
    {
        $known = $this->world->lists;
        $keys = \array_map(static fn (string $birth): string => $known->births[$birth] ?? '', $births);

        return \array_values(\array_unique(\array_filter($keys, $known->has(...))));
    }

    /**
     * A row at the bottom of a list, there before the story begins.
     *
     * @param Scope $scope
     */
    private function row(string $name, array $scope): void
    {
        $world = $this->world;
        $key = $world->shape->inventedKey(++$world->number, $scope);
        $rank = \count($world->lists->members($scope)) + 1;
        if (!$world->isDry()) {
            $key = Reading::insert($world->connections[0]->getPdo(), $world->shape, $scope, $rank, $world->number);
        }
        $world->lists->insert($key, $scope, 'given', $rank);
        $world->lists->births[$name] = $key;
    }

    private function begin(int $con): void
    {
        if (!$this->world->isDry()) {
            $this->world->connections[$con]->beginTransaction();
        }
        Transactions::begin($this->world, $con, false);
    }

    private function commit(): void
    {
        if (!$this->world->isDry()) {
            $this->world->connections[$this->world->transacting]->commit();
        }
        Transactions::commit($this->world);
    }

    private function rollBack(): void
    {
        if (!$this->world->isDry()) {
            $this->world->connections[$this->world->transacting]->rollBack();
        }
        Transactions::rollBack($this->world);
    }
}
