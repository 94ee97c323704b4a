<?php

declare(strict_types=1);

namespace Orm\Runtime\Relation;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Query\Criteria;
use Orm\Runtime\Query\ModelQuery;

/**
 * The objects at the other end of many-to-many relations: `getTags()`, `addTag()`. The rows between are the only record of
 * what is linked: what was added is a row that is not saved yet, among the objects that point here and there; what was
 * removed is a row that waits for its deletion here and there. The objects themselves are a view of these rows.
 *
 * @phpstan-require-extends ActiveRecord
 */
trait CrossReferences
{
    use CrossLists;
    use CrossRows;

    /**
     * @template T of ActiveRecord
     *
     * @param RelatedObjects<T>  $related
     * @param ModelQuery<T>|null $query
     *
     * @return ObjectCollection<T>
     */
    final protected function fetchTargets(
        string $name,
        RelatedObjects $related,
        ?ModelQuery $query,
        ?ConnectionWrapper $con,
    ): ObjectCollection {
        $cross = CrossLink::of(static::TABLE_MAP, $name);
        if ($query !== null) {
            return new ObjectCollection($this->queryTargets($cross, $query, $con), $related->objects->getModel());
        }
        $rows = $this->relatedOf($cross->down);
        if ($rows->isUnknown() && !$this->rowIsNew) {
            if (!$related->isCurrent()) {
                $this->readTargets($cross, $related, $con);
            }
        } else {
            $this->fetchChildren($cross->down->name, $rows, null, $con);
            if (!$related->shows($rows)) {
                $this->findTargets($cross, $rows->objects->getData(), $related, $con);
                $related->show($rows, $this->targetsOf($cross, $rows, $related));
            }
        }
        $this->linked = true;

        return $related->objects;
    }

    /**
     * @template T of ActiveRecord
     *
     * @param RelatedObjects<T>|null $related
     * @param ModelQuery<T>|null     $query
     */
    final protected function tallyTargets(
        string $name,
        ?RelatedObjects $related,
        ?ModelQuery $query,
        bool $distinct,
        ?ConnectionWrapper $con,
    ): int {
        $cross = CrossLink::of(static::TABLE_MAP, $name);
        $rows = $this->{$cross->down->property};
        $isKnown = ($rows instanceof RelatedObjects && !$rows->isUnknown()) || $related?->isCurrent() === true;
        if ($query === null && $isKnown) {
            return \count($this->fetchTargets($name, $this->viewOf($cross), null, $con));
        }
        if ($this->rowIsNew) {
            return 0;
        }
        $query = $this->targetQuery($cross, $query, false);
        if ($distinct) {
            $query?->distinct();
        }

        return $query?->count($con ?? $query->connectionNamed($this->connectionName)) ?? 0;
    }

    final protected function attachTarget(string $name, ActiveRecord $target): static
    {
        $cross = CrossLink::of(static::TABLE_MAP, $name);
        $this->viewOf($cross);

        return $this->attachCross($cross->down, [$cross->on->name => $target]);
    }

    final protected function detachTarget(string $name, ActiveRecord $target): static
    {
        $cross = CrossLink::of(static::TABLE_MAP, $name);

        return $this->detachCross($cross->down, [$cross->on->name => $target], null);
    }

    /**
     * @template T of ActiveRecord
     *
     * @param RelatedObjects<T> $related
     * @param iterable<T>       $targets
     */
    final protected function replaceTargets(
        string $name,
        RelatedObjects $related,
        iterable $targets,
        ?ConnectionWrapper $con,
    ): static {
        $cross = CrossLink::of(static::TABLE_MAP, $name);
        $wanted = [];
        foreach ($targets as $target) {
            $wanted[$related->checked($target)->identity()] = $target;
        }
        $rows = $this->relatedOf($cross->down);
        $known = $this->fetchChildren($cross->down->name, $rows, null, $con)->getData();
        $kept = [];
        foreach ($wanted as $target) {
            foreach ($this->rowsTo($cross->down, [$cross->on->name => $target]) as $row) {
                $kept[\spl_object_id($row)] = true;
            }
        }
        $gone = \array_filter($known, static fn (ActiveRecord $row): bool => !isset($kept[\spl_object_id($row)]));
        // Those at the other end have to know it too, also where nobody asked for them yet.
        $this->findTargets($cross, $gone, $related, $con);
        foreach ($gone as $row) {
            $this->unlink($cross->down, $row, [$cross->on->name => $row->parentOf($cross->on)]);
        }
        foreach ($wanted as $target) {
            $this->attachCross($cross->down, [$cross->on->name => $target]);
        }
        if ($known !== [] && $cross->isList()) {
            // Without others before them, those that were just added are saved in their order anyway.
            $related->arranged = \array_values($wanted);
            $related->complete = false;
        }
        $this->linked = true;

        return $this;
    }

    final protected function forgetTargets(string $name): void
    {
        $cross = CrossLink::of(static::TABLE_MAP, $name);
        $this->{$cross->property} = null;
        $rows = $this->{$cross->down->property};
        if ($rows instanceof RelatedObjects) {
            $rows->complete = false;
            $rows->objects->setData($rows->objects->filter(
                static fn (ActiveRecord $row): bool => $row->rowIsNew || $row->isModified(),
            )->getData());
        }
    }

    /**
     * Reads the objects without the rows between, as long as nothing is known of these.
     *
     * @template T of ActiveRecord
     *
     * @param RelatedObjects<T> $related
     */
    private function readTargets(CrossLink $cross, RelatedObjects $related, ?ConnectionWrapper $con): void
    {
        /** @var ModelQuery<T>|null $all */
        $all = null;
        $found = self::byIdentity($this->queryTargets($cross, $all, $con));
        $known = \array_intersect_key(self::byIdentity($related->objects->getData()), $found);
        $related->objects->setData(\array_values(\array_replace($found, $known)));
        $related->completed($cross->isList() ? $cross->down->map : null, $cross->down->map);
    }

    /**
     * Gives rows between the objects they lead to: those that were known, and from the database the others.
     *
     * @param array<int, ActiveRecord>               $rows
     * @param RelatedObjects<covariant ActiveRecord> $related
     */
    private function findTargets(CrossLink $cross, array $rows, RelatedObjects $related, ?ConnectionWrapper $con): void
    {
        $missing = $known = [];
        foreach ($related->objects->getData() as $target) {
            $known[$target->linkKey($cross->on, true) ?? ''] = $target;
        }
        foreach ($rows as $row) {
            $key = $row->parentOf($cross->on) === null ? $row->linkKey($cross->on, false) : null;
            if ($key !== null && isset($known[$key])) {
                $row->{$cross->on->property} = $known[$key];
                $row->linked = true;
            } elseif ($key !== null) {
                $missing[] = $row;
            }
        }
        if ($missing !== []) {
            (new ObjectCollection($missing, $cross->down->map::OM_CLASS))->populateRelation($cross->on->name, null, $con);
        }
    }

    /**
     * What the rows between lead to, as far as it was read, each once; in the order that was asked for and is not saved yet.
     *
     * @template T of ActiveRecord
     *
     * @param RelatedObjects<ActiveRecord> $rows
     * @param RelatedObjects<T>            $related
     *
     * @return list<T>
     */
    private function targetsOf(CrossLink $cross, RelatedObjects $rows, RelatedObjects $related): array
    {
        $targets = [];
        foreach ($rows->objects->getData() as $row) {
            $target = $row->rowIsDeleted ? null : $row->parentOf($cross->on);
            if ($target !== null && !$target->rowIsDeleted) {
                /** @var T $target */
                $targets[$target->identity()] ??= $target;
            }
        }

        return \array_values(self::arranged($related, $targets));
    }

    /**
     * @return RelatedObjects<ActiveRecord>
     */
    private function viewOf(CrossLink $cross): RelatedObjects
    {
        $related = $this->{$cross->property};
        if (!$related instanceof RelatedObjects) {
            $related = new RelatedObjects($cross->on->map::OM_CLASS);
            $this->{$cross->property} = $related;
        }

        /** @var RelatedObjects<ActiveRecord> */
        return $related;
    }

    /**
     * @template T of ActiveRecord
     *
     * @param ModelQuery<T>|null $query
     *
     * @return array<int, T>
     */
    private function queryTargets(CrossLink $cross, ?ModelQuery $query, ?ConnectionWrapper $con): array
    {
        $query = $this->rowIsNew ? null : $this->targetQuery($cross, $query, true);

        return $query?->find($con ?? $query->connectionNamed($this->connectionName))->getData() ?? [];
    }

    /**
     * @template T of ActiveRecord
     *
     * @param ModelQuery<T>|null $query
     *
     * @return ModelQuery<T>|null
     */
    private function targetQuery(CrossLink $cross, ?ModelQuery $query, bool $ordered): ?ModelQuery
    {
        // Joined with rows that link two objects twice, a query would find an object twice.
        $ordered = $ordered && $cross->isList() && ($query === null || $cross->isUnique());
        if ($query === null) {
            /** @var ModelQuery<T> $query */
            $query = new ($cross->on->map::QUERY_CLASS)();
        } else {
            $query = clone $query;
        }
        $between = $ordered
            ? $query->useQuery($cross->on->opposite, 'orm_list', Criteria::INNER_JOIN)->inDefaultOrder()
            : $query->useInQuery($cross->on->opposite);
        if (!$this->pointHere($cross->down, $between)) {
            return null;
        }
        $between->endUse();

        return $query;
    }
}
