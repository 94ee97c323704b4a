<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\Exception\Excerpt;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Value\Text;
use PDO;
use PDOException;
use PDOStatement;

/**
 * What is sent to the database: statements of tables, and those of the application.
 *
 * @internal part of ConnectionWrapper
 */
trait Statements
{
    /**
     * Runs a statement that is part of the management of transactions: no write, no result.
     *
     * @internal
     */
    public function command(string $sql): void
    {
        $this->refuseWhileAborted();
        $this->run($sql);
    }

    /**
     * The statements of a table; the slow path behind `$tables`.
     *
     * @param class-string<TableMap> $map
     *
     * @internal
     */
    public function table(string $map): TableStatements
    {
        $this->refuseWhileAborted();
        TableStatements::refuseForeign($this, $map);

        return $this->tables[$map] = new TableStatements($this, $map, $this->getPdo(), $this->pool?->table($map));
    }

    /** Prepares a statement on the server, unless the statement cache is off. */
    public function prepare(string $sql): PDOStatement
    {
        $this->refuseWhileAborted();
        try {
            $pdo = $this->getPdo();

            return $this->usesStatementCache() ? $pdo->prepare($sql) : $this->adapter->prepareOnce($pdo, $sql);
        } catch (PDOException $error) {
            throw $this->failed($error, $sql);
        }
    }

    /** Prepares a statement that will run once or twice. */
    public function prepareOnce(string $sql): PDOStatement
    {
        $this->refuseWhileAborted();
        try {
            return $this->adapter->prepareOnce($this->getPdo(), $sql);
        } catch (PDOException $error) {
            throw $this->failed($error, $sql);
        }
    }

    /**
     * Runs a prepared statement that changes rows, with what is bound to it.
     *
     * @internal
     */
    public function write(PDOStatement $statement): void
    {
        try {
            $statement->execute();
        } catch (PDOException $error) {
            throw $this->failed($error, $statement->queryString);
        }
        $this->noteWrite();
    }

    /** Runs a statement without parameters and returns the number of rows it changed. */
    public function exec(string $sql): int
    {
        $this->refuseWhileAborted();
        $this->noteLevel($sql);
        $this->noteWrite();

        return $this->run($sql);
    }

    /**
     * Runs a query with bound values.
     *
     * @param array<int|string, scalar|null> $parameters in order, or by name
     */
    public function query(string $sql, array $parameters = []): PDOStatement
    {
        $statement = $this->prepareOnce($sql);
        $this->noteLevel($sql);
        $this->noteWrite();
        try {
            foreach ($parameters as $key => $value) {
                if (\is_string($value) && \str_contains($value, "\0") && $this->adapter->getName() === 'pgsql') {
                    // The driver would send what stands before it; bytes need bindValue() with PDO::PARAM_LOB.
                    throw Text::zeroByte($value, "the parameter $key");
                }
                $type = \is_int($value) ? PDO::PARAM_INT : (\is_bool($value) ? PDO::PARAM_BOOL : PDO::PARAM_STR);
                $statement->bindValue(
                    \is_int($key) ? $key + 1 : $key,
                    \is_float($value) ? \var_export($value, true) : $value,
                    $type,
                );
            }
            $statement->execute();
        } catch (PDOException $error) {
            throw $this->failed($error, $sql);
        }

        return $statement;
    }

    public function quoteIdentifier(string $name): string
    {
        return $this->adapter->quoteIdentifier($name);
    }

    public function quote(string $text): string
    {
        try {
            $quoted = $this->getPdo()->quote($text);
        } catch (PDOException) {
            $quoted = false;
        }

        return \is_string($quoted) ? $quoted : throw new InvalidValueException(\sprintf(
            'The database cannot take "%s" as a text: its bytes are not what the character set of the connection has.',
            Excerpt::of($text),
        ));
    }

    /** @phpstan-impure it may abort the transaction */
    private function run(string $sql): int
    {
        $pdo = $this->pdo ?? $this->getPdo();
        $log = $this->queryLog;
        $begun = $log === null ? 0 : \hrtime(true);
        try {
            $rows = (int) $pdo->exec($sql);
        } catch (PDOException $error) {
            throw $this->failed($error, $sql);
        }
        $log?->note($sql, \hrtime(true) - $begun);

        return $rows;
    }
}
