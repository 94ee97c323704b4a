<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter;

use Orm\Runtime\Connection\ConnectionSettings;
use Orm\Runtime\Lock\LockProtocol;
use Orm\Runtime\Lock\Protocol\OracleProtocol;
use PDO;
use PDOException;

/**
 * Oracle Database 12c and later.
 *
 * Written from the documentation of server and driver: no Oracle Database runs where this library is tested.
 */
final class OracleAdapter extends AbstractAdapter
{
    protected const DRIVERS = ['oci' => 'pdo_oci'];

    private const KINDS = [
        1 => ErrorKind::UniqueViolation,
        2291 => ErrorKind::ForeignKeyViolation, // no such parent
        2292 => ErrorKind::ForeignKeyViolation, // children left
        1400 => ErrorKind::NotNullViolation,
        1407 => ErrorKind::NotNullViolation,
        2290 => ErrorKind::CheckViolation,
        12899 => ErrorKind::ValueTooLong,
        1438 => ErrorKind::ValueOutOfRange,
        1722 => ErrorKind::InvalidValue,
        904 => ErrorKind::MissingColumn,
        942 => ErrorKind::MissingTable,
        60 => ErrorKind::Deadlock,
        104 => ErrorKind::Deadlock,
        4020 => ErrorKind::Deadlock,
        8177 => ErrorKind::Serialization,
        54 => ErrorKind::LockTimeout, // NOWAIT
        30006 => ErrorKind::LockTimeout, // WAIT n
        2049 => ErrorKind::LockTimeout,
        4021 => ErrorKind::LockTimeout,
        16000 => ErrorKind::ReadOnlyServer,
        // Killed, idle for too long, logged off, shutting down, or no network.
        28 => ErrorKind::ConnectionLost,
        1012 => ErrorKind::ConnectionLost,
        1033 => ErrorKind::ConnectionLost,
        1034 => ErrorKind::ConnectionLost,
        1041 => ErrorKind::ConnectionLost,
        1089 => ErrorKind::ConnectionLost,
        1090 => ErrorKind::ConnectionLost,
        1092 => ErrorKind::ConnectionLost,
        2396 => ErrorKind::ConnectionLost,
        2399 => ErrorKind::ConnectionLost,
        3113 => ErrorKind::ConnectionLost,
        3114 => ErrorKind::ConnectionLost,
        3135 => ErrorKind::ConnectionLost,
        12152 => ErrorKind::ConnectionLost,
        12153 => ErrorKind::ConnectionLost,
        12537 => ErrorKind::ConnectionLost,
        12541 => ErrorKind::ConnectionLost,
        12547 => ErrorKind::ConnectionLost,
        12570 => ErrorKind::ConnectionLost,
        12571 => ErrorKind::ConnectionLost,
        25401 => ErrorKind::ConnectionLost,
        25402 => ErrorKind::ConnectionLost,
        25408 => ErrorKind::ConnectionLost,
        25409 => ErrorKind::ConnectionLost,
    ];

    /** "transaction rolled back", with the reason as a second error: a deferred constraint that COMMIT has checked. */
    private const ROLLED_BACK = 2091;

    public function getName(): string
    {
        return 'oracle';
    }

    public function lockProtocol(): LockProtocol
    {
        return new OracleProtocol();
    }

    /** pdo_oci commits after every statement unless it knows of a transaction. */
    public function usesPdoTransactions(): bool
    {
        return true;
    }

    /** There is no BEGIN. Of the levels Oracle has two; REPEATABLE READ becomes the stricter, SERIALIZABLE. */
    public function beginStatements(?string $isolation): array
    {
        if ($isolation === null) {
            return [];
        }

        return ['SET TRANSACTION ISOLATION LEVEL ' . match (self::isolationLevel($isolation)) {
            'REPEATABLE READ', 'SERIALIZABLE' => 'SERIALIZABLE',
            default => 'READ COMMITTED',
        }];
    }

    public function releaseStatement(string $name): ?string
    {
        return null;
    }

    public function preparesLocally(): bool
    {
        return true;
    }

    /** As in the DDL: upper case, so that hand-written SQL needs no quotes. */
    public function quoteIdentifier(string $name): string
    {
        return parent::quoteIdentifier(\function_exists('mb_strtoupper') ? \mb_strtoupper($name, 'UTF-8') : \strtoupper($name));
    }

    /**
     * There are no shared row locks, so those who ask for one get the exclusive one: what they read stays as it is, but
     * they wait for each other. OF takes columns here, not tables, so the rows of all tables of the query are locked.
     */
    public function lockClause(bool $exclusive, array $tables, bool $noWait): string
    {
        return ' FOR UPDATE' . ($noWait ? ' NOWAIT' : '');
    }

    public function errorKind(PDOException $error): ErrorKind
    {
        $code = self::driverCode($error);
        if ($code === self::ROLLED_BACK && \preg_match('/ORA-(?!02091)0*(\d+)/', self::databaseMessage($error), $match) === 1) {
            $code = (int) $match[1];
        }

        return self::KINDS[$code] ?? ErrorKind::Other;
    }

    public function withoutValues(PDOException $error): string
    {
        return self::masked(
            ['/(column values \().*(\))/is', '/(\bcontaining \').*(\')/is', '/(\bvalue ").*(")/is'],
            \trim(self::databaseMessage($error)),
        );
    }

    public function errorNames(PDOException $error): ErrorNames
    {
        $message = self::databaseMessage($error);
        $kind = $this->errorKind($error);

        return match ($kind) {
            ErrorKind::ValueTooLong => self::named('/too large for column (?:"[^"]+"\.)?"(?<table>[^"]+)"\."(?<column>[^"]+)"/', $message),
            // Newer servers name the table.
            ErrorKind::MissingTable => self::named('/table or view (?:"[^"]+"\.)?"(?<table>[^"]+)" does not exist/', $message),
            ErrorKind::MissingColumn => self::named('/(?:"(?<table>[^"]+)"\.)?"(?<column>[^"]+)": invalid identifier/', $message),
            default => $kind->isViolation() ? self::violated($message) : null,
        } ?? new ErrorNames();
    }

    private static function violated(string $message): ?ErrorNames
    {
        // ORA-01400: cannot insert NULL into ("SHOP"."BOOK"."TITLE"); ORA-00001: unique constraint (SHOP.BOOK_U_1) violated,
        // to which 23ai adds: on table SHOP.BOOK columns (ISBN, SHOP)
        if (\preg_match('/violated on table (?:[\w$#]+\.)?(?<table>[\w$#]+) columns? \((?<columns>[\w$#, ]+)\)/', $message, $match) === 1) {
            $constraint = self::named('/constraint \((?:[^).]+\.)?(?<constraint>[^)]+)\) violated/', $message)?->constraint;

            return new ErrorNames($constraint, $match['table'], \explode(', ', $match['columns']));
        }

        return self::named('/\((?:"[^"]+"\.)?"(?<table>[^"]+)"\."(?<column>[^"]+)"\)/', $message)
            ?? self::named('/constraint \((?:[^).]+\.)?(?<constraint>[^)]+)\) violated/', $message);
    }

    /** A deadlock (ORA-00060) costs one statement only. */
    public function endsTransaction(PDOException $error, ?PDO $pdo = null): bool
    {
        return self::driverCode($error) === self::ROLLED_BACK || $this->errorKind($error) === ErrorKind::ConnectionLost;
    }

    protected function dsn(#[\SensitiveParameter] ConnectionSettings $settings): string
    {
        $charset = self::charset($settings);
        if ($charset === null) {
            return $settings->dsn;
        }
        // What Oracle calls UTF8 is older than UTF-8 and has no characters outside of the basic plane.
        $unicode = \in_array(\strtolower($charset), ['utf8', 'utf-8', 'utf8mb4'], true);

        return Dsn::with($settings->dsn, 'charset', $unicode ? 'AL32UTF8' : $charset);
    }

    /** Dates, timestamps and numbers come and go in ISO form with a decimal point, whatever the client's language is. */
    protected function initialize(PDO $pdo, #[\SensitiveParameter] ConnectionSettings $settings): void
    {
        $pdo->exec(
            "ALTER SESSION SET NLS_DATE_FORMAT = 'YYYY-MM-DD HH24:MI:SS'"
            . " NLS_TIMESTAMP_FORMAT = 'YYYY-MM-DD HH24:MI:SS.FF6'"
            . " NLS_TIMESTAMP_TZ_FORMAT = 'YYYY-MM-DD HH24:MI:SS.FF6TZH:TZM'"
            . " NLS_NUMERIC_CHARACTERS = '.,'"
        );
    }

    protected function limitClause(string $sql, ?int $limit, int $offset, bool $ordered): string
    {
        return ($offset === 0 ? '' : " OFFSET $offset ROWS") . ($limit === null ? '' : " FETCH NEXT $limit ROWS ONLY");
    }
}
