<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\TableStatements;
use Orm\Runtime\Orm;
use Orm\Runtime\Relation\Link;
use Orm\Runtime\Relation\RelatedObjects;

/**
 * Where the row of an object is: there it is read on, written and deleted when no connection is given. A replica has the
 * name of its primary, so what was read from one is written to the other.
 *
 * @internal part of ActiveRecord
 */
trait RowOrigin
{
    /** The name of the connection that the row was read from or inserted on, where it is not the usual one. */
    protected ?string $connectionName = null;

    /**
     * The name of the connection that the object belongs to; null for the one of its class.
     *
     * @internal
     */
    final public function rowOrigin(): ?string
    {
        $isAlone = $this->connectionName !== null || !$this->rowIsNew || !$this->linked;

        // Objects of other connections are rare; without any, there is nothing to look for.
        return $isAlone || !TableStatements::$areForeign ? $this->connectionName : $this->originAround();
    }

    final protected function writeConnection(): ConnectionWrapper
    {
        $name = $this->rowOrigin() ?? static::DATABASE;

        return Orm::$write[$name] ?? Orm::writeConnection($name);
    }

    final protected function readConnection(): ConnectionWrapper
    {
        $name = $this->connectionName ?? static::DATABASE;

        return Orm::$read[$name] ?? Orm::readConnection($name);
    }

    /** A new object belongs to where the objects are that it is linked with. */
    private function originAround(): ?string
    {
        if ($this->connectionName !== null || !$this->rowIsNew || $this->walking) {
            return $this->connectionName;
        }
        $this->walking = true;
        try {
            foreach (Link::properties(static::TABLE_MAP) as $property) {
                $related = $this->$property;
                foreach ($related instanceof RelatedObjects ? $related->objects->getData() : [$related] as $object) {
                    $name = $object instanceof ActiveRecord ? $object->originAround() : null;
                    if ($name !== null) {
                        return $name;
                    }
                }
            }
        } finally {
            $this->walking = false;
        }

        return null;
    }
}
