<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter;

use Orm\Runtime\Connection\ConnectionSettings;
use Orm\Runtime\Lock\LockProtocol;
use PDO;
use PDOException;
use PDOStatement;

/** Everything the runtime has to know about a vendor that was not decided at build time. */
interface AdapterInterface
{
    /** The name of the configuration: `pgsql`, `mysql`, `sqlite`, `mssql` or `oracle`. */
    public function getName(): string;

    /**
     * Opens the database: exceptions on, native prepared statements, the character set, options, attributes, then the
     * queries of the settings.
     */
    public function connect(#[\SensitiveParameter] ConnectionSettings $settings): PDO;

    /**
     * Whether a transaction has to go through PDO's own `beginTransaction`, `commit` and `rollBack` (`beginStatements` then
     * follow the first): pdo_oci commits after every statement unless PDO itself knows of a transaction. Everywhere else
     * the statements are sent as they are, followed by `COMMIT` or `ROLLBACK`.
     */
    public function usesPdoTransactions(): bool;

    /**
     * The statements that begin a transaction. `$isolation` is one of `READ UNCOMMITTED`, `READ COMMITTED`,
     * `REPEATABLE READ`, `SERIALIZABLE`, or null for the connection's own. A vendor without such a level takes the next
     * stricter one; anything else is a `TransactionException`.
     *
     * @return list<string> empty only where `usesPdoTransactions` is true
     */
    public function beginStatements(?string $isolation): array;

    /**
     * What to send after the end of a transaction that was begun with this level, because the level would stay (SQL
     * Server).
     *
     * @return list<string>
     */
    public function afterStatements(?string $isolation): array;

    /** Whether somebody has begun a transaction on PDO itself, as far as PDO knows. */
    public function isInTransaction(PDO $pdo): bool;

    public function savepointStatement(string $name): string;

    public function rollbackToStatement(string $name): string;

    /** Whether a transaction must not go back to a savepoint behind which it has gone back to another one. */
    public function breaksByGoingBackAgain(PDO $pdo): bool;

    /** Null where savepoints are not released (SQL Server, Oracle). */
    public function releaseStatement(string $name): ?string;

    /** Whether a statement sets the isolation level of the next transaction in a way that the server does not show. */
    public function setsNextLevel(string $sql): bool;

    /**
     * Whether every statement of a connection that was just opened reaches the same session of one server. Behind a pooler
     * that is not so; the adapter then makes PDO prepare nothing on the server.
     */
    public function keepsSession(PDO $pdo): bool;

    /** A statement for few uses: one round trip, nothing kept on the server. */
    public function prepareOnce(PDO $pdo, string $sql): PDOStatement;

    /** Whether `PDO::prepare` is a local call, so that `prepareOnce` gains nothing. */
    public function preparesLocally(): bool;

    public function quoteIdentifier(string $name): string;

    /**
     * `$sql` with its rows limited. Limit and offset are numbers in the text, never bound.
     *
     * @param bool $ordered whether `$sql` ends with an ORDER BY, without which SQL Server cannot limit
     */
    public function limit(string $sql, ?int $limit, int $offset, bool $ordered = false): string;

    /**
     * What to append to a SELECT so that its rows are locked until the end of the transaction; empty where the vendor
     * has nothing of the kind (SQLite: a write transaction is alone anyway).
     *
     * @param list<string> $tables quoted names or aliases of the tables whose rows are locked; empty for all
     */
    public function lockClause(bool $exclusive, array $tables, bool $noWait): string;

    /**
     * What to write after the name (and alias) of a table in FROM so that its rows are locked, where that is the vendor's
     * way (SQL Server); empty where `lockClause` does it.
     */
    public function lockHint(bool $exclusive, bool $noWait): string;

    /** SQL for a case-insensitive LIKE: `$left ILIKE $right` or what the vendor has. */
    public function ignoreCaseLike(string $left, string $right, bool $not): string;

    /** A placeholder for a float in an expression: SQLite would compare it as text. */
    public function floatPlaceholder(): string;

    public function errorKind(PDOException $error): ErrorKind;

    /**
     * The database's own words without the values of rows, which many messages repeat: they may be secrets, and logs are read by
     * many. Names of tables, columns and constraints stay.
     */
    public function withoutValues(PDOException $error): string;

    /**
     * The names of the constraint, table and columns, as far as the database gives them: for violated constraints, values that
     * do not fit, and tables and columns that are missing. Never a part of a value.
     */
    public function errorNames(PDOException $error): ErrorNames;

    /**
     * Whether the server has rolled back the whole transaction because of this error.
     *
     * @param PDO|null $pdo the connection, which must be in a transaction begun by `beginStatements`: where the error alone
     *                      does not tell, the server is asked
     */
    public function endsTransaction(PDOException $error, ?PDO $pdo = null): bool;

    /** Whether a failed statement makes the rest of the transaction useless until a rollback (PostgreSQL). */
    public function failureAbortsTransaction(): bool;

    /** How lists and rows are locked before they are written; one object per connection. */
    public function lockProtocol(): LockProtocol;
}
