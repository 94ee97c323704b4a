<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable\Model;

use Closure;
use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\OrmException;

/**
 * What a story has made so far: the oracle's table, the objects it holds, the open transactions. Without connections
 * nothing is called and only the oracle moves on.
 *
 * @phpstan-import-type Scope from Lists
 */
final class World
{
    public Lists $lists;

    /** @var array<string, Live> by name; two names may stand for one object */
    public array $lives = [];

    /** @var list<Frame> the innermost last */
    public array $frames = [];

    /** The connection of the open transactions. */
    public int $transacting = 0;

    /** @var array<int, Live> the objects that the current step used, which are true afterwards */
    public array $used = [];

    /** Whether the current step was refused. */
    public bool $refused = false;

    /** Whether the current step, though right, might have been refused as well. */
    public bool $mayRefuse = false;

    /** What the current step has to answer: for stories that are played elsewhere. */
    public mixed $answer = null;

    /** @var list<array{0: string, 1: int}> keys and ranks of the last reorder */
    public array $order = [];

    /** @var array<string, int> how often which exception was rightly thrown */
    public array $refusals = [];

    /** Numbers for keys that the story has to give. */
    public int $number = 0;

    private int $lastId = 0;

    /** @var array<int, \WeakReference<ActiveRecord>> objects that the story let go of */
    private array $dropped = [];

    /**
     * @param list<ConnectionWrapper> $connections the default one, and another to the same database
     */
    public function __construct(
        public readonly Shape $shape,
        public readonly array $connections,
    ) {
        $this->lists = new Lists();
    }

    public function isDry(): bool
    {
        return $this->connections === [];
    }

    /** The argument for methods: the first connection is the one that they use by themselves. */
    public function connection(int $con): ?ConnectionWrapper
    {
        return $con === 0 ? null : $this->connections[$con] ?? null;
    }

    /** @return array<int, Live> each object once, by id */
    public function objects(): array
    {
        $objects = [];
        foreach ($this->lives as $live) {
            $objects[$live->id] = $live;
        }

        return $objects;
    }

    public function frame(): ?Frame
    {
        return $this->frames === [] ? null : $this->frames[\count($this->frames) - 1];
    }

    /**
     * Calls the product.
     *
     * @param Closure(): mixed             $call
     * @param Closure(mixed): void|null    $success what it then means; null: it has to be refused
     * @param list<class-string<\Throwable>> $errors what it may be refused with; none: it has to succeed
     */
    public function perform(Closure $call, ?Closure $success, array $errors = []): void
    {
        $result = null;
        if ($this->isDry()) {
            $this->refused = $success === null;
            $this->mayRefuse = $errors !== [];
        } else {
            try {
                $result = $call();
            } catch (OrmException $error) {
                foreach ($errors as $class) {
                    if ($error instanceof $class) {
                        $this->refused = true;
                        $name = \substr((string) \strrchr($error::class, '\\'), 1);
                        $this->refusals[$name] = ($this->refusals[$name] ?? 0) + 1;

                        return;
                    }
                }
                $trace = \array_slice(\explode("\n", $error->getTraceAsString()), 0, 6);
                throw new Mismatch('exception ' . $error::class, \sprintf(
                    "%s was thrown (%s): %s\n%s:%d\n%s",
                    $error::class,
                    $errors === [] ? 'nothing was expected' : 'expected was ' . \implode(' or ', $errors),
                    $error->getMessage(),
                    $error->getFile(),
                    $error->getLine(),
                    \implode("\n", $trace),
                ), $error);
            }
            if ($success === null) {
                throw new Mismatch('no exception', 'it was not refused; expected was ' . \implode(' or ', $errors));
            }
        }
        if ($success !== null) {
            $success($result);
        }
    }

    public function use(Live $live): void
    {
        $this->used[$live->id] = $live;
    }

    public function make(string $name, int $con, ?ActiveRecord $object): Live
    {
        $live = new Live($name, $con, $object, ++$this->lastId);
        $live->scopeSet = \array_fill(0, \count($this->shape->scopes), false);
        $live->scope = \array_fill(0, \count($this->shape->scopes), null);
        $this->lives[$name] = $live;

        return $live;
    }

    /** An object that the product returned for a row, freshly read. */
    public function found(string $name, int $con, ?ActiveRecord $object, string $key): Live
    {
        foreach ($this->lives as $live) {
            if ($this->isDry() ? $live->pooled && $live->con === $con && $live->key === $key : $live->object === $object) {
                $this->lives[$name] = $live;
                $this->reread($live);

                return $live;
            }
        }
        $live = $this->make($name, $con, $object);
        $live->isNew = false;
        $live->key = $key;
        $live->pooled = true;
        if ($object?->isModified()) {
            $zombies = \array_filter($this->dropped, static fn ($dropped): bool => $dropped->get() === $object);
            if ($zombies === []) {
                throw new Mismatch('object', 'the object of a row that was read for the first time is modified');
            }
            $live->tainted = true;
        }
        $this->reread($live);

        return $live;
    }

    /** The row was read again into the object, except for what was set and not saved. */
    public function reread(Live $live): void
    {
        $this->frame()?->read($live);
        if ($live->key !== null && $this->lists->has($live->key)) {
            if (!$live->titleSet) {
                $live->title = $this->lists->title($live->key);
            }
            $live->sure = true;
            $live->take($this->lists);
            $this->use($live);
        }
    }

    public function drop(Live $live): void
    {
        foreach ($this->lives as $name => $other) {
            if ($other === $live) {
                unset($this->lives[$name]);
            }
        }
        if ($live->object !== null) {
            $this->dropped[] = \WeakReference::create($live->object);
        }
        $live->object = null;
    }

    /** The rank of an object's row; null if it is in no list or there is no row. */
    public function rank(Live $live): ?int
    {
        return $this->hasRow($live) ? $this->lists->rank((string) $live->key) : null;
    }

    public function hasRow(Live $live): bool
    {
        return !$live->isNew && !$live->isDeleted && $live->key !== null && $this->lists->has($live->key);
    }

    /**
     * The scope that the row of an object will have: that of the row, with the object's wishes.
     *
     * @return Scope
     */
    public function wished(Live $live): array
    {
        $scope = $this->lists->scope((string) $live->key);
        foreach ($live->scopeSet as $index => $set) {
            if ($set) {
                $scope[$index] = $live->scope[$index];
            }
        }

        return \array_values($scope);
    }

    /** Whether it wants something that is not so in the database yet. */
    public function isUnsettled(Live $live): bool
    {
        return $live->isUnsettled() && ($live->pending !== null || !$this->hasRow($live)
            || $this->wished($live) !== $this->lists->scope((string) $live->key));
    }
}
