<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Relation\Link;

/** Joins through relations. */
trait Joining
{
    /** Joins a relation: `join('Author')`, `join('Book.Author')`, with an alias `join('Book.Author a')`. */
    public function join(string $relation, string $joinType = Criteria::INNER_JOIN): static
    {
        $this->joinPath($relation, $joinType);

        return $this;
    }

    public function leftJoin(string $relation): static
    {
        return $this->join($relation, Criteria::LEFT_JOIN);
    }

    public function rightJoin(string $relation): static
    {
        return $this->join($relation, Criteria::RIGHT_JOIN);
    }

    public function innerJoin(string $relation): static
    {
        return $this->join($relation, Criteria::INNER_JOIN);
    }

    /**
     * Joins a relation and reads its objects in the same query: `joinWith('Author')`, `joinWith('Book.Publisher p')`.
     */
    public function joinWith(string $relation, ?string $joinType = null): static
    {
        return $this->with($this->joinPath($relation, $joinType)->source->name);
    }

    public function leftJoinWith(string $relation): static
    {
        return $this->joinWith($relation, Criteria::LEFT_JOIN);
    }

    public function rightJoinWith(string $relation): static
    {
        return $this->joinWith($relation, Criteria::RIGHT_JOIN);
    }

    public function innerJoinWith(string $relation): static
    {
        return $this->joinWith($relation, Criteria::INNER_JOIN);
    }

    /** Reads the objects of a relation that is joined already, given by its name or alias. */
    public function with(string $name): static
    {
        $parts = $this->parts();
        $join = $parts->joins[$name] ?? throw $this->unknownJoin($name);
        // What lies between has to be read too: the objects hang on one another.
        for ($each = $join; $each !== null; $each = $parts->joins[$each->from->name] ?? null) {
            $this->refuseTwice($each);
            $parts->with[$each->source->name] = true;
        }

        return $this;
    }

    /** An object has one place for the objects of a relation. */
    private function refuseTwice(Join $join): void
    {
        $parts = $this->parts();
        foreach (\array_intersect_key($parts->joins, $parts->with) as $other) {
            if ($other->from === $join->from && $other->relation === $join->relation && $other->source !== $join->source) {
                throw new InvalidQueryException(\sprintf(
                    'The objects of the relation %s.%s are loaded already, as "%s": join it without reading them.',
                    $join->from->map::TABLE_PHP_NAME,
                    $join->relation,
                    $other->source->name,
                ));
            }
        }
    }

    /**
     * Adds a condition to the ON of a join.
     *
     * @param string $name the relation or alias
     */
    public function addJoinCondition(
        string $name,
        string $clause,
        mixed $value = null,
        string $operator = Criteria::LOGICAL_AND,
    ): static {
        $word = self::logicalWord($operator);
        $join = $this->parts()->joins[$name] ?? throw $this->unknownJoin($name);
        $next = $this->clause($clause, \func_num_args() > 2, $value)->with('(', ')');
        $this->parts()->joins[$name] = $join->withCondition($join->on->then(" $word ", $next)->with('(', ')'));

        return $this;
    }

    /** Replaces the ON of a join. */
    public function setJoinCondition(string $name, string $clause, mixed $value = null): static
    {
        $join = $this->parts()->joins[$name] ?? throw $this->unknownJoin($name);
        $this->parts()->joins[$name] = $join->withCondition(
            $this->clause($clause, \func_num_args() > 2, $value)->with('(', ')'),
        );

        return $this;
    }

    private function unknownJoin(string $name): InvalidQueryException
    {
        return new InvalidQueryException(\sprintf(
            'The query has no join "%s". %s',
            ColumnNames::shown($name),
            ColumnNames::hint($name, \array_map(\strval(...), \array_keys($this->parts === null ? [] : $this->parts->joins))),
        ));
    }

    private function joinPath(string $path, ?string $type): Join
    {
        if (\preg_match('/^\s*(?:([\w.]+)\.)?(\w+)(?:\s+(\w+))?\s*$/D', $path, $match) !== 1) {
            throw new InvalidQueryException(\sprintf(
                'join() takes "Relation", "Table.Relation" or either with an alias behind it, and not "%s".',
                ColumnNames::shown($path),
            ));
        }
        $from = $this->source();
        if ($match[1] !== '' && $match[1] !== $from->name) {
            $parts = $this->parts();
            $from = ColumnNames::source($match[1], $parts->root, $parts->joins) ?? throw $this->unknownJoin($match[1]);
        }

        return $this->joinFrom($from, $match[2], $match[3] ?? null, $type);
    }

    /**
     * @internal
     */
    final protected function joinRelation(string $relation, ?string $alias, ?string $type, bool $with = false): static
    {
        $join = $this->joinFrom($this->source(), $relation, $alias, $type);

        return $with ? $this->with($join->source->name) : $this;
    }

    private function joinFrom(Source $from, string $relation, ?string $alias, ?string $type): Join
    {
        [$kind, $map, $pairs, $constants, $default] = $from->map::RELATIONS[$relation] ?? throw self::unknownRelation($from, $relation);
        $parts = $this->parts();
        $name = $alias ?? $relation;
        $known = $parts->joins[$name] ?? null;
        if ($known !== null && ($known->from !== $from || $known->relation !== $relation)) {
            if ($alias !== null) {
                throw new InvalidQueryException(\sprintf('The alias "%s" is taken by another join.', $alias));
            }
            $name = $from->name . '.' . $relation;
            $known = $parts->joins[$name] ?? null;
        }
        if ($known !== null) {
            return $type === null ? $known : $parts->joins[$name] = $known->withType(self::joinType($type));
        }
        $quoted = $alias === null ? $this->freeAlias($map, $relation) : $this->quoted($alias);
        $qualifier = ($quoted === '' ? $map::QUOTED : $quoted) . '.';
        $source = new Source($name, $map::QUERY_CLASS, $map, $qualifier, $quoted);

        return $parts->joins[$name] = new Join(
            $source,
            $from,
            $relation,
            $kind,
            $type === null ? $default : self::joinType($type),
            self::on($from, $source, $kind, $pairs, $constants),
            $kind === TableMap::MANY_TO_ONE && $constants === [] && Link::of($from->map, $relation)->required,
        );
    }

    /**
     * What links the tables of a relation.
     *
     * @param list<array{string, string}> $pairs
     * @param list<array{string, scalar}> $constants
     */
    private static function on(Source $from, Source $to, int $kind, array $pairs, array $constants): Fragment
    {
        $sql = '';
        foreach ($pairs as [$local, $foreign]) {
            $sql .= " AND $from->qualifier$local = $to->qualifier$foreign";
        }
        $params = [];
        $owner = $kind === TableMap::MANY_TO_ONE ? $from : $to;
        foreach ($constants as [$column, $value]) {
            $sql .= " AND $owner->qualifier$column = ?";
            $params[] = BoundValue::of($owner, self::positionOfQuoted($owner->map, $column), $value);
        }

        return new Fragment('(' . \substr($sql, 5) . ')', $params);
    }

    /**
     * The alias of a table that was joined without one: none, unless the query has the table already.
     *
     * @param class-string<TableMap> $map
     */
    private function freeAlias(string $map, string $relation): string
    {
        $parts = $this->parts();
        $taken = [...$parts->taken, $parts->root->reference()];
        foreach ($parts->joins as $join) {
            $taken[] = $join->source->reference();
        }
        $taken = \array_map(self::bareName(...), $taken);
        if (!\in_array(self::bareName($map::QUOTED), $taken, true)) {
            return '';
        }
        $alias = $base = \substr($relation, 0, 50);
        for ($number = 2; \in_array(\strtolower($alias), $taken, true); ++$number) {
            $alias = "{$base}_$number";
        }

        return $this->quoted($alias);
    }

    /** What a name in SQL is told apart by: without its schema and quotes, and in most databases without its case. */
    private static function bareName(string $reference): string
    {
        return \strtolower(\trim(\substr($reference, (int) \strrpos(".$reference", '.')), '"`[]'));
    }

    private static function joinType(string $type): string
    {
        $known = ['INNER JOIN', 'LEFT JOIN', 'RIGHT JOIN'];
        $word = \strtoupper(\trim((string) \preg_replace('/\s+/', ' ', $type), ' '));
        $word = \str_ends_with($word, 'JOIN') ? $word : "$word JOIN";
        if (!\in_array($word, $known, true)) {
            throw new InvalidQueryException(\sprintf(
                'There is no join "%s"; there are %s.',
                ColumnNames::shown($type),
                \implode(', ', $known),
            ));
        }

        return $word;
    }

    private static function unknownRelation(Source $from, string $relation): InvalidQueryException
    {
        return new InvalidQueryException(\sprintf(
            '%s has no relation "%s". %s',
            $from->map::TABLE_PHP_NAME,
            ColumnNames::shown($relation),
            ColumnNames::hint($relation, \array_keys($from->map::RELATIONS)),
        ));
    }
}
