<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use BackedEnum;
use DateTimeInterface;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\TableMap;

/**
 * Access to columns by name, for code that does not know them: forms, exports, imports.
 */
trait GenericAccess
{
    /** @var array<string, mixed> what a query selected beside the columns */
    private array $virtualColumns = [];

    /**
     * The value of a column, given by any form of its name.
     *
     * @param TableMap::TYPE_* $type
     */
    public function getByName(string $name, string $type = TableMap::TYPE_PHPNAME): mixed
    {
        return $this->getByPosition(static::TABLE_MAP::positionOf($name, $type));
    }

    public function getByPosition(int $position): mixed
    {
        return $this->{'get' . static::TABLE_MAP::phpNameAt($position)}();
    }

    /**
     * @param TableMap::TYPE_* $type
     */
    public function setByName(string $name, mixed $value, string $type = TableMap::TYPE_PHPNAME): static
    {
        return $this->setByPosition(static::TABLE_MAP::positionOf($name, $type), $value);
    }

    public function setByPosition(int $position, mixed $value): static
    {
        $this->{'set' . static::TABLE_MAP::phpNameAt($position)}($value);

        return $this;
    }

    /**
     * The columns by name, in forms that can be written as JSON: dates in ISO 8601, enums by label, bytes as text.
     *
     * @param TableMap::TYPE_*|null $keyType
     *
     * @return array<int|string, mixed>
     */
    public function toArray(?string $keyType = null, bool $includeLazyLoadColumns = true): array
    {
        $map = static::TABLE_MAP;
        $values = [];
        foreach ($map::getFieldNames($keyType ?? $map::DEFAULT_KEY_TYPE) as $position => $name) {
            if (!$includeLazyLoadColumns && \in_array($position, $map::LAZY_POSITIONS, true)) {
                continue;
            }
            $values[$name] = self::exported($this->getByPosition($position));
        }
        foreach ($this->virtualColumns as $name => $value) {
            $values[$name] = self::exported($value);
        }

        return $values;
    }

    /**
     * Sets the columns that the array has; other keys are ignored.
     *
     * @param array<int|string, mixed> $values
     * @param TableMap::TYPE_*|null    $keyType
     */
    public function fromArray(array $values, ?string $keyType = null): static
    {
        $map = static::TABLE_MAP;
        foreach ($map::getFieldNames($keyType ?? $map::DEFAULT_KEY_TYPE) as $position => $name) {
            if (\array_key_exists($name, $values)) {
                $this->setByPosition($position, $values[$name]);
            }
        }

        return $this;
    }

    /**
     * @param TableMap::TYPE_*|null $keyType
     */
    public function toJson(?string $keyType = null, bool $includeLazyLoadColumns = true): string
    {
        return \json_encode(
            $this->toArray($keyType, $includeLazyLoadColumns),
            \JSON_THROW_ON_ERROR | \JSON_UNESCAPED_UNICODE | \JSON_UNESCAPED_SLASHES | \JSON_INVALID_UTF8_SUBSTITUTE
                | \JSON_PRESERVE_ZERO_FRACTION,
        );
    }

    /**
     * @param TableMap::TYPE_*|null $keyType
     */
    public function fromJson(string $json, ?string $keyType = null): static
    {
        $values = \json_decode($json, true, 512, \JSON_THROW_ON_ERROR | \JSON_BIGINT_AS_STRING);
        if (!\is_array($values)) {
            throw new OrmException('fromJson() needs a JSON object with the columns by name.');
        }

        return $this->fromArray($values, $keyType);
    }

    /**
     * @return array<int|string, mixed>
     */
    public function jsonSerialize(): array
    {
        return $this->toArray();
    }

    /** Whether a column was set since the row was read or saved. */
    public function isColumnModified(string $column): bool
    {
        return \in_array(static::TABLE_MAP::positionOf($column), $this->modifiedPositions(), true);
    }

    /**
     * The columns that were set since the row was read or saved, as `table.column`.
     *
     * @return list<string>
     */
    public function getModifiedColumns(): array
    {
        $map = static::TABLE_MAP;
        $names = $map::getFieldNames(TableMap::TYPE_COLNAME);

        return \array_map(static fn (int $position): string => (string) $names[$position], $this->modifiedPositions());
    }

    /** Makes a column, or all of them, look unmodified. */
    public function resetModified(?string $column = null): void
    {
        if ($column === null) {
            $this->setModifiedWords([]);

            return;
        }
        $position = static::TABLE_MAP::positionOf($column);
        $words = $this->modifiedWords();
        $words[\intdiv($position, 62)] &= ~(1 << $position % 62);
        $this->setModifiedWords(\array_values($words));
    }

    /** A new object with the same values and no key of the database's making. */
    public function copy(bool $deepCopy = false): static
    {
        $map = static::TABLE_MAP;
        $copy = new static();
        foreach ($map::PROPERTIES as $position => $property) {
            if ($position === $map::AUTO_INCREMENT) {
                continue;
            }
            if (\in_array($position, $map::LAZY_POSITIONS, true)) {
                $this->getByPosition($position);
            }
            $copy->$property = $this->$property;
            $copy->markModified($position);
        }
        if ($deepCopy) {
            $this->copyRelationsTo($copy);
        }

        return $copy;
    }

    /** Copies the objects that point at this one. */
    protected function copyRelationsTo(self $copy): void
    {
    }

    protected function markModified(int $position): void
    {
        $words = $this->modifiedWords();
        $words[\intdiv($position, 62)] |= 1 << $position % 62;
        $this->setModifiedWords(\array_values($words));
    }

    /** Whether both stand for the same row (or are the same object). */
    public function equals(mixed $other): bool
    {
        if ($this === $other) {
            return true;
        }

        return $other instanceof self
            && static::TABLE_MAP === $other::TABLE_MAP
            && $this->poolKey() !== null
            && $this->poolKey() === $other->poolKey();
    }

    // Virtual columns: what withColumn() selected

    /**
     * @return array<string, mixed>
     */
    public function getVirtualColumns(): array
    {
        return $this->virtualColumns;
    }

    public function hasVirtualColumn(string $name): bool
    {
        return \array_key_exists($name, $this->virtualColumns);
    }

    public function getVirtualColumn(string $name): mixed
    {
        if (!$this->hasVirtualColumn($name)) {
            throw new OrmException(\sprintf(
                'This %s has no virtual column "%s"; withColumn() of the query that read it makes one.',
                static::TABLE_MAP::TABLE_PHP_NAME,
                $name,
            ));
        }

        return $this->virtualColumns[$name];
    }

    public function setVirtualColumn(string $name, mixed $value): static
    {
        $this->virtualColumns[$name] = $value;

        return $this;
    }

    private static function exported(mixed $value): mixed
    {
        return match (true) {
            $value instanceof DateTimeInterface => $value->format('Y-m-d\TH:i:s.uP'),
            $value instanceof BackedEnum => $value->value,
            \is_resource($value) => \stream_get_contents($value),
            \is_array($value) => \array_map(self::exported(...), $value),
            default => $value,
        };
    }
}
