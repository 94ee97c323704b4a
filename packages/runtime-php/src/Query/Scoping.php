<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Orm;

/**
 * Which rows a query is about, beside its own conditions. Everything that reads or writes rows passes here first, so that
 * all of it means the same rows.
 */
trait Scoping
{
    /** @var array<class-string, bool> whether a class has a preSelect of its own */
    private static array $hooked = [];

    /** @var array<class-string, true> classes whose `preSelect()` is being asked for the rows of a joined table */
    private static array $scoping = [];

    /**
     * The query to run and the connection to run it on.
     *
     * @param bool $objects whether rows of the table are wanted, and not values of any tables
     *
     * @return array{static, ConnectionWrapper}
     */
    private function prepared(?ConnectionWrapper $con, bool $objects = true): array
    {
        $this->refuseUsed();
        $con = $this->reading($con);

        return [$this->scoped($con, $objects), $con];
    }

    private function refuseUsed(): void
    {
        if ($this->user !== null) {
            throw new InvalidQueryException('This query is part of another one: call endUse() before running it.');
        }
    }

    /**
     * This query with what `preSelect()` asks for, of its own class and of those that are joined; a copy where that changes
     * anything.
     */
    private function scoped(?ConnectionWrapper $con, bool $objects = true): static
    {
        $query = $this;
        if ($this->isHooked()) {
            $query = clone $this;
            // Whatever the chain ended with, these conditions are no alternative to others.
            $query->close();
            $query->preSelect(self::readingOne($con));
            $query->close();
        }

        return $query->withScopedJoins($con, $objects);
    }

    private function close(): void
    {
        $this->or = false;
        $this->closed = \count($this->where);
    }

    private function withScopedJoins(?ConnectionWrapper $con, bool $objects): static
    {
        if ($this->parts === null || $this->parts->joins === []) {
            return $this;
        }
        $query = clone $this;
        $query->or = false;
        $parts = $query->parts();
        foreach ($parts->joins as $name => $join) {
            $condition = $join->source->query::scopeOf($join->source, $con);
            if ($condition === null) {
                continue;
            }
            // Rows that are hidden are as good as not there: a left join finds none in their place.
            $parts->joins[$name] = $join->withCondition($join->on->and($condition));
            if ($join->type === Criteria::RIGHT_JOIN) {
                $query->add($condition);
            }
        }
        if (!$objects) {
            $parts->with = [];
        } elseif ($parts->hasRowsOfOthers()) {
            $query->add($query->hasRow());
        }

        return $query;
    }

    /** What `preSelect()` asks of the rows of a joined table; null when it asks nothing. */
    private static function scopeOf(Source $source, ?ConnectionWrapper $con): ?Fragment
    {
        if (!(self::$hooked[static::class] ?? self::detectHook()) || isset(self::$scoping[static::class])) {
            return null;
        }
        // Hooks of two tables may each join the other one.
        self::$scoping[static::class] = true;
        try {
            $con = self::readingOne($con);
            $query = new static();
            $query->standsFor($source);
            $query->preSelect($con);
            if ($query->parts()->isBare() && $query->limit === null && $query->offset === 0) {
                return $query->conditions();
            }
            // More than conditions, joins perhaps: the rows are found by key then.
            $query = new static('orm_scope');
            $query->preSelect($con);

            return $query->among($source, $con);
        } finally {
            unset(self::$scoping[static::class]);
        }
    }

    private static function readingOne(?ConnectionWrapper $con): ConnectionWrapper
    {
        return $con ?? Orm::$read[static::DATABASE] ?? Orm::readConnection(static::DATABASE);
    }

    /** That a row of another query is one of this query. */
    private function among(Source $source, ConnectionWrapper $con): Fragment
    {
        $keys = $on = [];
        foreach (static::MAP::KEY_POSITIONS as $index => $position) {
            $keys[] = $this->parts()->root->qualifier . static::MAP::COLUMNS[$position][1] . " AS orm_k$index";
            $on[] = "orm_rows.orm_k$index = $source->qualifier" . static::MAP::COLUMNS[$position][1];
        }
        if ($keys === []) {
            throw new InvalidQueryException(\sprintf(
                '%s has no primary key, so that other queries can join it only where its preSelect() has nothing but conditions.',
                static::MAP::TABLE_PHP_NAME,
            ));
        }
        $query = $this->withScopedJoins($con, true)->withComparableRows();
        $columns = \implode(', ', $keys) . $query->distinctColumns() . $query->furtherColumns();
        $rows = $query->innerRows($con->adapter, $columns);

        return $rows->with('EXISTS (SELECT 1 FROM (', ') orm_rows WHERE ' . \implode(' AND ', $on) . ')');
    }

    /** That there is a row of the table, and not only one of a table that was joined from the right. */
    private function hasRow(): Fragment
    {
        $root = $this->parts()->root;
        $keys = static::MAP::KEY_POSITIONS;
        $filled = static fn (int $position): Fragment
            => new Fragment($root->qualifier . static::MAP::COLUMNS[$position][1] . ' IS NOT NULL');

        return $keys === [] ? Fragment::any(\array_map($filled, $root->rowPositions())) : $filled($keys[0]);
    }

    /** Whether the query was asked to leave rows out, apart from what its class always leaves out. */
    private function restricts(): bool
    {
        foreach (\array_slice($this->where, $this->closed) as $condition) {
            if (!$condition instanceof Fragment || $condition->holds !== true) {
                return true;
            }
        }
        $parts = $this->parts;

        return $this->limit !== null || $this->offset > 0 || ($parts !== null && (
            $parts->having !== null || $parts->joinsRestrict() || ($parts->derived !== null && $parts->derived->holds !== true)
        ));
    }

    /**
     * Whether something of the class runs before every SELECT.
     *
     * @internal
     */
    final protected function isHooked(): bool
    {
        return self::$hooked[static::class] ?? self::detectHook();
    }

    private static function detectHook(): bool
    {
        $method = new \ReflectionMethod(static::class, 'preSelect');

        return self::$hooked[static::class] = $method->class !== ModelQuery::class;
    }

    /** Leaves rows of the class. Nothing else can have been asked for yet. */
    private function restrictToClass(): void
    {
        $this->where = $this->params = $this->types = [];
        $this->filterColumn(static::CLASS_COLUMN, static::CLASS_KEYS, Criteria::IN);
        $this->closed = 1;
    }
}
