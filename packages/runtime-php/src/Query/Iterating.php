<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Generator;
use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Adapter\PdoConstant;
use Orm\Runtime\Collection\CollectionIterator;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Value\Bytes;
use Orm\Runtime\Exception\TransactionException;
use PDO;
use PDOException;

/**
 * Large results with little memory.
 *
 * @template T of ActiveRecord
 */
trait Iterating
{
    private static int $cursors = 0;

    /**
     * What `foreach` over a query runs through: the objects of `find()`. For large results there is `iterate()`.
     *
     * @return CollectionIterator<T>
     */
    public function getIterator(): CollectionIterator
    {
        return $this->find()->getIterator();
    }

    /**
     * What `json_encode()` makes of a query: the objects of `find()`.
     *
     * @return array<int|string, mixed>
     */
    public function jsonSerialize(): array
    {
        return $this->find()->jsonSerialize();
    }

    /**
     * The rows one after another, of which only a part is in memory at a time.
     *
     * A query of one table that is not ordered, or ordered by its key, is read in parts by key: rows can be saved while
     * the loop runs. Any other query is read through a cursor of the database (PostgreSQL) or as the rows arrive; on
     * MySQL the connection can then do nothing else before the loop has ended.
     *
     * @return Generator<int, T>
     */
    public function iterate(?ConnectionWrapper $con = null, int $chunk = 1000): Generator
    {
        [$query, $con] = $this->prepared($con);
        $query = $query->withComparableRows();
        if ($query->parts()->repeatsRows()) {
            throw new InvalidQueryException(
                'iterate() cannot read to-many relations along: leave joinWith() out, or call find() with a limit.',
            );
        }
        if ($chunk < 1) {
            throw new InvalidQueryException('iterate() needs parts of at least one row.');
        }
        $descending = $query->keyDirection();
        if ($descending === null) {
            yield from $query->stream($con, $chunk);

            return;
        }
        yield from $query->byKey($con, $chunk, $descending);
    }

    /** Whether the rows come in descending order of the key; null when the order is another. */
    private function keyDirection(): ?bool
    {
        $keys = static::MAP::KEY_POSITIONS;
        if ($keys === [] || !$this->isUnjoined()) {
            return null;
        }
        foreach ([false, true] as $descending) {
            if ($this->order === $this->keyOrder($descending) || ($this->order === [] && !$descending)) {
                return $descending;
            }
        }

        return null;
    }

    private function isUnjoined(): bool
    {
        $parts = $this->parts;

        return $parts === null || (
            $parts->joins === [] && $parts->group === [] && $parts->having === null && !$parts->distinct
            && $parts->derived === null
        );
    }

    /**
     * @return list<string>
     */
    private function keyOrder(bool $descending): array
    {
        $source = $this->source();

        return \array_map(
            static fn (int $position): string => $source->column($position) . ($descending ? ' DESC' : ' ASC'),
            static::MAP::KEY_POSITIONS,
        );
    }

    /**
     * @return Generator<int, T>
     */
    private function byKey(ConnectionWrapper $con, int $chunk, bool $descending): Generator
    {
        $positions = $this->source()->rowPositions();
        $left = $this->limit;
        $offset = $this->offset;
        $part = clone $this;
        $part->order = $this->keyOrder($descending);
        $last = null;
        $number = 0;
        while ($left === null || $left > 0) {
            $size = $left === null ? $chunk : \min($chunk, $left);
            $query = $last === null ? $part : $part->behind($last, $descending);
            $plan = new RowPlan($query->parts());
            $plan->begin($con);
            $statement = $query->run($con, $query->selectRows($con->adapter, $plan->columns, $size, $offset));
            try {
                /** @var list<list<scalar|resource|null>> $rows */
                $rows = $statement->fetchAll(PDO::FETCH_NUM);
            } catch (PDOException $error) {
                throw $con->failed($error, $statement->queryString);
            }
            $count = \count($rows);
            foreach ($rows as $index => $row) {
                if ($index === $count - 1) {
                    $last = [];
                    foreach (static::MAP::KEY_POSITIONS as $position) {
                        $last[] = self::keyOf($row[(int) \array_search($position, $positions, true)]);
                    }
                }
                unset($rows[$index]);
                /** @var T $object */
                $object = $plan->object($row);
                unset($row);
                yield $number++ => $object;
                unset($object);
            }
            if ($count < $size) {
                return;
            }
            $left = $left === null ? null : $left - $size;
            $offset = 0;
        }
    }

    private static function keyOf(mixed $value): int|string
    {
        return \is_int($value) ? $value : Bytes::ofRow($value);
    }

    /**
     * The rows that follow a key.
     *
     * @param list<int|string> $key as the database gave it
     */
    private function behind(array $key, bool $descending): static
    {
        $query = clone $this;
        $source = $this->source();
        $sign = $descending ? '<' : '>';
        $condition = null;
        // (a, b) > (1, 2) as a > 1 OR (a = 1 AND b > 2), which every database understands.
        foreach (\array_reverse(static::MAP::KEY_POSITIONS, true) as $index => $position) {
            $column = $source->column($position);
            $type = BoundValue::types($source, $position, 1);
            $after = new Fragment("$column $sign ?", [$key[$index]], $type);
            $equal = new Fragment("$column = ?", [$key[$index]], $type);
            $condition = $condition === null
                ? $after
                : $after->then(' OR (', $equal->then(' AND ', $condition), ')')->with('(', ')');
        }
        $query->or = false;
        if ($condition !== null) {
            $query->add($condition);
        }

        return $query;
    }

    /**
     * @return Generator<int, T>
     */
    private function stream(ConnectionWrapper $con, int $chunk): Generator
    {
        $plan = new RowPlan($this->parts());
        $plan->begin($con);
        $sql = $this->selectRows($con->adapter, $plan->columns, $this->limit, $this->offset);
        $rows = match ($con->adapter->getName()) {
            'pgsql' => $this->cursor($con, $sql, $chunk),
            default => $this->unbuffered($con, $sql),
        };
        $number = 0;
        foreach ($rows as $row) {
            /** @var T $object */
            $object = $plan->object($row);
            $plan->forget();
            yield $number++ => $object;
            unset($object);
        }
    }

    /**
     * A cursor of PostgreSQL, whose driver would fetch the whole result at once. Outside a transaction the server keeps
     * the result for it.
     *
     * @return Generator<int, list<scalar|resource|null>>
     */
    private function cursor(ConnectionWrapper $con, Fragment $sql, int $chunk): Generator
    {
        $con->getPdo();
        if (!$con->inTransaction() && !$con->isInForeignTransaction() && !$con->keepsSession()) {
            throw new TransactionException(\sprintf(
                'iterate() of this query reads through a cursor, and the connection "%s" goes through a pooler, which may hand out '
                    . 'another server connection between two statements: call it inside transaction().',
                $con->name,
            ));
        }
        $name = 'orm_cursor_' . ++self::$cursors;
        $hold = $con->inTransaction() || !$con->keepsSession() ? '' : ' WITH HOLD';
        $declare = $sql->with("DECLARE $name NO SCROLL CURSOR$hold FOR ", '');
        $statement = $con->prepareOnce($declare->sql);
        $open = false;
        try {
            self::executeTyped($statement, $declare->params, $declare->types);
            $open = true;
            $fetch = $con->prepareOnce("FETCH FORWARD $chunk FROM $name");
            do {
                $fetch->execute();
                $count = 0;
                while (($row = $fetch->fetch(PDO::FETCH_NUM)) !== false) {
                    /** @var list<scalar|resource|null> $row */
                    ++$count;
                    yield $row;
                }
            } while ($count === $chunk);
        } catch (PDOException $error) {
            $open = false;
            throw $con->failed($error, $declare->sql);
        } finally {
            if ($open && !$con->isAborted() && $con->isOpen()) {
                try {
                    $con->getPdo()->exec("CLOSE $name");
                } catch (PDOException) {
                    // The transaction that had the cursor is over, and the cursor with it.
                }
            }
        }
    }

    /**
     * @return Generator<int, list<scalar|resource|null>>
     */
    private function unbuffered(ConnectionWrapper $con, Fragment $sql): Generator
    {
        $pdo = $con->getPdo();
        $mysql = $con->adapter->getName() === 'mysql';
        $attribute = $mysql ? PdoConstant::find('Pdo\Mysql::ATTR_USE_BUFFERED_QUERY') ?? 0 : 0;
        $statement = null;
        try {
            if ($mysql) {
                $pdo->setAttribute($attribute, false);
            }
            try {
                $statement = $con->prepare($sql->sql);
                self::executeTyped($statement, $sql->params, $sql->types);
            } finally {
                if ($mysql) {
                    $pdo->setAttribute($attribute, true);
                }
            }
            while (($row = $statement->fetch(PDO::FETCH_NUM)) !== false) {
                /** @var list<scalar|resource|null> $row */
                yield $row;
            }
        } catch (PDOException $error) {
            throw $con->failed($error, $sql->sql);
        } finally {
            $statement?->closeCursor();
        }
    }
}
