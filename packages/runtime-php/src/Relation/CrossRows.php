<?php

declare(strict_types=1);

namespace Orm\Runtime\Relation;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Connection\ConnectionWrapper;

/**
 * The rows of cross-reference tables that link this object with others: found, added and taken away, at both ends at once.
 *
 * @phpstan-require-extends ActiveRecord
 *
 * @internal part of CrossReferences
 */
trait CrossRows
{
    /**
     * Links this object with others through an object of the cross-reference table, unless one does so already.
     *
     * @param array<string, ActiveRecord> $targets by relation of the cross-reference table
     */
    final protected function attachCross(string|Link $down, array $targets): static
    {
        $link = \is_string($down) ? Link::of(static::TABLE_MAP, $down) : $down;
        $this->readRows($link, null);
        $linked = $this->rowsTo($link, $targets);
        foreach ($linked as $row) {
            $this->keepRow($link, $row, $targets);
        }
        if ($linked !== []) {
            return $this;
        }
        $other = $this->rowOfTargets($link, $targets);
        if ($other !== null) {
            $other->linkParent($link->opposite, $this);

            return $this;
        }
        $row = $this->removedRow($link, $targets) ?? new ($link->map::OM_CLASS)();
        foreach ($targets as $relation => $target) {
            $row->linkParent($relation, $target);
        }
        $row->linkParent($link->opposite, $this);

        return $this;
    }

    /**
     * Takes away the objects of the cross-reference table that link this object with all of the others.
     *
     * @param array<string, ActiveRecord> $targets by relation of the cross-reference table
     */
    final protected function detachCross(string|Link $down, array $targets, ?ConnectionWrapper $con): static
    {
        $link = \is_string($down) ? Link::of(static::TABLE_MAP, $down) : $down;
        $this->readRows($link, $con);
        foreach ($this->rowsTo($link, $targets) as $row) {
            $this->unlink($link, $row, $targets);
        }

        return $this;
    }

    /**
     * A row between that links this object with others stays, although one of them was told to take it away.
     *
     * @param array<string, ActiveRecord> $targets by relation of the cross-reference table
     */
    private function keepRow(Link $down, ActiveRecord $row, array $targets): void
    {
        foreach ($targets as $relation => $target) {
            if ($target->relatedOf(Link::of($down->map, $relation)->turned())->isRemoved($row)) {
                $row->linkParent($relation, $target);
            }
        }
    }

    /** Reads the rows between, unless they are known; to look at all of them each time would take its time. */
    private function readRows(Link $down, ?ConnectionWrapper $con): void
    {
        $rows = $this->relatedOf($down);
        if (!$rows->isCurrent()) {
            $this->fetchChildren($down->name, $rows, null, $con);
        }
    }

    /**
     * The rows between that link this object with all of the others, among those that are known.
     *
     * @param array<string, ActiveRecord> $targets by relation of the cross-reference table
     *
     * @return list<ActiveRecord>
     */
    private function rowsTo(Link $down, array $targets): array
    {
        $relation = (string) \array_key_first($targets);
        $on = Link::of($down->map, $relation);
        $rows = $this->relatedOf($down);
        do {
            $candidates = $rows->leadingTo(
                $targets[$relation],
                $targets[$relation]->linkKey($on, true),
                $relation,
                static fn (ActiveRecord $row): array => [$row->parentOf($on), $row->linkKey($on, false)],
            );
            $found = \array_values(\array_filter(
                $candidates,
                static fn (ActiveRecord $row): bool => !$row->rowIsDeleted && $row->leadsTo($targets),
            ));
        } while ($found === [] && $this->learnsKeys($down, $targets));

        return $found;
    }

    /**
     * Whether the database knows better which texts are equal, after it was asked.
     *
     * @param array<string, ActiveRecord> $targets by relation of the cross-reference table
     */
    private function learnsKeys(Link $down, array $targets): bool
    {
        $rows = $this->relatedOf($down);
        $learns = false;
        foreach ($targets as $relation => $target) {
            $on = Link::of($down->map, $relation);
            if (!$target->rowIsNew && EqualKeys::isText($on, $target)) {
                $learns = EqualKeys::ask($on, $rows->unasked($relation), $this->readConnection(...)) || $learns;
            }
        }
        if ($learns) {
            $rows->leadElsewhere();
        }

        return $learns;
    }

    /**
     * A row between that is not saved yet and links the others with another object of this one's row.
     *
     * @param array<string, ActiveRecord> $targets by relation of the cross-reference table
     */
    private function rowOfTargets(Link $down, array $targets): ?ActiveRecord
    {
        $on = Link::of($down->map, $down->opposite);
        $key = $this->rowIsNew ? null : $this->linkKey($on, true);
        foreach ($key === null ? [] : $targets as $relation => $target) {
            $related = $target->{Link::of($down->map, $relation)->turned()->property};
            $rows = !$related instanceof RelatedObjects ? [] : $related->leadingTo(
                $this,
                $key,
                $on->name,
                static fn (ActiveRecord $row): array => [$row->parentOf($on), $row->linkKey($on, false)],
            );
            foreach ($rows as $row) {
                if ($row->rowIsNew && $row->leadsTo([$down->opposite => $this] + $targets)) {
                    return $row;
                }
            }
        }

        return null;
    }

    /**
     * A row between that waits for its deletion, at this object or at one of the others.
     *
     * @param array<string, ActiveRecord> $targets by relation of the cross-reference table
     */
    private function removedRow(Link $down, array $targets): ?ActiveRecord
    {
        $ends = [$down->opposite => $this] + $targets;
        foreach ($ends as $relation => $end) {
            $related = $end->{Link::of($down->map, $relation)->turned()->property};
            $other = (string) \array_key_first(\array_diff_key($ends, [$relation => true]));
            $on = Link::of($down->map, $other);
            $waiting = !$related instanceof RelatedObjects ? [] : $related->leadingTo(
                $ends[$other],
                $ends[$other]->linkKey($on, true),
                $other,
                static fn (ActiveRecord $row): array => [null, $row->linkKey($on, false)],
                true,
            );
            foreach ($waiting as $row) {
                if (!$row->rowIsNew && !$row->rowIsDeleted && $row->leadsTo($ends)) {
                    return $row;
                }
            }
        }

        return null;
    }

    /**
     * Takes a row between away from this object and those at its other ends: the next save of any of them deletes it.
     *
     * @param array<string, ActiveRecord|null> $targets by relation of the cross-reference table
     */
    private function unlink(Link $down, ActiveRecord $row, array $targets): void
    {
        $ends = [];
        foreach ([$down->opposite => $this] + $targets as $relation => $given) {
            $link = Link::of($down->map, $relation);
            $known = $row->parentOf($link);
            foreach ($known === $given ? [$given] : [$known, $given] as $end) {
                if ($end !== null) {
                    $ends[] = [$end, $end->relatedOf($link->turned())];
                }
            }
            $row->{$link->property} = null;
        }
        foreach ($ends as [$end, $related]) {
            $related->drop($row);
            if (!$row->rowIsNew) {
                $related->remove($row, $ends);
                $end->linked = true;
            }
        }
    }

    /**
     * Whether a row between links all of these.
     *
     * @param array<string, ActiveRecord> $ends by relation
     */
    private function leadsTo(array $ends): bool
    {
        foreach ($ends as $relation => $end) {
            $link = Link::of(static::TABLE_MAP, $relation);
            $known = $this->parentOf($link);
            if ($known !== $end && ($known?->rowIsNew === true || !$this->pointsAt($link, $end))) {
                return false;
            }
        }

        return true;
    }

    /** An end of this row between is another one now: those at the other ends see it. */
    private function leadsElsewhere(Link $changed): void
    {
        foreach (CrossLink::isBetween(static::TABLE_MAP) ? Link::all(static::TABLE_MAP) : [] as $link) {
            $end = $link === $changed ? null : $this->{$link->property};
            $related = $end instanceof ActiveRecord ? $end->{$link->turned()->property} : null;
            if ($related instanceof RelatedObjects) {
                $related->leadElsewhere();
            }
        }
    }
}
