<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use WeakReference;

/** The objects of one table by primary key, held weakly: the pool never keeps an object alive. */
final class TablePool
{
    /**
     * @var array<int|string, WeakReference<ActiveRecord>>
     *
     * @internal
     */
    public array $refs = [];

    /**
     * When there are more references than this, dead ones are removed. Doubles with the living.
     *
     * @internal
     */
    public int $limit = 256;

    public function get(int|string $key): ?ActiveRecord
    {
        return ($this->refs[$key] ?? null)?->get();
    }

    public function add(int|string $key, ActiveRecord $object): void
    {
        $this->refs[$key] = WeakReference::create($object);
        if (\count($this->refs) > $this->limit) {
            $this->sweep();
        }
    }

    public function remove(int|string $key): void
    {
        unset($this->refs[$key]);
    }

    public function clear(): void
    {
        $this->refs = [];
    }

    /**
     * @internal
     */
    public function sweep(): void
    {
        foreach ($this->refs as $key => $ref) {
            if ($ref->get() === null) {
                unset($this->refs[$key]);
            }
        }
        $this->limit = \max(256, 2 * \count($this->refs));
    }
}
