<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\RowGoneException;
use Orm\Runtime\Relation\RowChanges;
use PDO;
use PDOException;

/**
 * What of a row is here, what only the database has, and what comes back after a rollback.
 *
 * @internal part of ActiveRecord
 *
 * @phpstan-import-type Row from ActiveRecord
 * @phpstan-import-type Snapshot from ActiveRecord
 */
trait RowState
{
    /** One bit per column whose value is in the database but not here yet: lazy ones, and defaults it worked out. */
    protected int $unloaded = 0;

    /** Nothing to do: it is here for `parent::__construct()` in classes of your own. */
    public function __construct()
    {
    }

    /**
     * Takes over a row that was read again, but keeps what was set and not saved.
     *
     * @param Row $row
     *
     * @internal
     */
    public function refresh(array $row): void
    {
        $this->virtualColumns = []; // those of the query that read the row before
        if (!$this->isModified()) {
            $this->hydrate($row);
        } else {
            $map = static::TABLE_MAP;
            $kept = [];
            $unloaded = 0;
            foreach ($this->modifiedPositions() as $position) {
                $property = $map::PROPERTIES[$position];
                $kept[$property] = $this->$property;
                $unloaded |= $map::DEFERRED[$position] ?? 0;
            }
            $this->hydrate($row);
            foreach ($kept as $property => $value) {
                $this->$property = $value;
            }
            $this->unloaded &= ~$unloaded;
        }
        if ($this->linked) {
            $this->forgetMisfits();
        }
    }

    /**
     * Takes over what another object has just read of the same row, but keeps what was set and not saved.
     *
     * @internal
     */
    public function refreshFrom(self $fresh): void
    {
        $map = static::TABLE_MAP;
        $this->virtualColumns = [];
        $kept = \array_flip($this->modifiedPositions());
        foreach ($map::PROPERTIES as $position => $property) {
            if (!isset($kept[$position])) {
                $this->$property = $fresh->$property;
            }
        }
        $this->unloaded = $fresh->unloaded;
        foreach (\array_intersect_key($map::DEFERRED, $kept) as $bit) {
            $this->unloaded &= ~$bit;
        }
        $this->rowIsNew = false;
        if ($this->linked) {
            $this->forgetMisfits();
        }
    }

    /**
     * Reads one column of the row.
     *
     * @return scalar|resource|null
     */
    protected function fetchColumn(int $position, ?ConnectionWrapper $con): mixed
    {
        $con ??= $this->readConnection();
        $map = static::TABLE_MAP;
        self::needKey('read again');
        $t = $con->tables[$map] ?? $con->table($map);
        $statement = $t->columnStatement($position);
        $this->fillKey($t);
        try {
            $statement->execute();
            /** @var array{scalar|resource|null}|false $row */
            $row = $statement->fetch(PDO::FETCH_NUM);
            $statement->closeCursor();
        } catch (PDOException $error) {
            throw $con->failed($error, $statement->queryString);
        }
        if ($row === false) {
            throw new RowGoneException(\sprintf(
                'The column "%s" cannot be read: the row of this %s (%s) is not in the database any more.',
                $map::COLUMNS[$position][0],
                $map::TABLE_PHP_NAME,
                $this->describeKey(),
            ));
        }
        $this->unloaded &= ~($map::DEFERRED[$position] ?? 0);

        return $row[0];
    }

    /**
     * Puts back the state before a transaction that was rolled back: what it saved is unsaved again.
     *
     * @param Snapshot $snapshot
     *
     * @internal
     */
    public function restoreState(array $snapshot, ConnectionWrapper $con): void
    {
        [$wasNew, $wasDeleted, $words, $properties] = $snapshot;
        $words = \is_int($words) ? [$words] : $words;
        $map = static::TABLE_MAP;
        $pool = $con->getPool()?->table($map);
        $key = $this->rowPoolKey();
        if ($key !== null && $pool?->get($key) === $this) {
            $pool->remove($key);
        }
        $now = $this->modifiedWords();
        foreach ($words as $index => $word) {
            $words[$index] = $word | ($now[$index] ?? 0);
        }
        $this->setModifiedWords($words);
        $made = $map::AUTO_INCREMENT;
        if ($wasNew && $made >= 0 && ($words[\intdiv($made, 62)] >> ($made % 62) & 1) === 0) {
            $this->{$map::PROPERTIES[$made]} = null;
        }
        foreach ($properties as $property => $value) {
            $this->$property = $value;
        }
        if ($wasNew) {
            $this->oldKey = null;
            $this->unloaded = 0;
            $this->forgetDefaults($words);
        } else {
            foreach ($map::GENERATED_POSITIONS as $position) {
                $this->unloaded |= $map::DEFERRED[$position] ?? 0; // the row has the value from before
            }
        }
        if ($wasNew !== $this->rowIsNew) {
            RowChanges::note($map); // where the row was read, it is not there any more
        }
        $this->rowIsNew = $wasNew;
        $this->rowIsDeleted = $wasDeleted;
        $key = $wasNew || $wasDeleted ? null : $this->rowPoolKey();
        if ($key !== null) {
            $pool?->add($key, $this);
        }
    }

    /**
     * What the database had worked out for a row that is not there any more is no value of the object.
     *
     * @param list<int> $words the columns that were set
     */
    private function forgetDefaults(array $words): void
    {
        $map = static::TABLE_MAP;
        $defaults = $map::DEFERRED === [] ? [] : \get_class_vars(static::class);
        foreach ($map::DEFERRED as $position => $bit) {
            if (($words[\intdiv($position, 62)] >> ($position % 62) & 1) === 0) {
                $property = $map::PROPERTIES[$position];
                $this->$property = $defaults[$property] ?? null;
            }
        }
    }

    /**
     * @return list<int>
     */
    private function modifiedPositions(): array
    {
        $positions = [];
        foreach ($this->modifiedWords() as $index => $word) {
            for ($bit = 0; $bit < 62; ++$bit) {
                if (($word >> $bit & 1) === 1) {
                    $positions[] = $index * 62 + $bit;
                }
            }
        }

        return $positions;
    }
}
