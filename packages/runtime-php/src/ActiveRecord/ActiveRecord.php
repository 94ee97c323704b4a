<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use BackedEnum;
use DateTimeInterface;
use JsonSerializable;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\Frame;
use Orm\Runtime\Connection\TableStatements;
use Orm\Runtime\Exception\ObjectDeletedException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Exception\RowGoneException;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Relation\Cascades;
use Orm\Runtime\Relation\Copies;
use Orm\Runtime\Relation\CrossReferences;
use Orm\Runtime\Relation\References;
use Orm\Runtime\Relation\Referrers;
use PDO;
use PDOException;
use Stringable;

/**
 * One row. What is the same for every table stands here; generated classes add typed columns and relations.
 *
 * A stub class may have a constructor, but rows are read into objects without arguments.
 *
 * @phpstan-consistent-constructor
 *
 * @phpstan-type Row list<scalar|resource|null>
 * @phpstan-type Snapshot array{bool, bool, list<int>|int, array<string, mixed>}
 */
abstract class ActiveRecord implements JsonSerializable
{
    use GenericAccess;
    use ColumnValues;
    use RowState;
    use RowKeys;
    use RowOrigin;
    use Hooks;
    use Saving;
    use Deleting;
    use References;
    use Referrers;
    use CrossReferences;
    use Cascades;
    use Copies;

    /** @var class-string<TableMap> */
    public const TABLE_MAP = TableMap::class;
    /** @var string */
    public const DATABASE = '';

    private const NOT = 0;
    private const WAITS = 1;
    private const WRITTEN = 2;
    private const AGAIN = 3;

    private const HOOKS = [
        'preSave', 'postSave', 'preInsert', 'postInsert', 'preUpdate', 'postUpdate', 'preDelete', 'postDelete',
    ];

    protected bool $rowIsNew = true;
    protected bool $rowIsDeleted = false;

    /** One bit per column that was set since the row was read or saved; wider tables have further words. */
    protected int $modified = 0;

    /** Whether related objects are attached that may have to be saved too. */
    protected bool $linked = false;

    /** The transaction that last noted the object's state: one that never did need not be asked. */
    protected ?Frame $savedIn = null;

    /**
     * Whether the object is just being saved: NOT; its row still WAITS; it is WRITTEN and others follow; and these AGAIN,
     * because it was to be saved once more meanwhile.
     */
    private int $saving = self::NOT;

    /**
     * The values and the related objects that are attached, for a session or a queue; nothing of a transaction or a
     * connection.
     *
     * @return array<mixed>
     */
    public function __serialize(): array
    {
        $passing = ["\0*\0savedIn"];
        foreach (['saving', 'tellsSaved', 'walking'] as $property) {
            $passing[] = "\0" . self::class . "\0$property";
        }

        return \array_diff_key((array) $this, \array_flip($passing));
    }

    /**
     * @return array<mixed>
     */
    public function __debugInfo(): array
    {
        return $this->__serialize();
    }

    // State

    public function isNew(): bool
    {
        return $this->rowIsNew;
    }

    public function setNew(bool $new): void
    {
        $this->rowIsNew = $new;
    }

    public function isDeleted(): bool
    {
        return $this->rowIsDeleted;
    }

    public function setDeleted(bool $deleted): void
    {
        $this->rowIsDeleted = $deleted;
    }

    public function isModified(): bool
    {
        return $this->modified !== 0;
    }

    /**
     * One word per 62 columns.
     *
     * @return list<int>
     */
    protected function modifiedWords(): array
    {
        return [$this->modified];
    }

    /**
     * @param list<int> $words
     */
    protected function setModifiedWords(array $words): void
    {
        $this->modified = $words[0] ?? 0;
    }

    // Persistence

    /**
     * Writes the object, and the related objects that need it, and returns the number of rows written.
     *
     * @throws OrmException
     */
    public function save(?ConnectionWrapper $con = null): int
    {
        // Without objects of other connections there is nothing to ask the object.
        $con ??= TableStatements::$areForeign || $this->connectionName !== null
            ? $this->writeConnection()
            : Orm::$write[static::DATABASE] ?? Orm::writeConnection(static::DATABASE);
        if ($this->rowIsDeleted) {
            throw new ObjectDeletedException(\sprintf(
                'This %s was deleted and cannot be saved. Make a copy() to insert it again.',
                static::TABLE_MAP::TABLE_PHP_NAME,
            ));
        }
        if (self::$hooked[static::class] ?? self::detectHooks()) {
            return $this->saveWhole($con, true);
        }
        if ($this->linked) {
            return $this->saveWhole($con, false);
        }
        if ($this->rowIsNew) {
            return $this->doInsert($con);
        }

        return $this->modified !== 0 || $this->isModified() ? $this->doUpdate($con) : 0;
    }

    /** Reads the row again; unsaved edits are lost. With `$deep`, related objects are forgotten too. */
    public function reload(bool $deep = false, ?ConnectionWrapper $con = null): void
    {
        $name = static::TABLE_MAP::TABLE_PHP_NAME;
        if ($this->rowIsDeleted || $this->rowIsNew) {
            throw new OrmException(\sprintf(
                'This %s has no row to read again, because it was %s.',
                $name,
                $this->rowIsDeleted ? 'deleted' : 'never saved',
            ));
        }
        self::needKey('read again');
        $con ??= $this->readConnection();
        $t = $con->tables[static::TABLE_MAP] ?? $con->table(static::TABLE_MAP);
        $statement = $t->find ?? $t->findStatement();
        $this->fillKey($t);
        try {
            $statement->execute();
            /** @var Row|false $row */
            $row = $statement->fetch(PDO::FETCH_NUM);
            $statement->closeCursor();
        } catch (PDOException $error) {
            throw $con->failed($error, $statement->queryString);
        }
        if ($row === false) {
            throw new RowGoneException(\sprintf('The row of this %s is not in the database any more.', $name));
        }
        $this->setModifiedWords([]);
        $this->oldKey = null;
        $this->virtualColumns = [];
        $this->hydrate($row);
        if ($deep) {
            $this->clearAllReferences();
        } elseif ($this->linked) {
            $this->forgetMisfits();
        }
    }

    /** Inserts the row and takes over the key that the database made. */
    abstract protected function doInsert(ConnectionWrapper $con): int;

    /** Updates the modified columns of the row. */
    abstract protected function doUpdate(ConnectionWrapper $con): int;

    /**
     * The object of a row: the one that is in use already, refreshed, or a new one.
     *
     * @param Row $row
     *
     * @internal
     */
    abstract public static function fromRow(array $row, TableStatements $t): self;

    /**
     * The primary key: a value, a list of several, or null when the table has none.
     *
     * @return mixed
     */
    abstract public function getPrimaryKey();

    /**
     * Takes over a row: the columns of the table map's SELECT, in order.
     *
     * @param Row $row
     *
     * @internal
     */
    abstract public function hydrate(array $row): void;

    /**
     * The key of the row in its bound form, as the database knows it.
     *
     * @return list<scalar|null>
     */
    abstract protected function rowKey(): array;

    /** The key under which the pool holds the object; null without a complete key. */
    abstract protected function poolKey(): int|string|null;

    // Inside

    /** A value as text, for `__toString`. */
    protected static function textOf(mixed $value): string
    {
        return match (true) {
            $value === null => '',
            \is_string($value) => $value,
            \is_bool($value) => $value ? 'true' : 'false',
            \is_int($value), \is_float($value) => (string) $value,
            $value instanceof DateTimeInterface => $value->format('Y-m-d H:i:s'),
            $value instanceof BackedEnum => (string) $value->value,
            $value instanceof Stringable => (string) $value,
            default => (string) \json_encode(\is_resource($value) ? \stream_get_contents($value) : $value),
        };
    }
}
