<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\TableMap;
use PDO;
use PDOException;
use PDOStatement;
use ReflectionClass;
use ReflectionMethod;

/**
 * What was planned at build time for the lists of a table, ready to run: `TableMap::LIST` with the condition on the scope
 * filled in.
 *
 * @internal
 *
 * @phpstan-import-type ListDefinition from TableMap
 */
final class ListPlan
{
    use KeyedRows;

    /** @var array<class-string<TableMap>, self> */
    private static array $plans = [];

    public readonly int $rank;
    public readonly string $rankProperty;
    public readonly bool $required;
    /** @var list<int> */
    public readonly array $scope;
    public readonly bool $exact;
    public readonly bool $fixed;
    public readonly bool $header;
    public readonly bool $unique;

    /** @var array<int, string> the properties of rank and scope by position */
    public readonly array $properties;

    /** @var class-string<Sortable>|null the model class of the table */
    public readonly ?string $model;

    /** Whether the model class has a postListChange() of its own. */
    public readonly bool $isHooked;

    /** Whether reads under the lock have a form of their own, because plain ones might see an older state. */
    private readonly bool $readsLocking;

    /** For statements that are about no list. */
    public readonly ListScope $none;

    /** @var ListDefinition */
    private readonly array $list;

    /** @var array<string, list<array{string, list<string>, string}>> name and pattern => SQL, codes, key of the statement */
    private array $steps = [];

    /** @var list<int> PDO types of the scope columns */
    private readonly array $scopeTypes;

    /** @var list<int> PDO types of the key columns */
    private readonly array $keyTypes;

    /**
     * @param class-string<TableMap> $map
     */
    private function __construct(public readonly string $map)
    {
        $list = $map::LIST;
        if ($list === []) {
            throw new OrmException(\sprintf('The table "%s" is not sortable.', $map::TABLE_NAME));
        }
        $this->list = $list;
        $this->none = new ListScope($this, []);
        $this->rank = $list['rank'];
        $this->rankProperty = $map::PROPERTIES[$list['rank']];
        $this->required = $list['required'];
        $this->scope = $list['scope'];
        $this->exact = $list['exact'];
        $this->fixed = $list['fixed'];
        $this->header = $list['header'];
        $this->unique = $list['unique'];
        $this->readsLocking = isset($list['statements']['placeLocked']);
        $properties = [];
        foreach ([$list['rank'], ...$list['scope']] as $position) {
            $properties[$position] = $map::PROPERTIES[$position];
        }
        $this->properties = $properties;
        $model = $map::OM_CLASS;
        $this->model = \is_subclass_of($model, Sortable::class) ? $model : null;
        $this->isHooked = $this->model !== null && (new ReflectionMethod($this->model, 'postListChange'))->getFileName()
            !== (new ReflectionClass(SortableReading::class))->getFileName();
        $type = static fn (int $position): int => $map::COLUMNS[$position][2];
        $this->scopeTypes = \array_map($type, $list['scope']);
        $this->keyTypes = \array_map($type, $map::KEY_POSITIONS);
    }

    /**
     * @param class-string<TableMap> $map
     */
    public static function of(string $map): self
    {
        return self::$plans[$map] ??= new self($map);
    }

    public function has(string $name): bool
    {
        return isset($this->list['statements'][$name]);
    }

    /** The name of a read, or of its form under the lock where a plain one might see an older state. */
    public function reading(ConnectionWrapper $con, string $name): string
    {
        return $this->readsLocking && $con->frame !== null && $con->locks()->usesLockingReads() ? $name . 'Locked' : $name;
    }

    /**
     * What a read that was not planned needs, where it belongs to a write. The condition keeps it on the primary, before the
     * lock too: a replica that is behind would say that there is nothing to lock.
     *
     * @param bool $locks whether rows may be locked where a plain read would see an older state
     *
     * @return array{string, string} one more condition, and what it ends with; both may be empty
     */
    public function deciding(ConnectionWrapper $con, bool $locks = true): array
    {
        [$condition, $end] = $this->list['underLock'];

        return [$condition, $locks && $con->frame !== null && $con->locks()->usesLockingReads() ? $end : ''];
    }

    /**
     * Runs a planned statement, in all its steps.
     *
     * @param array<string, list<scalar|null>|int|string> $values by code
     */
    public function run(ConnectionWrapper $con, string $name, ListScope $scope, array $values = []): PDOStatement
    {
        $statement = null;
        foreach ($this->steps[$name . $scope->pattern] ?? $this->prepareSteps($name, $scope->pattern) as [$sql, $codes, $key]) {
            $t = $con->tables[$this->map] ?? $con->table($this->map);
            $statement = $t->select[$key] ?? $t->selectStatement($sql, $key);
            $place = 0;
            try {
                foreach ($codes as $code) {
                    if ($code === 'scope' || $code === 'values') {
                        foreach ($scope->values as $index => $value) {
                            if ($value !== null || $code === 'values') {
                                $statement->bindValue(++$place, $value, $this->scopeTypes[$index]);
                            }
                        }
                        continue;
                    }
                    $value = $values[$code] ?? null;
                    if (\is_int($value)) {
                        $statement->bindValue(++$place, $value, PDO::PARAM_INT);
                    } elseif (\is_array($value)) {
                        foreach ($value as $index => $part) {
                            $statement->bindValue(++$place, $part, $this->keyTypes[$index]);
                        }
                    } else {
                        $statement->bindValue(++$place, $value, PDO::PARAM_STR);
                    }
                }
                $statement->execute();
            } catch (PDOException $error) {
                throw $con->failed($error, $sql);
            }
        }

        return $statement ?? throw new OrmException(\sprintf(
            'The classes of table "%s" lack the statement "%s": run "orm model:build" again.',
            $this->map::TABLE_NAME,
            $name,
        ));
    }

    /**
     * Runs a planned statement that changes rows.
     *
     * @param array<string, list<scalar|null>|int|string> $values by code
     */
    public function write(ConnectionWrapper $con, string $name, ListScope $scope, array $values = []): int
    {
        $rows = $this->run($con, $name, $scope, $values)->rowCount();
        $this->noteWrite($con);

        return $rows;
    }

    /** Ranks are different now, until a rollback: objects that were read meanwhile are then not to be trusted. */
    public function noteWrite(ConnectionWrapper $con): void
    {
        $con->noteWrite();
        if ($con->frame !== null) {
            $con->frame->changedLists[$this->map] = true;
        }
    }

    /**
     * The first row of what a planned statement answers.
     *
     * @param array<string, list<scalar|null>|int|string> $values by code
     *
     * @return list<scalar|resource|null>|null
     */
    public function row(ConnectionWrapper $con, string $name, ListScope $scope, array $values = []): ?array
    {
        $statement = $this->run($con, $name, $scope, $values);
        try {
            /** @var list<scalar|resource|null>|false $row */
            $row = $statement->fetch(PDO::FETCH_NUM);
            $statement->closeCursor();
        } catch (PDOException $error) {
            throw $con->failed($error, $statement->queryString);
        }

        return $row === false ? null : $row;
    }

    /**
     * All rows of what a planned statement answers.
     *
     * @param array<string, list<scalar|null>|int|string> $values by code
     *
     * @return list<list<scalar|resource|null>>
     */
    public function rows(ConnectionWrapper $con, string $name, ListScope $scope, array $values = []): array
    {
        $statement = $this->run($con, $name, $scope, $values);
        try {
            /** @var list<list<scalar|resource|null>> */
            return $statement->fetchAll(PDO::FETCH_NUM);
        } catch (PDOException $error) {
            throw $con->failed($error, $statement->queryString);
        }
    }

    /**
     * @return list<array{string, list<string>, string}>
     */
    private function prepareSteps(string $name, string $pattern): array
    {
        $conditions = [];
        foreach ($this->list['conditions'] as $index => [$equal, $null]) {
            $conditions[] = ($pattern[$index] ?? '0') === '1' ? $equal : $null;
        }
        $condition = $conditions === [] ? '1 = 1' : \implode(' AND ', $conditions);
        $steps = [];
        foreach ($this->list['statements'][$name] ?? [] as $index => [$parts, $codes]) {
            $sql = \implode($condition, $parts);
            if ($name === 'next' || $name === 'previous') {
                $sql = $this->map::SELECT . $sql;
            }
            $steps[] = [$sql, $codes, "\n$name $index $pattern"];
        }

        return $this->steps[$name . $pattern] = $steps;
    }
}
