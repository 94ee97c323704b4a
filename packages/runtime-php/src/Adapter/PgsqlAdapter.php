<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter;

use Orm\Runtime\Connection\ConnectionSettings;
use Orm\Runtime\Exception\ConfigurationException;
use Orm\Runtime\Lock\LockProtocol;
use Orm\Runtime\Lock\Protocol\PgsqlProtocol;
use PDO;
use PDOException;
use PDOStatement;

/** PostgreSQL. */
final class PgsqlAdapter extends AbstractAdapter
{
    protected const DRIVERS = ['pgsql' => 'pdo_pgsql'];

    private const KINDS = [
        '23505' => ErrorKind::UniqueViolation,
        '23503' => ErrorKind::ForeignKeyViolation,
        '23001' => ErrorKind::ForeignKeyViolation, // ON DELETE RESTRICT since PostgreSQL 18
        '23502' => ErrorKind::NotNullViolation,
        '23514' => ErrorKind::CheckViolation,
        '23P01' => ErrorKind::ConstraintViolation,
        '23000' => ErrorKind::ConstraintViolation,
        '22001' => ErrorKind::ValueTooLong,
        '22003' => ErrorKind::ValueOutOfRange,
        '22008' => ErrorKind::ValueOutOfRange, // a date or time
        '22007' => ErrorKind::InvalidValue,
        '22P02' => ErrorKind::InvalidValue,
        '42703' => ErrorKind::MissingColumn,
        '40001' => ErrorKind::Serialization,
        '40P01' => ErrorKind::Deadlock,
        '55P03' => ErrorKind::LockTimeout,
        '25006' => ErrorKind::ReadOnlyServer,
        // The server says good-bye: shutdown, crash, database dropped, and its time-outs for idle sessions and transactions.
        '57P01' => ErrorKind::ConnectionLost,
        '57P02' => ErrorKind::ConnectionLost,
        '57P03' => ErrorKind::ConnectionLost,
        '57P04' => ErrorKind::ConnectionLost,
        '57P05' => ErrorKind::ConnectionLost,
        '25P03' => ErrorKind::ConnectionLost,
        '25P04' => ErrorKind::ConnectionLost,
    ];

    private const NO_RELATION = '42P01';

    /** Violations whose DETAIL begins with the columns of a key. */
    private const WITH_KEY = ['23505' => true, '23503' => true, '23001' => true, '23P01' => true];

    /** What libpq says of a broken connection; PDO gives HY000 with it, which it also gives for other things. */
    private const LOST = '/no connection to the server|server closed the connection|connection (?:to server )?(?:was|has been) (?:lost|closed)'
        . '|terminating connection|SSL SYSCALL error|could not (?:receive data from|send data to) (?:the )?server|connection not open'
        . '|lost synchronization with server|Connection reset by peer|Broken pipe/i';

    private static ?int $disablePrepares = null;

    public function getName(): string
    {
        return 'pgsql';
    }

    public function lockProtocol(): LockProtocol
    {
        return new PgsqlProtocol();
    }

    /** @return non-empty-list<string> */
    public function beginStatements(?string $isolation): array
    {
        return [$isolation === null ? 'BEGIN' : 'BEGIN ISOLATION LEVEL ' . self::isolationLevel($isolation)];
    }

    /**
     * The client is told the number of its backend when it connects. A pooler makes one up, because it has no backend yet: the
     * server that answers then has another one. PDO names its statements by a counter, so that two clients of a pooler use
     * the same names for different statements.
     */
    public function keepsSession(PDO $pdo): bool
    {
        // The driver's own class has it since PHP 8.4. A PDO that was made elsewhere may have neither.
        $ask = [$pdo, \method_exists($pdo, 'getPid') ? 'getPid' : 'pgsqlGetPid'];
        if (!\is_callable($ask)) {
            return true;
        }
        $told = $ask();
        $statement = $this->prepareOnce($pdo, 'SELECT pg_backend_pid()');
        $statement->execute();
        $answered = $statement->fetchColumn();
        $keeps = \is_numeric($answered) && (int) $answered === $told;
        if (!$keeps) {
            $pdo->setAttribute(self::disablePrepares(), true);
        }

        return $keeps;
    }

    /** Parameters still go apart from the statement, unlike with PDO's emulation, which this driver must never use. */
    public function prepareOnce(PDO $pdo, string $sql): PDOStatement
    {
        return $pdo->prepare($sql, [self::disablePrepares() => true]);
    }

    public function lockClause(bool $exclusive, array $tables, bool $noWait): string
    {
        return ($exclusive ? ' FOR UPDATE' : ' FOR SHARE')
            . ($tables === [] ? '' : ' OF ' . \implode(', ', $tables))
            . ($noWait ? ' NOWAIT' : '');
    }

    public function ignoreCaseLike(string $left, string $right, bool $not): string
    {
        return $left . ($not ? ' NOT ILIKE ' : ' ILIKE ') . $right;
    }

    public function errorKind(PDOException $error): ErrorKind
    {
        $state = self::sqlState($error);
        if (isset(self::KINDS[$state])) {
            return self::KINDS[$state];
        }
        $message = self::databaseMessage($error);
        if ($state === self::NO_RELATION) {
            // An alias that the statement does not introduce has the same code. FROM is FROM in every language.
            return \preg_match('/\bFROM\b/', (string) \strtok($message, "\n")) === 1 ? ErrorKind::Other : ErrorKind::MissingTable;
        }
        $lost = match (true) {
            // The protocol was not followed: a placeholder without a value. What ends the connection is fatal.
            $state === '08P01' => \str_starts_with($message, 'FATAL') || \preg_match(self::LOST, $message) === 1,
            $state === 'HY000' => \preg_match(self::LOST, $message) === 1,
            default => \str_starts_with($state, '08'),
        };

        return $lost ? ErrorKind::ConnectionLost : ErrorKind::Other;
    }

    /**
     * The first line of a violated constraint has names only; what follows it has the values of the key, or the whole row, in which
     * a value may look like the columns of a key. Errors of data (class 22) repeat the value in quotes or as bytes. Elsewhere
     * values stand in single quotes, if at all. By the structure and not by the words, which may be in any language.
     */
    public function withoutValues(PDOException $error): string
    {
        $state = self::sqlState($error);
        $message = \trim(self::databaseMessage($error));
        if (\str_starts_with($state, '22')) {
            $patterns = ['/("|«|„|“).*("|»|“|”)/s', '/(0x)[0-9a-f]{2}(?: 0x[0-9a-f]{2})*()/i'];

            return (string) \strtok(self::masked($patterns, $message), "\n");
        }
        $lines = \explode("\n", $message);
        $kept = [(string) \array_shift($lines)];
        foreach (\str_starts_with($state, '23') && !isset(self::WITH_KEY[$state]) ? [] : $lines as $line) {
            $key = \strpos($line, ')=(');
            if ($key !== false) {
                // A value may contain anything, also what looks like the end of it, and more lines.
                $kept[] = \substr($line, 0, $key) . ')=(…)';
                break;
            }
            if (!\str_starts_with($state, '23')) {
                $kept[] = self::masked(["/(').*(')/", '/(\$\d+ = ).+()$/'], $line);
            }
        }

        return \implode("\n", $kept);
    }

    public function errorNames(PDOException $error): ErrorNames
    {
        $message = self::databaseMessage($error);
        $kind = $this->errorKind($error);
        $names = match ($kind) {
            ErrorKind::MissingTable => self::named('/relation "(?:[^"]+\.)?(?<table>[^".]+)"/', $message),
            ErrorKind::MissingColumn => self::missingColumn($message),
            default => $kind->isViolation() ? self::violated((string) \strtok($message, "\n")) : null,
        } ?? new ErrorNames();
        $hasKey = match (self::sqlState($error)) {
            '23505', '23P01' => true,
            // The other way round the key is the one that is referred to.
            '23503' => \preg_match('/^[^\n"]*insert or update on table/', $message) === 1,
            default => false,
        };
        if ($hasKey) {
            return new ErrorNames($names->constraint, $names->table, self::keyColumns($message));
        }

        return $names;
    }

    /** @param string $message the first line, in which there are no values */
    private static function violated(string $message): ?ErrorNames
    {
        return self::named('/null value in column "(?<column>.+?)"(?: of relation "(?<table>.+?)")? violates/', $message)
            ?? self::named('/new row for relation "(?<table>.+?)" violates check constraint "(?<constraint>.+)"/', $message)
            ?? self::named('/constraint "(?<constraint>.+?)" on table "(?<table>.+)"/', $message)
            ?? self::named('/on table "(?<table>.+?)" violates foreign key constraint "(?<constraint>.+)"/', $message)
            ?? self::named('/violates (?:unique|exclusion|check) constraint "(?<constraint>.+)"/', $message)
            // The message is in another language: where only one name is in it, that is the constraint.
            ?? self::named('/^[^"«»„“”\n]*["«»„“”]\s?(?<constraint>[^"«»„“”\n]+?)\s?["«»„“”][^"«»„“”\n]*(?:\n|$)/u', $message);
    }

    /** Of what is written, `column "x" of relation "book"`, or read: `column "x"`, `column book.x`. */
    private static function missingColumn(string $message): ?ErrorNames
    {
        return self::named('/^[^\n]*column "(?<column>[^"\n]+)" of relation "(?<table>[^"\n]+)"/', $message)
            ?? self::named('/^[^\n]*column "(?<column>[^"\n]+)"/', $message)
            ?? self::named('/^[^\n]*column (?:[^\s"]+\.)?(?<table>[^\s".]+)\.(?<column>[^\s".]+) /', $message);
    }

    /**
     * DETAIL:  Key (isbn, shop)=(…) already exists. None where an expression is part of the key.
     *
     * @return list<string>
     */
    private static function keyColumns(string $message): array
    {
        $name = '(?:[\w$]+|"(?:[^"]|"")+")';
        if (\preg_match("/\A[^\\n]*\\n[^\\n(]*\(($name(?:, $name)*)\)=\(/u", $message, $match) !== 1) {
            return [];
        }
        \preg_match_all("/$name/u", $match[1], $names);

        return \array_map(
            static fn (string $each): string => $each[0] === '"' ? \str_replace('""', '"', \substr($each, 1, -1)) : $each,
            $names[0],
        );
    }

    /** The server never ends a transaction before it is told to; it refuses everything in it. */
    public function endsTransaction(PDOException $error, ?PDO $pdo = null): bool
    {
        return $this->errorKind($error) === ErrorKind::ConnectionLost;
    }

    public function failureAbortsTransaction(): bool
    {
        return true;
    }

    protected function limitClause(string $sql, ?int $limit, int $offset, bool $ordered): string
    {
        return ($limit === null ? '' : " LIMIT $limit") . ($offset === 0 ? '' : " OFFSET $offset");
    }

    /** The server has told how its session begins, so that mostly there is nothing to send. */
    /**
     * `sslrootcert=system` makes libpq verify all of a certificate, from version 16 on. Earlier ones take it for the name of a
     * file, which is not there, and verify nothing: they refuse to when the mode says that they have to.
     */
    protected function dsn(#[\SensitiveParameter] ConnectionSettings $settings): string
    {
        $dsn = $settings->dsn;
        if ((Dsn::value($dsn, 'sslrootcert') ?? \getenv('PGSSLROOTCERT')) !== 'system') {
            return $dsn;
        }
        $mode = Dsn::value($dsn, 'sslmode') ?? (\getenv('PGSSLMODE') ?: null);
        if ($mode !== null && $mode !== 'verify-full') {
            throw new ConfigurationException(
                "The connection \"{$settings->name}\" has sslrootcert=system and an sslmode that verifies less than it can."
                . ' Set sslmode to verify-full, or leave it out.'
            );
        }

        return Dsn::with($dsn, 'sslmode', 'verify-full');
    }

    protected function initialize(PDO $pdo, #[\SensitiveParameter] ConnectionSettings $settings): void
    {
        $info = $pdo->getAttribute(PDO::ATTR_SERVER_INFO);
        $info = \is_string($info) ? $info : '';
        // Values are read in ISO form; a server may have been set up for another one, in which 02/03 is either day.
        if (!\str_contains($info, '; Date Style: ISO')) {
            $pdo->exec("SET DateStyle TO 'ISO'");
        }
        $charset = self::charset($settings);
        if ($charset === null || Dsn::has($settings->dsn, 'client_encoding')) {
            return;
        }
        $isUtf8 = \preg_match('/^utf-?8$/iD', $charset) === 1 && \str_contains($info, '; Client Encoding: UTF8;');
        // Apart from the other: Pgpool-II sends several statements at once to one server only.
        if (!$isUtf8) {
            $pdo->exec("SET client_encoding TO '$charset'");
        }
    }

    private static function disablePrepares(): int
    {
        return self::$disablePrepares ??= PdoConstant::find('PGSQL_ATTR_DISABLE_PREPARES') ?? 0;
    }
}
