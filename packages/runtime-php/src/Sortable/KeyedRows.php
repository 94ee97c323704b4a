<?php

declare(strict_types=1);

namespace Orm\Runtime\Sortable;

use Orm\Runtime\Connection\ConnectionWrapper;
use PDO;
use PDOException;
use PDOStatement;

/**
 * Statements about the rows of a list that have given keys, few or many: they are written when they are needed.
 *
 * @internal part of ListPlan
 */
trait KeyedRows
{
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
            $answer = $this->rows($con, $name, $this->none, ['json' => (string) \json_encode($keys)]);
        } else {
            $answer = [];
            foreach (\array_chunk($keys, 200) as $chunk) {
                $answer = [...$answer, ...$this->rowsOfChunk($con, $chunk, $locks)];
            }
        }
        foreach ($answer as $row) {
            $key = ListScope::ofRow($this, \array_slice($row, 0, $width))->values;
            $rank = $row[$width];
            $found[] = [$key, \is_numeric($rank) ? (int) $rank : null, ListScope::ofRow($this, \array_slice($row, $width + 1))];
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
}
