<?php

declare(strict_types=1);

namespace Orm\Runtime\Map;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Exception\Excerpt;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Exception\UnknownColumnException;
use Orm\Runtime\Query\AnyQuery;
use Orm\Runtime\Query\ModelQuery;

/**
 * What is known of a table at build time. Generated classes give the constants their values; nobody edits them.
 *
 * Names of columns come in five forms: `phpName` (AuthorId), `camelName` (authorId), `colName` (book.author_id),
 * `fieldName` (author_id) and `num` (its position).
 *
 * @phpstan-type ListDefinition array{
 *     rank: int,
 *     required: bool,
 *     scope: list<int>,
 *     exact: bool,
 *     fixed: bool,
 *     header: bool,
 *     unique: bool,
 *     phased: bool,
 *     conditions: list<array{string, string}>,
 *     rows: string,
 *     underLock: array{string, string},
 *     keyed: string,
 *     arrange: array{string, string, string},
 *     statements: array<string, list<array{list<string>, list<string>}>>,
 * }
 */
abstract class TableMap
{
    public const TYPE_PHPNAME = 'phpName';
    public const TYPE_CAMELNAME = 'camelName';
    public const TYPE_COLNAME = 'colName';
    public const TYPE_FIELDNAME = 'fieldName';
    public const TYPE_NUM = 'num';

    /** @var string the release line of the orm that generated the classes; compared with Orm::RELEASE_LINE */
    public const RELEASE_LINE = '';
    /** @var string the connection of the schema's `<database name>` */
    public const DATABASE_NAME = '';
    /** @var string the vendor the statements were planned for */
    public const ADAPTER = '';
    /** @var string */
    public const TABLE_NAME = '';
    /** @var string */
    public const TABLE_PHP_NAME = '';

    /** @var bool whether nothing of these classes may write */
    public const READ_ONLY = false;

    /** @var self::TYPE_* names of the keys in toArray() and fromArray() */
    public const DEFAULT_KEY_TYPE = self::TYPE_PHPNAME;

    /** @var class-string<ActiveRecord> */
    public const OM_CLASS = ActiveRecord::class;
    /** @var class-string<ModelQuery<covariant ActiveRecord>> */
    public const QUERY_CLASS = AnyQuery::class;

    /** @var string the table's name in SQL */
    public const QUOTED = '';

    /** @var list<array{string, string, int, string}> name, quoted name, PDO type, placeholder */
    public const COLUMNS = [];
    /** @var list<string> */
    public const PHP_NAMES = [];
    /** @var list<string> the properties that hold the columns */
    public const PROPERTIES = [];
    /** @var list<int> positions of the primary key */
    public const KEY_POSITIONS = [];
    /** @var list<int> positions of columns that are never NULL */
    public const REQUIRED = [];
    /** @var list<int> positions of columns that are read only when asked for */
    public const LAZY_POSITIONS = [];
    /** @var list<int> positions of columns whose getter is not public: nobody reads them by name */
    public const HIDDEN_POSITIONS = [];
    /** @var list<int> positions of columns whose setter is not public: nobody sets them by name */
    public const LOCKED_POSITIONS = [];
    /** @var list<int> positions of columns that the database works out: nobody else writes them */
    public const GENERATED_POSITIONS = [];
    /** @var list<int> positions of columns that hold bytes, which texts such as JSON show in base64 */
    public const BYTES_POSITIONS = [];
    /** @var list<int> positions of columns that hold JSON documents */
    public const JSON_POSITIONS = [];
    /** @var array<int, string> position => how days and times are shown as texts */
    public const FORMATS = [];
    /** @var array<int, list<string>> position => the labels of ENUM and SET columns */
    public const VALUE_SETS = [];
    /** @var array<int, array{string, int, int}> position => what it counts (characters, bytes, numbers), least, most */
    public const LIMITS = [];
    /** @var array<int, int> position => bit of columns whose value may be in the database only */
    public const DEFERRED = [];
    /** @var int the position of the column whose value the database makes; -1 for none */
    public const AUTO_INCREMENT = -1;

    public const MANY_TO_ONE = 1;
    public const ONE_TO_MANY = 2;
    public const ONE_TO_ONE = 3;

    /**
     * By relation name: kind, map of the other table, pairs of quoted columns (here, there), quoted columns here with
     * the constants they must have, default join, name of the relation on the other side.
     *
     * @var array<string, array{1|2|3, class-string<TableMap>, list<array{string, string}>, list<array{string, scalar}>, string, string}>
     */
    public const RELATIONS = [];

    /**
     * How the objects of a relation hang together, by relation name: the property that holds them, positions of columns
     * (here, there), positions in this table and values of constants, whether the key is NOT NULL, positions in the
     * table of the key that are null when it points nowhere, what the database does with the rows of the key when the
     * other row is deleted.
     *
     * @var array<string, array{string, list<array{int, int}>, list<array{int, mixed}>, bool, list<int>, string}>
     */
    public const LINKS = [];

    /**
     * Many-to-many relations by name: the property that holds the objects, the relation to the cross-reference table,
     * and the relation from there to the objects.
     *
     * @var array<string, array{string, string, string}>
     */
    public const CROSS_LINKS = [];

    /**
     * Of a sortable table: what was planned for its lists. A statement is a list of steps; a step is the SQL in parts,
     * between which the condition on the scope stands, and names of its values in order.
     *
     * @var array{}|ListDefinition
     */
    public const LIST = [];

    /** @var string */
    public const SELECT = '';
    /** @var string */
    public const FIND = '';
    /** @var string */
    public const INSERT = '';
    /** @var string */
    public const INSERT_OUTPUT = '';
    /** @var string */
    public const INSERT_RETURNING = '';
    /** @var string */
    public const INSERT_DEFAULTS = '';
    /** @var string */
    public const UPDATE = '';
    /** @var string */
    public const DELETE = '';
    /** @var string */
    public const WHERE_KEY = '';

    /** @var array<class-string<self>, array<string, list<int|string>>> */
    private static array $names = [];

    /**
     * The names of the columns, by position.
     *
     * @param self::TYPE_* $type
     *
     * @return list<int|string>
     */
    public static function getFieldNames(string $type = self::TYPE_PHPNAME): array
    {
        $names = self::$names[static::class] ??= [
            self::TYPE_PHPNAME => static::PHP_NAMES,
            self::TYPE_CAMELNAME => \array_map(\lcfirst(...), static::PHP_NAMES),
            self::TYPE_COLNAME => \array_map(
                static fn (array $column): string => static::TABLE_NAME . '.' . $column[0],
                static::COLUMNS,
            ),
            self::TYPE_FIELDNAME => \array_map(static fn (array $column): string => $column[0], static::COLUMNS),
            self::TYPE_NUM => \array_keys(static::COLUMNS),
        ];

        return $names[$type] ?? throw new InvalidQueryException(
            'There is no such type of name; there are phpName, camelName, colName, fieldName and num.',
        );
    }

    /**
     * @param self::TYPE_* $fromType
     * @param self::TYPE_* $toType
     */
    public static function translateFieldName(int|string $name, string $fromType, string $toType): int|string
    {
        return self::getFieldNamesOf(static::class, $toType)[static::positionOf((string) $name, $fromType)];
    }

    /**
     * @param class-string<self> $map
     * @param self::TYPE_* $type
     *
     * @return list<int|string>
     */
    private static function getFieldNamesOf(string $map, string $type): array
    {
        return $map::getFieldNames($type);
    }

    /**
     * The position of a column. Without a type, every form of its name is understood.
     *
     * @param self::TYPE_*|null $type
     */
    public static function positionOf(string $name, ?string $type = null): int
    {
        $types = [self::TYPE_PHPNAME, self::TYPE_COLNAME, self::TYPE_FIELDNAME, self::TYPE_CAMELNAME];
        foreach ($type === null ? $types : [$type] as $each) {
            $position = \array_search($name, \array_map(\strval(...), static::getFieldNames($each)), true);
            if ($position !== false) {
                return $position;
            }
        }
        throw UnknownColumnException::in(static::TABLE_NAME, $name, static::PHP_NAMES);
    }

    /**
     * The labels of the ENUM and SET columns, by `table.column`.
     *
     * @return array<string, list<string>>
     */
    public static function getValueSets(): array
    {
        $sets = [];
        foreach (static::VALUE_SETS as $position => $labels) {
            $sets[static::TABLE_NAME . '.' . static::COLUMNS[$position][0]] = $labels;
        }

        return $sets;
    }

    /**
     * The labels of an ENUM or SET column, given by any form of its name.
     *
     * @return list<string>
     */
    public static function getValueSet(string $column): array
    {
        return static::VALUE_SETS[static::positionOf($column)] ?? throw new InvalidQueryException(\sprintf(
            'The column "%s" of table "%s" is no ENUM or SET: it has no labels.',
            Excerpt::of($column),
            static::TABLE_NAME,
        ));
    }

    public static function phpNameAt(int $position): string
    {
        return static::PHP_NAMES[$position] ?? throw new UnknownColumnException(\sprintf(
            'Table "%s" has no column at position %d; it has %d.',
            static::TABLE_NAME,
            $position,
            \count(static::PHP_NAMES),
        ));
    }

    public static function hasColumn(string $name): bool
    {
        foreach ([self::TYPE_PHPNAME, self::TYPE_COLNAME, self::TYPE_FIELDNAME, self::TYPE_CAMELNAME] as $type) {
            if (\in_array($name, static::getFieldNames($type), true)) {
                return true;
            }
        }

        return false;
    }
}
