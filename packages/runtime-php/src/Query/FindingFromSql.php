<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\Excerpt;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use PDO;
use PDOException;
use PDOStatement;
use Throwable;

/**
 * Objects of a SELECT that the application wrote.
 *
 * @template T of ActiveRecord
 */
trait FindingFromSql
{
    /**
     * The rows of a SELECT of your own as objects. Its columns are known by their names, in any order: all of the table but
     * lazy ones have to be there, and what the table does not have becomes a virtual column. Conditions of the query and
     * `preSelect()` are no part of it.
     *
     * @param array<int|string, scalar|null> $parameters in order, or by name
     *
     * @return ObjectCollection<T>
     */
    public function findFromSql(string $sql, array $parameters = [], ?ConnectionWrapper $con = null): ObjectCollection
    {
        if ($this->hasConditions() || $this->order !== [] || $this->limit !== null || $this->offset > 0 || $this->parts !== null) {
            throw new InvalidQueryException(
                'findFromSql() runs the SELECT that it is given and nothing else: write conditions, joins, order and limit there.',
            );
        }
        $con ??= Orm::$read[static::DATABASE] ?? Orm::readConnection(static::DATABASE);
        $statement = $con->query($sql, $parameters);
        try {
            $objects = $this->objectsOf($statement, $con);
        } catch (PDOException $error) {
            throw $con->failed($error, $sql);
        } catch (Throwable $error) {
            // The rows behind the one that failed must not keep the database locked.
            $statement->closeCursor();
            throw $error;
        }
        /** @var class-string<T> $model */
        $model = static::MODEL;

        return new ObjectCollection($objects, $model);
    }

    /** @return list<T> */
    private function objectsOf(PDOStatement $statement, ConnectionWrapper $con): array
    {
        $map = static::MAP;
        $names = $map::getFieldNames(TableMap::TYPE_FIELDNAME);
        $eager = \array_map(\strval(...), \array_values(\array_diff_key($names, \array_flip($map::LAZY_POSITIONS))));
        $known = \array_flip($names);
        $t = $con->tables[$map] ?? $con->table($map);
        $objects = [];
        while (($named = $statement->fetch(PDO::FETCH_NAMED)) !== false) {
            /** @var array<string, scalar|resource|list<mixed>|null> $named */
            $row = [];
            foreach ($eager as $name) {
                $row[] = self::onlyValue($named, $name);
            }
            $object = $this->objectOf($row, $t);
            $class = static::MODEL;
            if (!$object instanceof $class) {
                throw new InvalidQueryException(\sprintf('findFromSql() of %s found a %s.', static::class, $object::class));
            }
            foreach (\array_diff_key($named, $known) as $name => $_) {
                $object->setVirtualColumn((string) $name, self::onlyValue($named, (string) $name));
            }
            $objects[] = $object;
        }

        return $objects;
    }

    /**
     * @param array<string, scalar|resource|list<mixed>|null> $named
     *
     * @return scalar|resource|null
     */
    private static function onlyValue(array $named, string $name): mixed
    {
        $value = \array_key_exists($name, $named) ? $named[$name] : throw new InvalidQueryException(\sprintf(
            'The SELECT has no column "%s", which every %s needs: select all columns of "%s".',
            $name,
            static::MAP::TABLE_PHP_NAME,
            static::MAP::TABLE_NAME,
        ));
        if (\is_array($value)) {
            throw new InvalidQueryException(\sprintf(
                'The SELECT has several columns "%s": give those of other tables another name with AS.',
                Excerpt::of($name),
            ));
        }

        return $value;
    }
}
