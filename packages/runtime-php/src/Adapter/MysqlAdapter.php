<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter;

use Orm\Runtime\Connection\ConnectionSettings;
use Orm\Runtime\Exception\ConfigurationException;
use Orm\Runtime\Lock\LockProtocol;
use Orm\Runtime\Lock\Protocol\MysqlProtocol;
use PDO;
use PDOException;
use PDOStatement;

/** MySQL and MariaDB. */
final class MysqlAdapter extends AbstractAdapter
{
    protected const DRIVERS = ['mysql' => 'pdo_mysql'];

    private const KINDS = [
        1022 => ErrorKind::UniqueViolation,
        1062 => ErrorKind::UniqueViolation,
        1169 => ErrorKind::UniqueViolation,
        1586 => ErrorKind::UniqueViolation,
        1761 => ErrorKind::UniqueViolation, // a cascade would make a duplicate
        1762 => ErrorKind::UniqueViolation,
        1859 => ErrorKind::UniqueViolation,
        1216 => ErrorKind::ForeignKeyViolation,
        1217 => ErrorKind::ForeignKeyViolation,
        1451 => ErrorKind::ForeignKeyViolation,
        1452 => ErrorKind::ForeignKeyViolation,
        1048 => ErrorKind::NotNullViolation,
        1263 => ErrorKind::NotNullViolation,
        1364 => ErrorKind::NotNullViolation, // no value and no default
        3819 => ErrorKind::CheckViolation,
        4025 => ErrorKind::CheckViolation, // MariaDB
        1406 => ErrorKind::ValueTooLong,
        1264 => ErrorKind::ValueOutOfRange,
        1690 => ErrorKind::ValueOutOfRange, // of an expression
        1265 => ErrorKind::InvalidValue, // none of an ENUM
        1292 => ErrorKind::InvalidValue,
        1366 => ErrorKind::InvalidValue,
        3140 => ErrorKind::InvalidValue, // JSON
        1054 => ErrorKind::MissingColumn,
        1146 => ErrorKind::MissingTable,
        1213 => ErrorKind::Deadlock, // also a transaction that Galera could not certify
        1614 => ErrorKind::Deadlock,
        3058 => ErrorKind::Deadlock, // of GET_LOCK
        1020 => ErrorKind::Serialization, // MariaDB with innodb_snapshot_isolation
        3101 => ErrorKind::Serialization, // group replication
        1205 => ErrorKind::LockTimeout,
        1613 => ErrorKind::LockTimeout,
        3572 => ErrorKind::LockTimeout, // NOWAIT; MariaDB says 1205
        1836 => ErrorKind::ReadOnlyServer,
        1047 => ErrorKind::ConnectionLost, // a node of Galera without the others
        3032 => ErrorKind::ConnectionLost, // offline mode
        1053 => ErrorKind::ConnectionLost, // the server is shutting down
        1077 => ErrorKind::ConnectionLost,
        1079 => ErrorKind::ConnectionLost,
        1152 => ErrorKind::ConnectionLost,
        1158 => ErrorKind::ConnectionLost,
        1159 => ErrorKind::ConnectionLost,
        1160 => ErrorKind::ConnectionLost,
        1161 => ErrorKind::ConnectionLost,
        1184 => ErrorKind::ConnectionLost,
        1927 => ErrorKind::ConnectionLost, // killed, MariaDB
        3169 => ErrorKind::ConnectionLost, // killed, MySQL
        2002 => ErrorKind::ConnectionLost,
        2003 => ErrorKind::ConnectionLost,
        2006 => ErrorKind::ConnectionLost,
        2013 => ErrorKind::ConnectionLost,
        2055 => ErrorKind::ConnectionLost,
        4031 => ErrorKind::ConnectionLost, // idle for too long
    ];

    /**
     * Sets of characters whose second byte may be a backslash, where a DSN or a statement chooses one: the driver escapes
     * values wrongly when it does not know the set (SET NAMES) or its rules (gb18030).
     */
    private const UNSAFE_CHARSET = '/\b(?:names|charset|character\s+set|character_set_client)[\s=:`\'"]*(?:big5|cp932|gb18030|gbk|sjis)/i';

    /** Errors whose message repeats a value: duplicate keys, and values that do not fit. */
    private const WITH_VALUES = [
        1062 => true, 1586 => true, 1761 => true, 1762 => true, 1859 => true, 1292 => true, 1300 => true, 1366 => true, 1367 => true,
        1411 => true, 1525 => true, 1690 => true,
    ];
    private const SYNTAX = 1064;

    /** An option of the server is in the way, of which the message names the one. */
    private const PREVENTED = 1290;

    /** Errors after which InnoDB has rolled back everything. 3058 and NOWAIT fail alone. */
    private const ENDING = [1213 => true, 1614 => true, 1613 => true, 1020 => true, 3101 => true];

    public function getName(): string
    {
        return 'mysql';
    }

    public function lockProtocol(): LockProtocol
    {
        return new MysqlProtocol();
    }

    /** @return non-empty-list<string> */
    public function beginStatements(?string $isolation): array
    {
        return $isolation === null
            ? ['START TRANSACTION']
            : ['SET TRANSACTION ISOLATION LEVEL ' . self::isolationLevel($isolation), 'START TRANSACTION'];
    }

    public function setsNextLevel(string $sql): bool
    {
        return \preg_match('/^\s*SET\s+TRANSACTION\b/i', $sql) === 1;
    }

    /** With autocommit off, every statement begins one, and that is nobody's. */
    public function isInTransaction(PDO $pdo): bool
    {
        return $pdo->inTransaction() && (bool) $pdo->getAttribute(PDO::ATTR_AUTOCOMMIT);
    }

    /**
     * MariaDB with Galera (10.11.19), without a binary log: after BEGIN, SAVEPOINT a, SAVEPOINT b, a write, ROLLBACK TO b, ROLLBACK
     * TO a, another write, COMMIT the other nodes get what they cannot read, and leave the cluster.
     */
    public function breaksByGoingBackAgain(PDO $pdo): bool
    {
        $statement = $pdo->query("SHOW VARIABLES WHERE Variable_name IN ('wsrep_on', 'log_bin')");
        $variables = $statement === false ? [] : $statement->fetchAll(PDO::FETCH_KEY_PAIR);

        return ($variables['wsrep_on'] ?? 'OFF') === 'ON' && ($variables['log_bin'] ?? 'OFF') !== 'ON';
    }

    /**
     * The driver puts the values into the text: one round trip in place of two. It escapes them by the character set of
     * the connection, which `connect` gives to the driver and which a later SET NAMES must not change behind its back.
     */
    public function prepareOnce(PDO $pdo, string $sql): PDOStatement
    {
        if ($pdo->getAttribute(PDO::ATTR_EMULATE_PREPARES)) {
            return $pdo->prepare($sql);
        }
        $pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, true);
        try {
            return $pdo->prepare($sql);
        } finally {
            $pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, false);
        }
    }

    public function quoteIdentifier(string $name): string
    {
        return '`' . \str_replace('`', '``', self::identifier($name)) . '`';
    }

    /**
     * MariaDB has no FOR SHARE and no OF (it locks the rows of all tables of the query), MySQL no NOWAIT after LOCK IN SHARE
     * MODE. Comments that only one of the two executes make one text of both, so that nobody has to know the server.
     */
    public function lockClause(bool $exclusive, array $tables, bool $noWait): string
    {
        $of = $tables === [] ? '' : ' OF ' . \implode(', ', $tables);
        if (\str_contains($of, '*/')) {
            $of = '';
        }
        $end = $noWait ? ' NOWAIT' : '';
        if ($exclusive) {
            return ' FOR UPDATE' . ($of === '' ? '' : "/*!80001$of*/") . $end;
        }

        return $of . $end === ''
            ? ' LOCK IN SHARE MODE'
            : "/*!80001 FOR SHARE$of$end*//*M! LOCK IN SHARE MODE$end*/";
    }

    public function errorKind(PDOException $error): ErrorKind
    {
        if (self::hasLostSavepoint($error) || self::failsToCommit($error)) {
            return ErrorKind::Deadlock;
        }

        $code = self::driverCode($error);
        if ($code === self::PREVENTED && \preg_match('/read[-_ ]only/i', self::databaseMessage($error)) === 1) {
            return ErrorKind::ReadOnlyServer;
        }

        return self::KINDS[$code] ?? ErrorKind::Other;
    }

    /** A savepoint of ours that is gone: the server has rolled back silently, as a node of a cluster may. */
    private static function hasLostSavepoint(PDOException $error): bool
    {
        return self::driverCode($error) === 1305 && \preg_match('/^SAVEPOINT orm_/', self::databaseMessage($error)) === 1;
    }

    /** What a group of servers calls it when a transaction could not be certified (error 149 of the storage engine). */
    private static function failsToCommit(PDOException $error): bool
    {
        return self::driverCode($error) === 1180 && \preg_match('/\berror:? 149\b/', self::databaseMessage($error)) === 1;
    }

    public function withoutValues(PDOException $error): string
    {
        $message = \trim(self::databaseMessage($error));
        $code = self::driverCode($error);
        if ($code === self::SYNTAX) {
            // What follows the mistake, as it was sent: with the driver's own placeholders that may be values.
            return self::masked(['/(\'[^\'"0-9]*)[\'"0-9].*(\')/s'], $message);
        }
        if (!isset(self::WITH_VALUES[$code])) {
            return $message;
        }
        // A value may contain anything, so the last place where a name can follow it is its end. Names are in quotes on MySQL
        // (' for column 'x' at row 1), in backticks on MariaDB, but for those of keys.
        $named = '/(\').*(\' \S+ \S+ \'[^\'`]*\'[^\'`]*)$/s';

        return self::masked([\preg_match($named, $message) === 1 ? $named : '/(\').*(\')/s'], $message);
    }

    public function errorNames(PDOException $error): ErrorNames
    {
        $message = self::databaseMessage($error);
        $kind = $this->errorKind($error);

        return match ($kind) {
            ErrorKind::MissingTable => self::named('/^Table \'(?:[^\']+\.)?(?<table>[^\'.]+)\' doesn\'t exist$/D', $message),
            ErrorKind::MissingColumn => self::named('/^Unknown column \'(?:(?:[^\']+\.)?(?<table>[^\'.]+)\.)?(?<column>[^\'.]+)\' in /', $message),
            ErrorKind::ValueTooLong, ErrorKind::ValueOutOfRange, ErrorKind::InvalidValue => self::columnOfValue($message),
            default => $kind->isViolation() ? self::violated($message) : null,
        } ?? new ErrorNames();
    }

    /** The value comes first and may contain anything, so the column is at the end. MariaDB writes `shop`.`book`.`title`. */
    private static function columnOfValue(string $message): ?ErrorNames
    {
        return self::named('/^.* for column \'(?:(?<table>[^\'.]+)\.)?(?<column>[^\'.]+)\'(?: at row \d+|\.)$/sD', $message)
            ?? self::named('/^.* for column (?:`[^`]+`\.)?`(?<table>[^`]+)`\.`(?<column>[^`]+)` at row \d+$/sD', $message);
    }

    private static function violated(string $message): ?ErrorNames
    {
        // The value comes first and may contain anything, so the last match is the key. MySQL adds the table to it.
        $key = self::named('/^.*for key \'(?:(?<table>[^\'.]+)\.)?(?<constraint>[^\']+)\'$/sD', $message);
        $foreignKey = '/\((?:`[^`]+`\.)?`(?<table>[^`]+)`, CONSTRAINT `(?<constraint>[^`]+)` FOREIGN KEY \((?<columns>[^)]*)\)/';
        if ($key === null && \preg_match($foreignKey, $message, $match) === 1) {
            \preg_match_all('/`([^`]+)`/', $match['columns'], $columns);

            return new ErrorNames($match['constraint'], $match['table'], $columns[1]);
        }

        return $key
            ?? self::named('/^Column \'(?<column>.+)\' cannot be null/', $message)
            ?? self::named('/^Field \'(?<column>.+)\' doesn\'t have a default value/', $message)
            ?? self::named('/^Check constraint \'(?<constraint>.+)\' is violated/', $message)
            ?? self::named('/^CONSTRAINT `(?<constraint>.+)` failed for (?:`[^`]+`\.)?`(?<table>[^`]+)`/', $message);
    }

    /**
     * A lock that was waited for too long costs one statement, or everything with innodb_rollback_on_timeout. A deadlock
     * costs everything, except for one of GET_LOCK, for which MariaDB has the same number.
     */
    public function endsTransaction(PDOException $error, ?PDO $pdo = null): bool
    {
        $code = self::driverCode($error);
        if ($code !== 1205 && $code !== 1213) {
            return isset(self::ENDING[$code]) || self::hasLostSavepoint($error) || self::failsToCommit($error)
                || $this->errorKind($error) === ErrorKind::ConnectionLost;
        }
        if ($pdo === null) {
            return $code === 1213;
        }
        try {
            // An error says nothing of the transaction; the next answer does, and the driver keeps it.
            $pdo->exec('DO 0');

            return !$pdo->inTransaction();
        } catch (PDOException) {
            return true;
        }
    }

    /** Rows that an UPDATE found count, changed or not: zero then means that the row is gone, as everywhere else. */
    protected function defaultOptions(string $driver): array
    {
        $options = [PDO::ATTR_EMULATE_PREPARES => false];
        $foundRows = PdoConstant::find('MYSQL_ATTR_FOUND_ROWS');

        return $foundRows === null ? $options : $options + [$foundRows => true];
    }

    protected function dsn(#[\SensitiveParameter] ConnectionSettings $settings): string
    {
        MysqlTls::check($settings);
        $charset = self::charset($settings);
        $dsn = $charset === null ? $settings->dsn : Dsn::with($settings->dsn, 'charset', $charset);
        $places = [$dsn, ...$settings->queries, ...\array_filter($settings->options, \is_string(...)), ...\array_filter($settings->attributes, \is_string(...))];
        foreach ($places as $text) {
            if (\preg_match(self::UNSAFE_CHARSET, $text) === 1) {
                throw new ConfigurationException(
                    "The connection \"{$settings->name}\" asks for a character set in which a backslash can be a part of a"
                    . ' character, so that the driver cannot escape values: set settings.charset to utf8mb4. The server'
                    . ' converts to the character sets of the columns.'
                );
            }
        }

        return $dsn;
    }

    /**
     * At REPEATABLE READ, the default of the server, writers of different rows lock each other out by the gaps between the
     * rows. Settings.queries may set the level back.
     */
    protected function initialize(PDO $pdo, #[\SensitiveParameter] ConnectionSettings $settings): void
    {
        $pdo->exec('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
        if ($pdo->getAttribute(PDO::ATTR_PERSISTENT)) {
            // Named locks of a request that died would last as long as the connection, which is used again.
            $pdo->exec('DO RELEASE_ALL_LOCKS()');
        }
    }

    /** After `exec` of a SELECT or CALL the rows would wait to be fetched and block the connection. */
    protected function run(PDO $pdo, string $query): void
    {
        $statement = $this->prepareOnce($pdo, $query);
        $statement->execute();
        do {
            $more = $statement->nextRowset();
        } while ($more);
        $statement->closeCursor();
    }

    protected function limitClause(string $sql, ?int $limit, int $offset, bool $ordered): string
    {
        // There is no OFFSET alone; the manual itself gives the largest number for "all".
        return ' LIMIT ' . ($limit ?? '18446744073709551615') . ($offset === 0 ? '' : " OFFSET $offset");
    }
}
