<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter;

use Orm\Runtime\Connection\ConnectionSettings;
use Orm\Runtime\Lock\LockProtocol;
use Orm\Runtime\Lock\Protocol\MssqlProtocol;
use PDO;
use PDOException;
use PDOStatement;

/**
 * Microsoft SQL Server, by the PDO drivers `sqlsrv` (Microsoft's own) and `dblib` (FreeTDS).
 *
 * Written from the documentation of server and drivers: no SQL Server runs where this library is tested.
 */
final class MssqlAdapter extends AbstractAdapter
{
    protected const DRIVERS = ['sqlsrv' => 'pdo_sqlsrv', 'dblib' => 'pdo_dblib'];

    protected const ISOLATION_LEVELS = [...parent::ISOLATION_LEVELS, 'SNAPSHOT'];

    private const KINDS = [
        2627 => ErrorKind::UniqueViolation, // constraint
        2601 => ErrorKind::UniqueViolation, // index
        515 => ErrorKind::NotNullViolation,
        2628 => ErrorKind::ValueTooLong,
        8152 => ErrorKind::ValueTooLong,
        220 => ErrorKind::ValueOutOfRange,
        8115 => ErrorKind::ValueOutOfRange,
        241 => ErrorKind::InvalidValue,
        245 => ErrorKind::InvalidValue,
        207 => ErrorKind::MissingColumn,
        208 => ErrorKind::MissingTable,
        1205 => ErrorKind::Deadlock,
        3960 => ErrorKind::Serialization, // update conflict under SNAPSHOT
        3961 => ErrorKind::Serialization,
        41301 => ErrorKind::Serialization, // memory-optimized tables
        41302 => ErrorKind::Serialization,
        41305 => ErrorKind::Serialization,
        41325 => ErrorKind::Serialization,
        1222 => ErrorKind::LockTimeout,
        3906 => ErrorKind::ReadOnlyServer,
        // Network errors of Windows, sessions that were killed, and a server that goes down or moves (Azure).
        64 => ErrorKind::ConnectionLost,
        121 => ErrorKind::ConnectionLost,
        233 => ErrorKind::ConnectionLost,
        596 => ErrorKind::ConnectionLost,
        6005 => ErrorKind::ConnectionLost,
        10053 => ErrorKind::ConnectionLost,
        10054 => ErrorKind::ConnectionLost,
        10060 => ErrorKind::ConnectionLost,
        40197 => ErrorKind::ConnectionLost,
        40613 => ErrorKind::ConnectionLost,
        // DB-Library: unexpected end of file, time-out, reading and writing failed, dead connection.
        20002 => ErrorKind::ConnectionLost,
        20003 => ErrorKind::ConnectionLost,
        20004 => ErrorKind::ConnectionLost,
        20006 => ErrorKind::ConnectionLost,
        20017 => ErrorKind::ConnectionLost,
        20047 => ErrorKind::ConnectionLost,
    ];

    /** Errors after which the server has rolled back everything. */
    private const ENDING = [1205 => true, 3960 => true, 3961 => true, 41301 => true, 41302 => true, 41305 => true, 41325 => true];

    public function getName(): string
    {
        return 'mssql';
    }

    public function lockProtocol(): LockProtocol
    {
        return new MssqlProtocol();
    }

    /** @return non-empty-list<string> */
    public function beginStatements(?string $isolation): array
    {
        return $isolation === null
            ? ['BEGIN TRANSACTION']
            : ['SET TRANSACTION ISOLATION LEVEL ' . self::isolationLevel($isolation), 'BEGIN TRANSACTION'];
    }

    /** A level holds for the session here and not for one transaction, so the server's default comes back afterwards. */
    public function afterStatements(?string $isolation): array
    {
        return $isolation === null ? [] : ['SET TRANSACTION ISOLATION LEVEL READ COMMITTED'];
    }

    public function savepointStatement(string $name): string
    {
        return 'SAVE TRANSACTION ' . $this->quoteIdentifier($name);
    }

    public function rollbackToStatement(string $name): string
    {
        return 'ROLLBACK TRANSACTION ' . $this->quoteIdentifier($name);
    }

    public function releaseStatement(string $name): ?string
    {
        return null;
    }

    /** With a direct query sqlsrv prepares nothing on the server; dblib never does. */
    public function prepareOnce(PDO $pdo, string $sql): PDOStatement
    {
        $directQuery = PdoConstant::find('SQLSRV_ATTR_DIRECT_QUERY');
        if ($directQuery === null || $pdo->getAttribute(PDO::ATTR_DRIVER_NAME) !== 'sqlsrv') {
            return $pdo->prepare($sql);
        }

        return $pdo->prepare($sql, [$directQuery => true]);
    }

    public function quoteIdentifier(string $name): string
    {
        return '[' . \str_replace(']', ']]', self::identifier($name)) . ']';
    }

    /** Locks are asked for with the table: see `lockHint`. */
    public function lockClause(bool $exclusive, array $tables, bool $noWait): string
    {
        return '';
    }

    public function lockHint(bool $exclusive, bool $noWait): string
    {
        return ' WITH (' . ($exclusive ? 'UPDLOCK' : 'REPEATABLEREAD') . ', ROWLOCK' . ($noWait ? ', NOWAIT' : '') . ')';
    }

    public function errorKind(PDOException $error): ErrorKind
    {
        $code = self::driverCode($error);
        if ($code === 547) {
            $check = \preg_match('/with the (?:TABLE |COLUMN )?CHECK constraint/', self::databaseMessage($error)) === 1;

            return $check ? ErrorKind::CheckViolation : ErrorKind::ForeignKeyViolation;
        }
        if (isset(self::KINDS[$code])) {
            return self::KINDS[$code];
        }

        return match (self::sqlState($error)) {
            '08S01', '08003', '08007' => ErrorKind::ConnectionLost,
            '23000' => ErrorKind::ConstraintViolation,
            default => ErrorKind::Other,
        };
    }

    public function withoutValues(PDOException $error): string
    {
        return self::masked(
            ['/(duplicate key value is \().*(\))/is', '/(\bvalue:? \').*(\')/is'],
            \trim(self::databaseMessage($error)),
        );
    }

    public function errorNames(PDOException $error): ErrorNames
    {
        $message = self::databaseMessage($error);
        $kind = $this->errorKind($error);

        return match ($kind) {
            // The value comes last, and may look like any of these.
            ErrorKind::ValueTooLong => self::named('/truncated in table \'(?:[^\']+\.)?(?<table>[^\'.]+)\', column \'(?<column>[^\']+)\'/', $message),
            ErrorKind::MissingTable => self::named('/Invalid object name \'(?:[^\']+\.)?(?<table>[^\'.]+)\'/', $message),
            ErrorKind::MissingColumn => self::named('/Invalid column name \'(?<column>[^\']+)\'/', $message),
            default => $kind->isViolation() ? self::violated($message) : null,
        } ?? new ErrorNames();
    }

    private static function violated(string $message): ?ErrorNames
    {
        // Tables are named with their schema, and with their database where a column is missing a value.
        return self::named('/constraint \'(?<constraint>.+?)\'\. Cannot insert duplicate key in object \'(?:[^\']+\.)?(?<table>[^\'.]+)\'/', $message)
            ?? self::named('/duplicate key row in object \'(?:[^\']+\.)?(?<table>[^\'.]+)\' with unique index \'(?<constraint>.+?)\'/', $message)
            ?? self::named('/value NULL into column \'(?<column>.+?)\', table \'(?:[^\']+\.)?(?<table>[^\'.]+)\'/', $message)
            // The table of the conflict is here the one referred to, not that of the constraint.
            ?? self::named('/with the FOREIGN KEY (?:SAME TABLE )?constraint "(?<constraint>.+?)"\./', $message)
            ?? self::named('/constraint "(?<constraint>.+?)"\..* table "(?:[^"]+\.)?(?<table>[^".]+)"(?:, column \'(?<column>.+?)\')?/s', $message);
    }

    /**
     * With XACT_ABORT, and with some errors always, everything is rolled back or can only be rolled back: the server is
     * asked.
     */
    public function endsTransaction(PDOException $error, ?PDO $pdo = null): bool
    {
        if (isset(self::ENDING[self::driverCode($error)]) || $this->errorKind($error) === ErrorKind::ConnectionLost) {
            return true;
        }
        if ($pdo === null) {
            return false;
        }
        try {
            $statement = $pdo->query('SELECT XACT_STATE()');
            $state = $statement === false ? 0 : $statement->fetchColumn();
        } catch (PDOException) {
            return true;
        }

        return !\is_scalar($state) || (int) $state !== 1;
    }

    protected function dsn(#[\SensitiveParameter] ConnectionSettings $settings): string
    {
        $charset = self::charset($settings);
        // sqlsrv speaks UTF-8 by itself; FreeTDS would take the character set of its own configuration.
        return $charset === null || Dsn::driver($settings->dsn) !== 'dblib'
            ? $settings->dsn
            : Dsn::with($settings->dsn, 'charset', $charset);
    }

    protected function initialize(PDO $pdo, #[\SensitiveParameter] ConnectionSettings $settings): void
    {
        // A DATETIME takes 2030-02-01 for January 2 where the language of the login is French.
        $pdo->exec('SET DATEFORMAT ymd');
        if (Dsn::driver($settings->dsn) === 'dblib') {
            // What sqlsrv has by itself. Filtered indexes, such as UNIQUE ones over NULLs, refuse writes without it.
            $pdo->exec(
                'SET ANSI_NULLS, ANSI_PADDING, ANSI_WARNINGS, ARITHABORT, CONCAT_NULL_YIELDS_NULL, QUOTED_IDENTIFIER ON'
            );
            $pdo->exec('SET TEXTSIZE 2147483647');
        }
    }

    protected function limitClause(string $sql, ?int $limit, int $offset, bool $ordered): string
    {
        $order = '';
        if (!$ordered) {
            // A DISTINCT can be ordered by what it selects only.
            $order = \preg_match('/^\s*SELECT\s+DISTINCT\b/i', $sql) === 1 ? ' ORDER BY 1' : ' ORDER BY (SELECT NULL)';
        }
        if ($limit === 0) {
            // FETCH takes no 0: nothing is behind the last row either.
            [$limit, $offset] = [1, \PHP_INT_MAX];
        }

        return "$order OFFSET " . self::whole($offset) . ' ROWS'
            . ($limit === null ? '' : ' FETCH NEXT ' . self::whole($limit) . ' ROWS ONLY');
    }

    /** A number beyond INT is a DECIMAL to the server, which takes none here. */
    private static function whole(int $number): string
    {
        return $number > 2147483647 ? "CAST($number AS BIGINT)" : (string) $number;
    }
}
