<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\Exception\AdapterMismatchException;
use Orm\Runtime\Exception\VersionMismatchException;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use PDO;
use PDOException;
use PDOStatement;

/**
 * The prepared statements of one table on one connection. Parameters are bound once, to cells that generated code
 * fills before each execution. On servers a statement is sent unprepared for its first uses, since preparing it costs a
 * round trip of its own.
 *
 * @internal
 */
final class TableStatements
{
    private const LIMIT = 200;

    /** Uses before a statement is worth preparing on the server. */
    private const TRIALS = 2;

    /** Keeps a statement whose values the caller binds apart from one of the same SQL that reads its values from cells. */
    private const BY_CALLER = 'by caller: ';

    /** @var array<int, mixed> by column position; bound by reference. Keys of the WHERE stand behind the columns */
    public array $cells = [];

    /** @var array<int|string, PDOStatement> by the columns they write */
    public array $insert = [];

    /** @var array<int|string, PDOStatement> by the columns they write */
    public array $update = [];

    /** @var array<string, PDOStatement> by what follows the SELECT */
    public array $select = [];

    public ?PDOStatement $find = null;
    public ?PDOStatement $delete = null;

    /** @var array<string, array{PDOStatement|null, int}> SQL => statement and uses; null for one that is not kept */
    private array $cold = [];

    /** Whether any connection of this process has another name than the classes that were used on it. */
    public static bool $areForeign = false;

    /** The name of the connection, where it is not the one that the classes of the table use anyway. */
    public readonly ?string $origin;

    /** @var list<array{string, string, int, string}> */
    private readonly array $columns;

    /** @var list<int> */
    private readonly array $key;

    private readonly int $trials;
    private readonly bool $keep;

    /**
     * @param class-string<TableMap> $map
     */
    public function __construct(
        public readonly ConnectionWrapper $con,
        public readonly string $map,
        public readonly PDO $pdo,
        public readonly ?TablePool $pool,
    ) {
        $this->origin = $con->name === $map::DATABASE_NAME ? null : $con->name;
        self::$areForeign = self::$areForeign || $this->origin !== null;
        $this->columns = $map::COLUMNS;
        $this->key = $map::KEY_POSITIONS;
        $this->keep = $con->usesStatementCache();
        $this->trials = $con->adapter->preparesLocally() ? 0 : ($this->keep ? self::TRIALS : \PHP_INT_MAX);
        $this->cells = \array_fill(0, \count($this->columns) + \count($this->key), null);
    }

    /**
     * Classes fit one release line of the runtime, and know the SQL of one vendor; another one would misunderstand it, or
     * worse, understand it.
     *
     * @param class-string<TableMap> $map
     */
    public static function refuseForeign(ConnectionWrapper $con, string $map): void
    {
        if ($map::RELEASE_LINE !== Orm::RELEASE_LINE) {
            throw VersionMismatchException::of(
                \sprintf('The classes of table "%s" were', $map::TABLE_NAME),
                $map::RELEASE_LINE,
                'orm model:build',
            );
        }
        $adapter = $con->adapter->getName();
        if ($map::ADAPTER !== $adapter) {
            throw new AdapterMismatchException(\sprintf(
                'The classes of table "%s" were built for %s, and the connection "%s" is %s. Set its adapter in the '
                    . 'configuration and run "orm model:build" again, or connect to the other database.',
                $map::TABLE_NAME,
                $map::ADAPTER,
                $con->name,
                $adapter,
            ));
        }
    }

    /** The statement that inserts the columns of a mask. */
    public function insertStatement(int|string $mask): PDOStatement
    {
        $map = $this->map;
        $positions = self::positions($mask, \count($this->columns));
        if ($positions === []) {
            $sql = $map::INSERT_DEFAULTS;
        } else {
            $names = $places = '';
            foreach ($positions as $position) {
                [, $quoted, , $place] = $this->columns[$position];
                $names .= ', ' . $quoted;
                $places .= ', ' . $place;
            }
            $sql = $map::INSERT . ' (' . \substr($names, 2) . ')' . $map::INSERT_OUTPUT . ' VALUES ('
                . \substr($places, 2) . ')' . $map::INSERT_RETURNING;
        }
        $ready = false;
        $statement = $this->statement($sql, $ready, $positions);
        if (!$ready) {
            $this->bind($statement, $positions, false);
        }
        if (!isset($this->cold[$sql])) {
            if (\count($this->insert) >= self::LIMIT) {
                $this->insert = [];
            }
            $this->insert[$mask] = $statement;
        }

        return $statement;
    }

    /** The statement that updates the columns of a mask in the row of a key. */
    public function updateStatement(int|string $mask): PDOStatement
    {
        $map = $this->map;
        $positions = self::positions($mask, \count($this->columns));
        $set = '';
        foreach ($positions as $position) {
            [, $quoted, , $place] = $this->columns[$position];
            $set .= ', ' . $quoted . ' = ' . $place;
        }
        $sql = $map::UPDATE . \substr($set, 1) . $map::WHERE_KEY;
        $ready = false;
        $statement = $this->statement($sql, $ready, $positions);
        if (!$ready) {
            $this->bind($statement, $positions, true);
        }
        if (!isset($this->cold[$sql])) {
            if (\count($this->update) >= self::LIMIT) {
                $this->update = [];
            }
            $this->update[$mask] = $statement;
        }

        return $statement;
    }

    /** The statement that reads the row of a key. */
    public function findStatement(): PDOStatement
    {
        $ready = false;
        $statement = $this->statement($this->map::FIND, $ready);
        if (!$ready) {
            $this->bind($statement, [], true);
        }
        if (!isset($this->cold[$this->map::FIND])) {
            $this->find = $statement;
        }

        return $statement;
    }

    /** The statement that deletes the row of a key. */
    public function deleteStatement(): PDOStatement
    {
        $ready = false;
        $statement = $this->statement($this->map::DELETE, $ready);
        if (!$ready) {
            $this->bind($statement, [], true);
        }
        if (!isset($this->cold[$this->map::DELETE])) {
            $this->delete = $statement;
        }

        return $statement;
    }

    /** The statement that reads one column of the row of a key. */
    public function columnStatement(int $position): PDOStatement
    {
        $sql = 'SELECT ' . $this->columns[$position][1] . ' FROM ' . $this->map::QUOTED . $this->map::WHERE_KEY;
        $key = 'column ' . $position;
        if (isset($this->select[$key])) {
            return $this->select[$key];
        }
        $ready = false;
        $statement = $this->statement($sql, $ready);
        if (!$ready) {
            $this->bind($statement, [], true);
        }
        if (!isset($this->cold[$sql])) {
            $this->select[$key] = $statement;
        }

        return $statement;
    }

    /** A statement whose values the caller binds; kept under `$key` in `$select`. */
    public function selectStatement(string $sql, string $key): PDOStatement
    {
        $ready = false;
        $statement = $this->statement($sql, $ready, mark: self::BY_CALLER);
        if ($this->keep && !isset($this->cold[self::BY_CALLER . $sql])) {
            if (\count($this->select) >= self::LIMIT) {
                $this->select = [];
            }
            $this->select[$key] = $statement;
        }

        return $statement;
    }

    /**
     * A statement for this SQL, prepared on the server once it has proven itself.
     *
     * @param-out bool $ready whether its cells are bound already
     *
     * @param list<int> $positions the columns whose values it writes
     * @param ''|self::BY_CALLER $mark
     */
    private function statement(string $sql, bool &$ready, array $positions = [], string $mark = ''): PDOStatement
    {
        $con = $this->con;
        $key = $mark . $sql;
        try {
            if ($this->trials > 0) {
                [$statement, $uses] = $this->cold[$key] ?? [null, 0];
                if ($uses < $this->trials) {
                    if ($statement !== null) {
                        $this->cold[$key][1] = $uses + 1;
                        $ready = true;

                        return $statement;
                    }
                    $ready = false;
                    $statement = $con->adapter->prepareOnce($this->pdo, $sql);
                    if ($uses === 0 && \count($this->cold) >= self::LIMIT) {
                        $this->cold = [];
                    }
                    // The driver of MySQL has the values in the text, which would stay in memory with the statement.
                    $this->cold[$key] = [$this->writesBytes($positions) ? null : $statement, $uses + 1];

                    return $statement;
                }
                unset($this->cold[$key]);
            }
            $ready = false;

            return $this->pdo->prepare($sql);
        } catch (PDOException $error) {
            throw $con->failed($error, $sql);
        }
    }

    /**
     * @param list<int> $positions
     */
    private function writesBytes(array $positions): bool
    {
        foreach ($positions as $position) {
            if ($this->columns[$position][2] === PDO::PARAM_LOB) {
                return true;
            }
        }

        return false;
    }

    /**
     * @param list<int> $positions
     */
    private function bind(PDOStatement $statement, array $positions, bool $key): void
    {
        $place = 0;
        foreach ($positions as $position) {
            $statement->bindParam(++$place, $this->cells[$position], $this->columns[$position][2]);
        }
        if ($key) {
            $behind = \count($this->columns);
            foreach ($this->key as $index => $position) {
                $statement->bindParam(++$place, $this->cells[$behind + $index], $this->columns[$position][2]);
            }
        }
    }

    /**
     * The positions whose bits are set. Tables of more than 62 columns have one word per 62.
     *
     * @return list<int>
     */
    private static function positions(int|string $mask, int $columns): array
    {
        $words = \is_int($mask) ? [$mask] : \array_map(\intval(...), \explode(',', $mask));
        $positions = [];
        for ($position = 0; $position < $columns; ++$position) {
            if (($words[\intdiv($position, 62)] >> ($position % 62) & 1) === 1) {
                $positions[] = $position;
            }
        }

        return $positions;
    }
}
