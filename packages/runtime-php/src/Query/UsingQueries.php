<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Exception\InvalidQueryException;

/** Queries inside queries: conditions on joined tables, EXISTS and IN. */
trait UsingQueries
{
    /** @var ModelQuery<covariant ActiveRecord>|null the query that this one is a part of */
    private ?ModelQuery $user = null;

    /** `join`, `EXISTS`, `NOT EXISTS`, `IN` or `NOT IN`. */
    private string $use = 'join';

    /** What links this query with the one around it. */
    private ?Fragment $link = null;

    /** @var list<array{string, string}> columns around, columns here */
    private array $pairs = [];

    /**
     * Ends `use…Query()`: the conditions become part of the query it was called on, which is returned.
     *
     * @return ModelQuery<covariant ActiveRecord>
     */
    public function endUse(): ModelQuery
    {
        $user = $this->user ?? throw new InvalidQueryException('endUse() needs a use…Query() before it.');
        $user->take($this);
        $this->user = null;

        return $user;
    }

    /**
     * The query of a joined relation, given by name. Typed methods such as `useAuthorQuery()` do the same.
     *
     * @return ModelQuery<covariant ActiveRecord>
     */
    public function useQuery(string $relation, ?string $alias = null, ?string $joinType = null): ModelQuery
    {
        $class = $this->relatedQuery($relation);

        return $this->useRelation($class, $relation, $alias, $joinType);
    }

    /**
     * @return ModelQuery<covariant ActiveRecord>
     */
    public function useExistsQuery(string $relation, bool $not = false): ModelQuery
    {
        return $this->useSubquery($this->relatedQuery($relation), $relation, $not ? 'NOT EXISTS' : 'EXISTS');
    }

    /**
     * @return ModelQuery<covariant ActiveRecord>
     */
    public function useNotExistsQuery(string $relation): ModelQuery
    {
        return $this->useExistsQuery($relation, true);
    }

    /**
     * @return ModelQuery<covariant ActiveRecord>
     */
    public function useInQuery(string $relation, bool $not = false): ModelQuery
    {
        return $this->useSubquery($this->relatedQuery($relation), $relation, $not ? 'NOT IN' : 'IN');
    }

    /**
     * @return ModelQuery<covariant ActiveRecord>
     */
    public function useNotInQuery(string $relation): ModelQuery
    {
        return $this->useInQuery($relation, true);
    }

    /**
     * The rows for which a query of your own finds anything. Its conditions may name columns of this query.
     *
     * @param ModelQuery<covariant ActiveRecord> $query
     */
    public function whereExists(ModelQuery $query): static
    {
        return $this->add($query->existence(false));
    }

    /**
     * @param ModelQuery<covariant ActiveRecord> $query
     */
    public function whereNotExists(ModelQuery $query): static
    {
        return $this->add($query->existence(true));
    }

    /**
     * @template Q of ModelQuery
     *
     * @param class-string<Q> $class
     *
     * @return Q&UsedIn<static>
     *
     * @internal
     */
    final protected function useRelation(string $class, string $relation, ?string $alias, ?string $joinType): ModelQuery
    {
        $join = $this->joinFrom($this->source(), $relation, $alias, $joinType);
        $query = new $class();
        $query->user = $this;
        $query->source = $join->source;
        $query->parts = $this->parts();
        $query->requalify($join->source->qualifier);

        /** @var Q&UsedIn<static> */
        return $query;
    }

    /**
     * Lets a function add conditions on a related table.
     *
     * @template Q of ModelQuery
     *
     * @param class-string<Q>   $class
     * @param callable(Q): mixed $conditions
     *
     * @internal
     */
    final protected function withRelation(
        string $class,
        string $relation,
        callable $conditions,
        ?string $alias,
        ?string $joinType,
    ): static {
        $query = $this->useRelation($class, $relation, $alias, $joinType);
        $conditions($query);
        $query->endUse();

        return $this;
    }

    /**
     * @template Q of ModelQuery
     *
     * @param class-string<Q> $class
     *
     * @return Q&UsedIn<static>
     *
     * @internal
     */
    final protected function useSubquery(string $class, string $relation, string $use): ModelQuery
    {
        $from = $this->source();
        [$kind, $map, $pairs, $constants] = static::MAP::RELATIONS[$relation] ?? throw self::unknownRelation($from, $relation);
        $query = new $class();
        $alias = $this->freeAlias($map, $relation);
        $qualifier = ($alias === '' ? $map::QUOTED : $alias) . '.';
        $source = $query->source = new Source($relation, $class, $map, $qualifier, $alias);
        $query->requalify($qualifier);
        $query->user = $this;
        $query->use = $use;
        $query->pairs = $pairs;
        $query->link = self::on($from, $source, $kind, $pairs, $constants);
        $query->parts = new QueryParts($source);
        $parts = $this->parts();
        $query->parts->taken = [...$parts->taken, $parts->root->reference()];
        foreach ($parts->joins as $join) {
            $query->parts->taken[] = $join->source->reference();
        }

        /** @var Q&UsedIn<static> */
        return $query;
    }

    /** Conditions that the class itself has put there move to the alias with it. */
    private function requalify(string $qualifier): void
    {
        $this->where = \str_replace(' AND ' . $this->qualifier, ' AND ' . $qualifier, $this->where);
        $this->qualifier = $qualifier;
    }

    /**
     * @return class-string<ModelQuery<covariant ActiveRecord>>
     */
    private function relatedQuery(string $relation): string
    {
        $other = static::MAP::RELATIONS[$relation] ?? throw self::unknownRelation($this->source(), $relation);

        return $other[1]::QUERY_CLASS;
    }

    /**
     * Takes over what a used query has gathered.
     *
     * @param ModelQuery<covariant ActiveRecord> $query
     */
    private function take(ModelQuery $query): void
    {
        if ($query->use === 'join') {
            $this->parts = $query->parts;
            if ($query->where !== '') {
                $own = new Fragment(\substr($query->where, 5), $query->params, $query->types);
                $this->add($query->last === 0 ? $own : $own->with('(', ')'));
            }
            if ($query->order !== '') {
                $this->order .= $this->order === '' ? $query->order : ', ' . \substr($query->order, 10);
            }
            $this->or = false;

            return;
        }
        $link = $query->link;
        if ($link === null) {
            return;
        }
        if (\count($query->pairs) === 1 && \str_ends_with($query->use, 'IN') && $link->params === []) {
            // A null in the list would make NOT IN true for nothing.
            [$around, $here] = $query->pairs[0];
            $column = $query->qualifier . $here;
            $condition = $query->subselect($column, new Fragment("$column IS NOT NULL"));
            $this->add($condition->with($this->qualifier . $around . ' ' . $query->use . ' (', ')'));

            return;
        }
        $this->add($query->existence(\str_starts_with($query->use, 'NOT'), $link));
    }

    /** `EXISTS (…)` with this query inside. */
    private function existence(bool $not, ?Fragment $link = null): Fragment
    {
        // SQLite 3.51.0 makes a join of EXISTS and then gives a row once per match of an IN list, unless there is a limit.
        $end = static::MAP::ADAPTER === 'sqlite' && $this->limit === null && $this->offset === 0 ? ' LIMIT 1)' : ')';

        return $this->subselect('1', $link)->with($not ? 'NOT EXISTS (' : 'EXISTS (', $end);
    }
}
