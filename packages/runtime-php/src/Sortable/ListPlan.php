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
        return $this->readsLocking && $con->frame !== null && $con->lists()->usesLockingReads() ? $name . 'Locked' : $name;
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

        return [$condition, $locks && $con->frame !== null && $con->lists()->usesLockingReads() ? $end : ''];
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
     * Key, rank and scope of the rows with these keys that exist.
     *
     * @param list<list<scalar|null>> $keys
     * @param bool                    $locks whether rows may be locked where a plain read would see an older state
     *
     * @return list<array{list<scalar|null>, int|null, ListScope}>
     */
    public function rowsOf(ConnectionWrapper $con, array $keys, bool $locks = true): array
    {
        $found = [];
        $width = \count($this->keyTypes);
        if (\count($keys) > 20 && $this->has('rowsOf')) {
            $name = $this->deciding($con, $locks) === ['', ''] ? 'rowsOf' : 'rowsOfLocked';
            $answer = $this->rows($con, $name, new ListScope([]), ['json' => (string) \json_encode($keys)]);
        } else {
            $answer = [];
            foreach (\array_chunk($keys, 200) as $chunk) {
                $answer = [...$answer, ...$this->rowsOfChunk($con, $chunk, $locks)];
            }
        }
        foreach ($answer as $row) {
            $key = ListScope::ofRow(\array_slice($row, 0, $width))->values;
            $rank = $row[$width];
            $found[] = [$key, \is_numeric($rank) ? (int) $rank : null, ListScope::ofRow(\array_slice($row, $width + 1))];
        }

        return $found;
    }

    /**
     * Deletes the rows with these keys.
     *
     * @param list<list<scalar|null>> $keys
     */
    public function deleteRows(ConnectionWrapper $con, array $keys): void
    {
        foreach (\array_chunk($keys, 200) as $chunk) {
            $this->keyed($con, 'DELETE FROM ' . $this->map::QUOTED . ' WHERE ', $chunk);
        }
        $this->noteWrite($con);
    }

    /**
     * Gives rows of any kind of key their ranks.
     *
     * @param list<array{list<scalar|null>, int}> $pairs
     */
    public function arrange(ConnectionWrapper $con, ListScope $scope, array $pairs): void
    {
        if ($this->has('reorder')) {
            $json = \array_map(static fn (array $pair): array => [...$pair[0], $pair[1]], $pairs);
            $this->write($con, 'reorder', $scope, ['json' => (string) \json_encode($json)]);

            return;
        }
        if ($this->list['phased']) {
            // Ranks are unique row by row: out of the way first.
            $max = $this->row($con, $this->reading($con, 'max'), $scope)[0] ?? 0;
            $above = \is_numeric($max) ? (int) $max : 0;
            $this->arrangeEach($con, \array_map(static fn (array $pair): array => [$pair[0], $pair[1] + $above], $pairs));
        }
        $this->arrangeEach($con, $pairs);
    }

    /**
     * @param list<array{list<scalar|null>, int}> $pairs
     */
    private function arrangeEach(ConnectionWrapper $con, array $pairs): void
    {
        [$begin, $then, $end] = $this->list['arrange'];
        $keyed = $this->list['keyed'];
        foreach (\array_chunk($pairs, 200) as $chunk) {
            $sql = $begin . \str_repeat(" WHEN $keyed$then", \count($chunk)) . $end
                . \implode(' OR ', \array_fill(0, \count($chunk), "($keyed)"));
            $values = [];
            foreach ($chunk as [$key, $rank]) {
                $values = [...$values, ...$this->typed($key), [$rank, PDO::PARAM_INT]];
            }
            foreach ($chunk as [$key]) {
                $values = [...$values, ...$this->typed($key)];
            }
            $this->once($con, $sql, $values);
            $this->noteWrite($con);
        }
    }

    /**
     * @param list<list<scalar|null>> $keys
     *
     * @return list<list<scalar|resource|null>>
     */
    private function rowsOfChunk(ConnectionWrapper $con, array $keys, bool $locks): array
    {
        $rows = $this->list['rows'];
        [$condition, $end] = $this->deciding($con, $locks);
        $statement = $condition === ''
            ? $this->keyed($con, $rows, $keys, $end)
            : $this->keyed($con, "$rows$condition AND (", $keys, ")$end");
        try {
            /** @var list<list<scalar|resource|null>> */
            return $statement->fetchAll(PDO::FETCH_NUM);
        } catch (PDOException $error) {
            throw $con->failed($error, $statement->queryString);
        }
    }

    /**
     * Runs a statement for the rows with these keys.
     *
     * @param list<list<scalar|null>> $keys
     */
    private function keyed(ConnectionWrapper $con, string $before, array $keys, string $after = ''): PDOStatement
    {
        $values = [];
        foreach ($keys as $key) {
            \array_push($values, ...$this->typed($key));
        }

        return $this->once(
            $con,
            $before . \implode(' OR ', \array_fill(0, \count($keys), "({$this->list['keyed']})")) . $after,
            $values,
        );
    }

    /**
     * @param list<scalar|null> $key
     *
     * @return list<array{scalar|null, int}>
     */
    private function typed(array $key): array
    {
        $values = [];
        foreach ($key as $index => $value) {
            $values[] = [$value, $this->keyTypes[$index]];
        }

        return $values;
    }

    /**
     * @param list<array{scalar|null, int}> $values
     */
    private function once(ConnectionWrapper $con, string $sql, array $values): PDOStatement
    {
        $statement = $con->prepareOnce($sql);
        try {
            foreach ($values as $index => [$value, $type]) {
                $statement->bindValue($index + 1, $value, $type);
            }
            $statement->execute();
        } catch (PDOException $error) {
            throw $con->failed($error, $sql);
        }

        return $statement;
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
