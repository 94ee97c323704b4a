<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Closure;
use IteratorAggregate;
use JsonSerializable;
use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\TableStatements;
use Orm\Runtime\Exception\EntityNotFoundException;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Sortable\RankOrder;
use PDO;
use PDOException;
use Throwable;

/**
 * A query of one table. Generated classes add typed methods for its columns and relations; what is the same for every
 * table stands here and in the traits. Conditions become SQL text at once, and that text is the key under which the
 * prepared statement is kept: a plain query builds nothing else.
 *
 * A query can be run any number of times and gives the same answer each time; `clone` makes an independent one.
 *
 * @template T of ActiveRecord
 *
 * @implements IteratorAggregate<int, T>
 *
 * @phpstan-consistent-constructor
 */
abstract class ModelQuery implements IteratorAggregate, JsonSerializable
{
    use Filtering;
    use FilteringRelated;
    use Clauses;
    use Joining;
    use UsingQueries;
    use Shaping;
    use Branching;
    use Scoping;
    use SqlBuilding;
    use SelectingRows;
    use Locking;
    use BulkWriting;
    /** @use Finding<T> */
    use Finding;
    /** @use Iterating<T> */
    use Iterating;
    use SelectingValues;
    /** @use FindingByKey<T> */
    use FindingByKey;
    /** @use FindingFromSql<T> */
    use FindingFromSql;

    /** @var class-string<ActiveRecord> */
    public const MODEL = ActiveRecord::class;
    /** @var class-string<TableMap> */
    public const MAP = TableMap::class;
    /** @var string */
    public const DATABASE = '';

    /**
     * What comparing and ordering a column need after its name.
     *
     * @var array<int, string>
     */
    public const COLLATIONS = [];
    /** @var list<int> columns of text, whose case `setIgnoreCase()` ignores */
    public const TEXTS = [];
    /** @var list<int> columns of text that arrive filled up with blanks, which are no part of the value */
    public const PADDED = [];
    /** @var list<int> columns of numbers, days and times, of which an array with `min` and `max` is a range */
    public const RANGES = [];
    /** @var array<int, string> columns whose values are numbers to the database: `integer`, `decimal`, `float` */
    public const NUMBERS = [];

    /**
     * Whether the database can compare all values of a row, as DISTINCT does.
     *
     * @var bool
     */
    public const COMPARABLE = true;
    /** @var list<int> columns that have no `=`: large texts and bytes of Oracle */
    public const LARGE = [];

    /**
     * Columns with conditions of their own kind: `set`, `list`, `document`, `object` and `geometry`.
     *
     * @var array<int, string>
     */
    public const KINDS = [];
    /** @var list<int> documents that the database keeps as texts and cannot compare */
    public const JSON_TEXTS = [];

    /**
     * The column that names the class of a row; -1 without inheritance.
     *
     * @var int
     */
    public const CLASS_COLUMN = -1;

    /**
     * The classes that a query of a subclass finds; empty for all.
     *
     * @var list<int|string>
     */
    public const CLASS_KEYS = [];

    /** What stands before a column: the table or its alias, and a dot. */
    protected string $qualifier = '';

    /** @var list<Fragment|string> conditions that all have to hold; a text is a column, `= ?` and one value */
    protected array $where = [];

    /** @var list<scalar|null> */
    protected array $params = [];

    /** @var array<int, int> PDO type by index, where text will not do */
    protected array $types = [];

    /** How many of the first conditions are no alternative to anything, whatever `_or()` says. */
    private int $closed = 0;

    private bool $or = false;

    /** The condition of the list that `inList()` named. */
    private ?Fragment $list = null;

    /** @var list<AliasOrder|RankOrder|string> columns with the direction behind them */
    protected array $order = [];

    protected ?int $limit = null;
    protected int $offset = 0;
    protected bool $ignoreCase = false;
    protected ?QueryParts $parts = null;
    private ?Source $source = null;

    final public function __construct(?string $alias = null)
    {
        if ($alias !== null) {
            $this->setModelAlias($alias);
        } elseif (static::CLASS_KEYS !== []) {
            $this->restrictToClass();
        }
    }

    /**
     * The query that `create()` was given instead of making one, as Propel's relations hand it on.
     *
     * @return static
     */
    final protected static function given(object $query, ?string $alias): static
    {
        if (!$query instanceof static) {
            throw new InvalidQueryException(\sprintf('%s::create() takes a query of its own class, and not a %s.', static::class, $query::class));
        }

        return $alias === null ? $query : $query->setModelAlias($alias);
    }

    public function __clone()
    {
        if ($this->parts !== null) {
            $this->parts = clone $this->parts;
        }
    }

    /**
     * What turns a value into the form in which the database gets it, by position of the column.
     *
     * @internal
     */
    abstract public static function binder(int $position): Closure;

    /**
     * What turns a value of a row into what the getter returns, by position of the column.
     *
     * @internal
     */
    abstract public static function reader(int $position): Closure;

    // Hooks: override them in the stub class

    /**
     * Before rows are read, changed or deleted, and where another query joins the table or has this query inside; works on
     * a copy of the query, so that it may add conditions. They have to hold beside all others.
     */
    protected function preSelect(ConnectionWrapper $con): void
    {
    }

    /** Before `delete()`; a number instead of null is returned and nothing is deleted. */
    protected function preDelete(ConnectionWrapper $con): ?int
    {
        return null;
    }

    protected function postDelete(int $affectedRows, ConnectionWrapper $con): void
    {
    }

    /**
     * Before `update()`; a number instead of null is returned and nothing is updated.
     *
     * @param array<string, mixed> $values
     */
    protected function preUpdate(array &$values, ConnectionWrapper $con): ?int
    {
        return null;
    }

    protected function postUpdate(int $affectedRows, ConnectionWrapper $con): void
    {
    }

    // The short way, for conditions, order and limit on one table

    /**
     * The rows as objects.
     *
     * @return ObjectCollection<T>
     */
    public function find(?ConnectionWrapper $con = null): ObjectCollection
    {
        $where = $this->where === [] ? '' : \implode(' AND ', $this->where);
        // A text of that length (a long list of values) is not worth keeping a statement for.
        if ($this->parts !== null || isset($where[4096]) || (self::$hooked[static::class] ?? self::detectHook())) {
            return $this->findWhole($con);
        }
        $con ??= Orm::$read[static::DATABASE] ?? Orm::readConnection(static::DATABASE);
        $map = static::MAP;
        $t = $con->tables[$map] ?? $con->table($map);
        $order = $this->order === [] ? '' : \implode(', ', $this->order);
        $key = "$where\n$order\n$this->limit\n$this->offset";
        $statement = $t->select[$key] ?? $t->selectStatement($this->plainSql($con, $this->limit), $key);
        /** @var class-string<T> $model */
        $model = static::MODEL;
        $objects = [];
        try {
            if ($this->types === []) {
                $statement->execute($this->params);
            } else {
                self::executeTyped($statement, $this->params, $this->types);
            }
            while (($row = $statement->fetch(PDO::FETCH_NUM)) !== false) {
                /** @var list<scalar|resource|null> $row */
                $objects[] = $model::fromRow($row, $t);
            }
        } catch (PDOException $error) {
            throw $con->failed($error, $statement->queryString);
        } catch (Throwable $error) {
            // A value of a row that PHP cannot show: the rows behind it must not keep the database locked.
            $statement->closeCursor();
            throw $error;
        }

        /** @var list<T> $objects */
        return new ObjectCollection($objects, $model);
    }

    /**
     * The first row as an object.
     *
     * @return T|null
     */
    public function findOne(?ConnectionWrapper $con = null): ?ActiveRecord
    {
        $where = $this->where === [] ? '' : \implode(' AND ', $this->where);
        if ($this->parts !== null || isset($where[4096]) || (self::$hooked[static::class] ?? self::detectHook())) {
            return $this->findOneWhole($con);
        }
        $con ??= Orm::$read[static::DATABASE] ?? Orm::readConnection(static::DATABASE);
        $map = static::MAP;
        $t = $con->tables[$map] ?? $con->table($map);
        $limit = $this->limit === 0 ? 0 : 1;
        $order = $this->order === [] ? '' : \implode(', ', $this->order);
        $key = "$where\n$order\n$limit\n$this->offset";
        $statement = $t->select[$key] ?? $t->selectStatement($this->plainSql($con, $limit), $key);
        try {
            if ($this->types === []) {
                $statement->execute($this->params);
            } else {
                self::executeTyped($statement, $this->params, $this->types);
            }
            /** @var list<scalar|resource|null>|false $row */
            $row = $statement->fetch(PDO::FETCH_NUM);
            $statement->closeCursor();
        } catch (PDOException $error) {
            throw $con->failed($error, $statement->queryString);
        }
        if ($row === false) {
            return null;
        }

        return $this->objectOf($row, $t);
    }

    /**
     * @param list<scalar|resource|null> $row
     *
     * @return T
     */
    private function objectOf(array $row, TableStatements $t): ActiveRecord
    {
        /** @var T */
        return (static::MODEL)::fromRow($row, $t);
    }

    /**
     * The first row as an object.
     *
     * @return T
     *
     * @throws EntityNotFoundException
     */
    public function requireOne(?ConnectionWrapper $con = null): ActiveRecord
    {
        return $this->findOne($con) ?? throw self::notFound('the query');
    }

    /** What `require…` methods throw. */
    final protected static function notFound(string $what): EntityNotFoundException
    {
        return new EntityNotFoundException(\sprintf('No %s was found for %s.', static::MAP::TABLE_PHP_NAME, $what));
    }

    // Names and aliases

    /** Gives the table another name in this query, by which `where()` and others know it. */
    public function setModelAlias(string $alias): static
    {
        if ($this->hasConditions() || $this->order !== [] || $this->parts?->joins) {
            throw new InvalidQueryException('An alias has to be set before anything else: use create($alias).');
        }
        $quoted = $this->quoted($alias);
        $this->standsFor(new Source($alias, static::class, static::MAP, "$quoted.", $quoted));

        return $this;
    }

    public function getModelAlias(): ?string
    {
        return $this->source === null || $this->source->alias === '' ? null : $this->source->name;
    }

    /** Makes this a query of a table under another name; nothing was asked for yet but what the class itself asks for. */
    private function standsFor(Source $source): void
    {
        $this->source = $source;
        $this->qualifier = $source->qualifier;
        $this->parts = new QueryParts($source);
        if (static::CLASS_KEYS !== []) {
            $this->restrictToClass();
        }
    }

    /** The table of this query, in its own SQL or in that of the query it is used in. */
    private function source(): Source
    {
        return $this->source ??= new Source(
            static::MAP::TABLE_PHP_NAME,
            static::class,
            static::MAP,
            $this->qualifier,
        );
    }

    private function parts(): QueryParts
    {
        return $this->parts ??= new QueryParts($this->source());
    }

    /** An alias given by a caller, quoted. */
    private function quoted(string $alias): string
    {
        if (\preg_match('/^[A-Za-z_][A-Za-z0-9_]{0,62}$/D', $alias) !== 1) {
            throw new InvalidQueryException(\sprintf(
                'The alias "%s" is no identifier: use letters, digits and "_", not more than 63.',
                ColumnNames::shown($alias),
            ));
        }

        return match (static::MAP::ADAPTER) {
            'mysql' => "`$alias`",
            'mssql' => "[$alias]",
            default => "\"$alias\"",
        };
    }
}
