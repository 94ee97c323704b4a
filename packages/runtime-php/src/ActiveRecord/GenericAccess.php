<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use ArrayObject;
use BackedEnum;
use DateTimeInterface;
use Orm\Runtime\Exception\Excerpt;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Exception\UnknownColumnException;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Value\Argument;
use Orm\Runtime\Value\Bytes;
use Orm\Runtime\Value\JsonValue;

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
        if (\in_array($position, static::TABLE_MAP::HIDDEN_POSITIONS, true)) {
            throw UnknownColumnException::hidden(static::TABLE_MAP, $position, 'read', 'accessorVisibility');
        }

        return $this->valueAt($position);
    }

    /**
     * @param TableMap::TYPE_* $type
     */
    public function setByName(string $name, mixed $value, string $type = TableMap::TYPE_PHPNAME): static
    {
        return $this->setByPosition(static::TABLE_MAP::positionOf($name, $type), $value);
    }

    /** Also takes the texts that forms and files have for numbers. */
    public function setByPosition(int $position, mixed $value): static
    {
        if (\in_array($position, static::TABLE_MAP::GENERATED_POSITIONS, true)) {
            throw UnknownColumnException::generated(static::TABLE_MAP, $position);
        }
        if (\in_array($position, static::TABLE_MAP::LOCKED_POSITIONS, true)) {
            throw UnknownColumnException::hidden(static::TABLE_MAP, $position, 'set', 'mutatorVisibility');
        }
        $this->assignAt($position, $value);

        return $this;
    }

    /**
     * The columns with a public getter by name: days and times as texts, enums by label, streams as their bytes. With
     * `$includeForeignObjects` also the related objects that were read or set.
     *
     * @param TableMap::TYPE_*|null $keyType
     *
     * @return array<int|string, mixed>
     */
    public function toArray(
        ?string $keyType = null,
        bool $includeLazyLoadColumns = true,
        bool $includeForeignObjects = false,
    ): array {
        $values = $this->export($keyType, $includeLazyLoadColumns, false);

        return $includeForeignObjects ? $values + $this->exportRelated($keyType, $includeLazyLoadColumns) : $values;
    }

    /**
     * Sets the columns that the array has; other keys are ignored, and so are columns without a public setter. The place
     * in a list is none of them: insertAtRank() and moves give it.
     *
     * @param array<int|string, mixed> $values
     * @param TableMap::TYPE_*|null    $keyType
     */
    public function fromArray(array $values, ?string $keyType = null): static
    {
        $map = static::TABLE_MAP;
        $names = $map::getFieldNames($keyType ?? $map::DEFAULT_KEY_TYPE);
        foreach (\array_diff_key($names, \array_flip($map::LOCKED_POSITIONS)) as $position => $name) {
            if (\array_key_exists($name, $values) && $position !== ($map::LIST['rank'] ?? null)) {
                $this->assignAt($position, $values[$name]);
            }
        }

        return $this;
    }

    /**
     * As toArray(), with bytes in base64.
     *
     * @param TableMap::TYPE_*|null $keyType
     */
    public function toJson(?string $keyType = null, bool $includeLazyLoadColumns = true): string
    {
        return \json_encode(
            $this->export($keyType, $includeLazyLoadColumns, true),
            \JSON_THROW_ON_ERROR | \JSON_UNESCAPED_UNICODE | \JSON_UNESCAPED_SLASHES | \JSON_INVALID_UTF8_SUBSTITUTE
                | \JSON_PRESERVE_ZERO_FRACTION,
        );
    }

    /**
     * Sets the columns that the document has, in the forms of toJson().
     *
     * @param TableMap::TYPE_*|null $keyType
     */
    public function fromJson(string $json, ?string $keyType = null): static
    {
        $values = \json_decode($json, true, 512, \JSON_BIGINT_AS_STRING);
        if (!\is_array($values)) {
            throw new InvalidValueException('fromJson() needs a JSON object with the columns by name.');
        }
        $map = static::TABLE_MAP;
        $names = $map::getFieldNames($keyType ?? $map::DEFAULT_KEY_TYPE);
        foreach ($map::BYTES_POSITIONS as $position) {
            $text = $values[$names[$position]] ?? null;
            if (\is_string($text)) {
                $column = $map::TABLE_NAME . '.' . $map::COLUMNS[$position][0];
                $values[$names[$position]] = Bytes::ofBase64($text, $column);
            }
        }

        return $this->fromArray($values, $keyType);
    }

    /**
     * @return array<int|string, mixed>
     */
    public function jsonSerialize(): array
    {
        return $this->export(null, true, true);
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

    /** Whether the key, or a part of it, has no value yet. */
    public function isPrimaryKeyNull(): bool
    {
        return \in_array(null, (array) ($this->getPrimaryKey() ?? [null]), true);
    }

    /** Whether both stand for the same row (or are the same object). */
    public function equals(mixed $other): bool
    {
        if ($this === $other) {
            return true;
        }

        return $other instanceof self
            && static::TABLE_MAP === $other::TABLE_MAP
            && $this->connectionName === $other->connectionName
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
                Excerpt::of($name),
            ));
        }

        return $this->virtualColumns[$name];
    }

    public function setVirtualColumn(string $name, mixed $value): static
    {
        $this->virtualColumns[$name] = $value;

        return $this;
    }

    /**
     * @param TableMap::TYPE_*|null $keyType
     * @param bool                  $text    whether bytes have to be text
     *
     * @return array<int|string, mixed>
     */
    private function export(?string $keyType, bool $lazyColumns, bool $text): array
    {
        $map = static::TABLE_MAP;
        $values = [];
        $names = $map::getFieldNames($keyType ?? $map::DEFAULT_KEY_TYPE);
        foreach (\array_diff_key($names, \array_flip($map::HIDDEN_POSITIONS)) as $position => $name) {
            if (!$lazyColumns && \in_array($position, $map::LAZY_POSITIONS, true)) {
                continue;
            }
            $value = $this->isThere($position) ? $this->valueAt($position) : null;
            $value = self::exported($value, $map::FORMATS[$position] ?? null);
            if ($text && $value === [] && \in_array($position, $map::JSON_POSITIONS, true)) {
                $stored = $this->{$map::PROPERTIES[$position]};
                $value = \is_string($stored) && JsonValue::isEmptyObject($stored) ? new ArrayObject() : $value;
            }
            $isBytes = $text && \is_string($value) && \in_array($position, $map::BYTES_POSITIONS, true);
            $values[$name] = $isBytes ? \base64_encode($value) : $value;
        }
        foreach ($this->virtualColumns as $name => $value) {
            $values[$name] = self::exported($value, null);
        }

        return $values;
    }

    private static function exported(mixed $value, ?string $format): mixed
    {
        return match (true) {
            $value instanceof DateTimeInterface => $value->format($format ?? 'Y-m-d\TH:i:s.uP'),
            $value instanceof BackedEnum => $value->value,
            \is_resource($value) => \stream_get_contents($value),
            \is_array($value) => \array_map(static fn (mixed $each): mixed => self::exported($each, $format), $value),
            default => $value,
        };
    }
}
