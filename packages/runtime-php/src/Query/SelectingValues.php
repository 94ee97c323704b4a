<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Orm;
use PDO;
use PDOException;
use Throwable;

/** Values of some columns instead of objects: what Selection needs of its query. */
trait SelectingValues
{
    /**
     * Values of some columns, for Selection.
     *
     * @param list<string> $names
     *
     * @return iterable<array<string, mixed>>
     *
     * @internal
     */
    final public function selectValues(array $names, ?ConnectionWrapper $con, ?int $limit): iterable
    {
        [$query, $con] = $this->prepared($con);
        [$columns, $readers] = $query->selectedColumns($names);
        $statement = $query->run($con, $query->selectRows($con->adapter, $columns, $limit, $query->offset));
        $rows = [];
        try {
            while (($row = $statement->fetch(PDO::FETCH_NUM)) !== false) {
                /** @var list<scalar|resource|null> $row */
                $values = [];
                $index = 0;
                foreach ($readers as $name => $reader) {
                    $value = $row[$index++];
                    $values[$name] = $value === null || $reader === null ? $value : $reader($value);
                }
                $rows[] = $values;
            }
        } catch (PDOException $error) {
            throw $con->failed($error, $statement->queryString);
        } catch (Throwable $error) {
            // A value of a row that PHP cannot show: the rows behind it must not keep the database locked.
            $statement->closeCursor();
            throw $error;
        }

        return $rows;
    }

    /**
     * The SELECT of some columns, for Selection.
     *
     * @param list<string> $names
     *
     * @internal
     */
    final public function selectSql(array $names, ?ConnectionWrapper $con): Fragment
    {
        $adapter = $con === null ? Orm::getAdapter(static::DATABASE) : $con->adapter;

        return $this->selectRows($adapter, $this->selectedColumns($names)[0], $this->limit, $this->offset);
    }

    /**
     * The number of rows that some columns have, for Selection.
     *
     * @param list<string> $names
     *
     * @internal
     */
    final public function countValues(array $names, ?ConnectionWrapper $con): int
    {
        [$query, $con] = $this->prepared($con);
        $parts = $query->parts();
        if (!$parts->distinct && !$parts->repeatsRows()) {
            return $query->count($con);
        }
        $sql = '';
        foreach ($names as $index => $name) {
            $sql .= ', ' . ($parts->columns[$name] ?? $query->columnSql($name)) . " AS c$index";
        }
        $bare = clone $query;
        $bare->order = '';
        $number = $query->scalar($con, $bare
            ->selectRows($con->adapter, \substr($sql, 2), $query->limit, $query->offset)
            ->with('SELECT COUNT(*) FROM (', ') orm_count'));

        return \is_numeric($number) ? (int) $number : 0;
    }

    /**
     * @param list<string> $names
     *
     * @return array{string, array<string, \Closure|null>} the list after SELECT, and what reads each value
     */
    private function selectedColumns(array $names): array
    {
        $sql = '';
        $readers = [];
        foreach ($names as $name) {
            if (isset($this->parts?->columns[$name])) {
                $sql .= ', ' . $this->parts->columns[$name] . ' AS ' . $this->quoted($name);
                $readers[$name] = null;
                continue;
            }
            [$source, $position] = $this->column($name);
            $sql .= ', ' . $source->qualifier . $source->map::COLUMNS[$position][1];
            if ($source->map::ADAPTER === 'oracle') {
                // Rows with two columns of one name cannot be limited there.
                $sql .= ' AS c' . \count($readers);
            }
            $readers[$name] = $source->query::reader($position);
        }
        // Order and HAVING may name the others by alias.
        foreach ($this->parts->columns ?? [] as $alias => $expression) {
            if (!isset($readers[$alias]) && !\array_key_exists($alias, $readers)) {
                $sql .= ", $expression AS " . $this->quoted($alias);
            }
        }

        return [\substr($sql, 2), $readers];
    }
}
