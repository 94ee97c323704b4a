<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Closure;
use Orm\Runtime\Exception\ColumnNotSetException;
use Orm\Runtime\Exception\RowGoneException;
use Orm\Runtime\Value\Argument;

/**
 * The values of columns by position, for the runtime itself: it reads and sets those too that the schema hides from others.
 *
 * @internal part of ActiveRecord
 */
trait ColumnValues
{
    /**
     * What the getter of a column gives, and null while a column is not set whose getter then throws.
     *
     * @internal getByPosition() is for others
     */
    final public function valueAt(int $position): mixed
    {
        try {
            return $this->readAt($position);
        } catch (ColumnNotSetException) {
            return null;
        }
    }

    /** Calls the getter of a column. Generated classes override it for getters that are private. */
    protected function readAt(int $position): mixed
    {
        return $this->{'get' . static::TABLE_MAP::phpNameAt($position)}();
    }

    /** What a strict getter throws while its column is not set. */
    final protected function columnIsNotSet(int $position): ColumnNotSetException
    {
        $map = static::TABLE_MAP;
        $name = $map::phpNameAt($position);

        return new ColumnNotSetException(\sprintf(
            'The required column "%s" of this %s is not set: call set%s() before get%s().',
            $map::COLUMNS[$position][0],
            $map::TABLE_PHP_NAME,
            $name,
            $name,
        ));
    }

    /**
     * Calls the setter of a column with a value that it may have to be made of.
     *
     * @internal setByPosition() is for others
     */
    final public function assignAt(int $position, mixed $value): void
    {
        $map = static::TABLE_MAP;
        $setter = 'set' . $map::phpNameAt($position);
        $column = $map::TABLE_NAME . '.' . $map::COLUMNS[$position][0];
        $this->setterAt($position)(Argument::ofSetter($value, $this, $setter, $column));
    }

    /** Generated classes override it for setters that are private. */
    protected function setterAt(int $position): Closure
    {
        return $this->{'set' . static::TABLE_MAP::phpNameAt($position)}(...);
    }

    /** Whether a value is here, once it is needed. One that was never read is lost with the row of the object. */
    private function isThere(int $position): bool
    {
        if (($this->unloaded & (static::TABLE_MAP::DEFERRED[$position] ?? 0)) === 0) {
            return true;
        }
        try {
            if (!$this->rowIsDeleted) {
                $this->valueAt($position);
            }
        } catch (RowGoneException) {
            return false;
        }

        return !$this->rowIsDeleted;
    }

    protected function markModified(int $position): void
    {
        $words = $this->modifiedWords();
        $words[\intdiv($position, 62)] |= 1 << $position % 62;
        $this->setModifiedWords(\array_values($words));
    }
}
