<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\EntityNotFoundException;
use Orm\Runtime\Orm;
use PDO;
use PDOException;

/**
 * Rows by their primary key.
 *
 * @template T of ActiveRecord
 */
trait FindingByKey
{
    /**
     * @internal
     */
    final protected static function notFoundKey(mixed $key): EntityNotFoundException
    {
        $parts = \array_map(
            static fn (mixed $value): string => \is_scalar($value) ? \var_export($value, true) : \get_debug_type($value),
            \is_array($key) ? $key : [$key],
        );

        return self::notFound('the key ' . ColumnNames::shown(\implode(', ', $parts)));
    }

    /**
     * The object of a key whose parts have to be converted: what findPk() does for plain keys without a detour.
     *
     * @param array<mixed> $key
     *
     * @return T|null
     *
     * @internal
     */
    final protected function findKey(array $key, ?ConnectionWrapper $con): ?ActiveRecord
    {
        if ($this->where !== [] || $this->parts !== null || $this->isHooked()) {
            // There is one row at most: nothing to limit.
            $query = (clone $this)->_and()->limit(-1)->offset(0);
            foreach (static::MAP::KEY_POSITIONS as $index => $position) {
                $query->filterColumn($position, \array_values($key)[$index] ?? null, Criteria::EQUAL);
            }

            return $query->findOne($con);
        }
        $con ??= Orm::$read[static::DATABASE] ?? Orm::readConnection(static::DATABASE);
        $map = static::MAP;
        $t = $con->tables[$map] ?? $con->table($map);
        $statement = $t->find ?? $t->findStatement();
        $behind = \count($map::COLUMNS);
        $pooled = '';
        $source = $this->source();
        foreach ($map::KEY_POSITIONS as $index => $position) {
            $value = \array_values($key)[$index] ?? null;
            $bound = $value === null ? null : BoundValue::of($source, $position, $value);
            if ($bound === null) {
                return null;
            }
            $t->cells[$behind + $index] = $bound;
            $pooled .= \strlen((string) $bound) . ':' . $bound;
        }
        $known = $t->pool?->get($pooled);
        $model = static::MODEL;
        if ($known instanceof $model) {
            /** @var T */
            return $known;
        }
        try {
            $statement->execute();
            /** @var list<scalar|resource|null>|false $row */
            $row = $statement->fetch(PDO::FETCH_NUM);
            $statement->closeCursor();
        } catch (PDOException $error) {
            throw $con->failed($error, $statement->queryString);
        }

        return $row === false ? null : $this->objectOf($row, $t);
    }
}
