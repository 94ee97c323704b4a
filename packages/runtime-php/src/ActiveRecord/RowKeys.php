<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\TablePool;
use Orm\Runtime\Connection\TableStatements;
use Orm\Runtime\Exception\ErrorTranslator;
use Orm\Runtime\Exception\NotNullViolationException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Exception\RowGoneException;
use Orm\Runtime\Relation\RowChanges;

/**
 * The key of a row: as the database knows it, and as the instance pool does.
 *
 * @internal part of ActiveRecord
 */
trait RowKeys
{
    /** @var list<scalar|null>|null the key of the row, bound form, when the object's key was changed since */
    protected ?array $oldKey = null;

    /** Remembers the key of the row before the object's key is changed: the UPDATE has to find the row by it. */
    protected function keepRowKey(): void
    {
        if (!$this->rowIsNew) {
            $this->oldKey ??= $this->rowKey();
        }
    }

    /** The row has the object's new key now. */
    protected function keyWasSaved(ConnectionWrapper $con): void
    {
        $pool = $con->getPool()?->table(static::TABLE_MAP);
        $old = $this->rowPoolKey();
        if ($old !== null) {
            $pool?->remove($old);
        }
        $this->oldKey = null;
        $this->putInto($pool);
        RowChanges::note(static::TABLE_MAP);
    }

    protected function putInto(?TablePool $pool): void
    {
        $key = $this->poolKey();
        if ($pool !== null && $key !== null) {
            $pool->add($key, $this);
        }
    }

    /**
     * The same for two objects of one row, whatever their keys have become since; null without one.
     *
     * @internal
     */
    final public function rowIdentity(): ?string
    {
        $key = $this->rowIsNew ? null : $this->rowPoolKey();

        return $key === null ? null : "$this->connectionName key $key";
    }

    /** The key under which the pool holds the row, whatever the object's key has become since. */
    private function rowPoolKey(): int|string|null
    {
        if ($this->oldKey === null || \count($this->oldKey) !== 1) {
            return $this->poolKey();
        }
        $only = $this->oldKey[0];

        return \is_int($only) || $only === null ? $only : (string) $only;
    }

    /**
     * Several values as one key, so that different ones never look the same; null when one is missing. A single value
     * stays as it is.
     *
     * @param list<scalar|null> $values
     */
    protected static function joinKey(array $values): ?string
    {
        $key = '';
        $single = \count($values) === 1;
        foreach ($values as $value) {
            if ($value === null) {
                return null;
            }
            $text = (string) $value;
            $key .= $single ? $text : \strlen($text) . ':' . $text;
        }

        return $key;
    }

    /** What to throw when a key was set that the database makes. */
    protected function keyIsMadeByDatabase(): OrmException
    {
        $map = static::TABLE_MAP;

        return new OrmException(\sprintf(
            'The database makes the values of %s.%s: do not set it before an insert, or write allowPkInsert="true" on '
                . 'the table in the schema.',
            $map::TABLE_NAME,
            $map::COLUMNS[$map::AUTO_INCREMENT][0],
        ));
    }

    /** What to throw when a key was not set that SQLite would make up: it numbers every INTEGER that is a whole key. */
    protected function keyIsMissing(): NotNullViolationException
    {
        $map = static::TABLE_MAP;

        return ErrorTranslator::missing($map::TABLE_NAME, $map::COLUMNS[$map::KEY_POSITIONS[0] ?? 0][0]);
    }

    /** What to throw when an UPDATE found no row. */
    protected function rowIsGone(): RowGoneException
    {
        return new RowGoneException(\sprintf(
            'Nothing was updated: the row of this %s (%s) is not in the database any more. Somebody deleted it, or '
                . 'changed its key. To insert it again, call copy() and save the copy.',
            static::TABLE_MAP::TABLE_PHP_NAME,
            $this->describeKey(),
        ));
    }

    private function fillKey(TableStatements $t): void
    {
        $behind = \count(static::TABLE_MAP::COLUMNS);
        foreach ($this->rowKey() as $index => $value) {
            $t->cells[$behind + $index] = $value;
        }
    }

    /** Without a key there is no telling which row is meant, and a statement would reach all of them. */
    private static function needKey(string $deed): void
    {
        $map = static::TABLE_MAP;
        if ($map::KEY_POSITIONS === []) {
            throw new OrmException(\sprintf(
                'The table "%s" has no primary key: a row of it can be inserted, not %s.',
                $map::TABLE_NAME,
                $deed,
            ));
        }
    }

    private function describeKey(): string
    {
        $map = static::TABLE_MAP;
        $parts = [];
        foreach ($this->rowKey() as $index => $value) {
            $column = $map::COLUMNS[$map::KEY_POSITIONS[$index]][0];
            $printable = \is_string($value) && \preg_match('/^[^\x00-\x1f]{0,100}$/Du', $value) !== 1;
            $parts[] = $column . ' = ' . ($printable ? '…' : \var_export($value, true));
        }

        return \implode(', ', $parts);
    }
}
