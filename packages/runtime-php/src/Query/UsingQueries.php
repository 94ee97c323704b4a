<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Map\TableMap;

/** Queries inside queries: conditions on joined tables, EXISTS and IN. */
trait UsingQueries
{
    /** @var ModelQuery<covariant ActiveRecord>|null the query that this one is a part of */
    private ?ModelQuery $user = null;

    /** `join`, `EXISTS`, `NOT EXISTS`, `IN` or `NOT IN`. */
    private string $use = 'join';

    /**
     * What links this query with the one around it: the table there, the kind of the relation, quoted columns there and
     * here, constants.
     *
     * @var array{Source, 1|2|3, list<array{string, string}>, list<array{string, scalar}>}|null
     */
    private ?array $link = null;

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
        $query->standsFor($join->source);
        $query->parts = $this->parts();

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
        $query->standsFor(new Source($relation, $class, $map, $qualifier, $alias));
        $query->user = $this;
        $query->use = $use;
        $query->link = [$from, $kind, $pairs, $constants];
        $parts = $this->parts();
        $taken = [...$parts->taken, $parts->root->reference()];
        foreach ($parts->joins as $join) {
            $taken[] = $join->source->reference();
        }
        $query->parts()->taken = $taken;

        /** @var Q&UsedIn<static> */
        return $query;
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
        if ($query->use !== 'join') {
            $not = \str_starts_with($query->use, 'NOT');
            $this->add(\str_ends_with($query->use, 'IN') ? $query->membership($not) : $query->linkedExistence($not));

            return;
        }
        if ($query->limit !== null || $query->offset > 0) {
            throw new InvalidQueryException(
                'limit() and offset() count rows of the whole query: call them behind endUse(), and not before it.',
            );
        }
        $this->parts = $query->parts;
        $conditions = $query->conditions();
        if ($conditions !== null) {
            $this->add($conditions);
        }
        if ($query->order !== []) {
            $query->orderAllRanks();
            $this->order = [...$this->order, ...$query->order];
            $this->parts()->ordered[$query->source()->name] = true;
        }
        $this->or = false;
    }

    /** That the query around this one has a row that some row of this query is linked with. */
    private function linkedExistence(bool $not): Fragment
    {
        [$from, $kind, $pairs, $constants] = $this->link ?? throw new InvalidQueryException('The query is not linked.');
        $query = clone $this;
        $query->close();

        return $query->add(self::on($from, $this->source(), $kind, $pairs, $constants))->existence($not);
    }

    /** `EXISTS (…)` with this query inside, whose conditions may name tables around it. */
    private function existence(bool $not): Fragment
    {
        if ($this->holds() === false) {
            return $not ? Fragment::always() : Fragment::never();
        }
        $query = clone $this;
        $parts = $query->parts();
        $parts->with = []; // nothing is read
        $parts->distinct = $parts->distinct && $query->offset > 0; // else one is as good as many
        // SQLite 3.51.0 makes a join of EXISTS and then gives a row once per match of an IN list, unless there is a limit.
        $end = static::MAP::ADAPTER === 'sqlite' && $this->limit === null && $this->offset === 0 ? ' LIMIT 1)' : ')';

        return $query->selectInside('1')->with($not ? 'NOT EXISTS (' : 'EXISTS (', $end);
    }

    /** `IN (…)` with this query inside: a limit leaves rows of the whole table, whatever they are linked with. */
    private function membership(bool $not): Fragment
    {
        [$from, $kind, $pairs, $constants] = $this->link ?? throw new InvalidQueryException('The query is not linked.');
        if ($this->holds() === false) {
            return $not ? Fragment::always() : Fragment::never();
        }
        $query = clone $this;
        $query->close();
        $own = $query->source();
        $keys = $on = $filled = [];
        foreach ($pairs as $index => [$there, $here]) {
            $keys[] = "$own->qualifier$here AS orm_k$index";
            $on[] = new Fragment("orm_in.orm_k$index = $from->qualifier$there");
            $filled[] = new Fragment("orm_in.orm_k$index IS NOT NULL");
        }
        if ($kind !== TableMap::MANY_TO_ONE) {
            foreach (\array_column($constants, 0) as $quoted) {
                $keys[] = "$own->qualifier$quoted AS $quoted";
            }
        }
        // From here on it is a subquery in FROM, whose limit nothing can change.
        $inner = new Source($own->name, $own->query, $own->map, 'orm_in.');
        $on = [...$on, ...self::constants($kind === TableMap::MANY_TO_ONE ? $from : $inner, $constants)];
        $rows = $query->selectInside(\implode(', ', $keys));
        if (\count($on) > 1) {
            return $rows->with('SELECT 1 FROM (', ') orm_in WHERE ')->then('', Fragment::all($on))
                ->with($not ? 'NOT EXISTS (' : 'EXISTS (', ')');
        }
        // A null in the list would make NOT IN true for nothing; a row that points nowhere is in no list.
        $list = $rows->with('SELECT orm_k0 FROM (', ') orm_in WHERE ')->then('', $filled[0]);
        $column = $from->qualifier . $pairs[0][0];

        return $not
            ? $list->with("($column IS NULL OR $column NOT IN (", '))')
            : $list->with("$column IN (", ')');
    }
}
