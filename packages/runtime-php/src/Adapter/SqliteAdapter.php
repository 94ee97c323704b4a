<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter;

use Orm\Runtime\Connection\ConnectionSettings;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Lock\LockProtocol;
use Orm\Runtime\Lock\Protocol\SqliteProtocol;
use Orm\Runtime\Value\Decimal;
use Orm\Runtime\Value\JsonValue;
use PDO;
use PDOException;

/** SQLite. Who waits for a lock waits as long as PDO::ATTR_TIMEOUT says, by PDO's default 60 seconds. */
final class SqliteAdapter extends AbstractAdapter
{
    protected const DRIVERS = ['sqlite' => 'pdo_sqlite'];

    /** Extended result codes. */
    private const KINDS = [
        2067 => ErrorKind::UniqueViolation,
        1555 => ErrorKind::UniqueViolation, // primary key
        2579 => ErrorKind::UniqueViolation, // rowid
        787 => ErrorKind::ForeignKeyViolation,
        1299 => ErrorKind::NotNullViolation,
        275 => ErrorKind::CheckViolation,
        3091 => ErrorKind::CheckViolation, // a STRICT table and a value of another type
        517 => ErrorKind::Serialization, // somebody wrote since this transaction began to read
    ];

    /** What has the code of any mistake in a statement. A trigger that raises an error has another one. */
    private const NO_TABLE = '/^no such table: (?:[^.]+\.)?(?<table>[^.]+)$/D';
    private const NO_COLUMN = '/^no such column: (?:(?:[^.]+\.)?(?<table>[^."]+)\.)?"?(?<column>[^."]+)/';
    private const NO_COLUMN_TO_WRITE = '/^table (?<table>.+) has no column named (?<column>.+)$/D';
    private const ERROR = 1;

    /** Texts and numbers beyond what SQLite can hold; a row id that is no number. */
    private const TOO_BIG = 18;
    private const MISMATCH = 20;

    /** For the primary codes CONSTRAINT, BUSY and LOCKED: a connection that was made elsewhere may have no extended ones. */
    private const CONSTRAINT = 19;
    private const BUSY = 5;
    private const LOCKED = 6;

    /** NOMEM, INTERRUPT, IOERR, FULL: these may roll back. */
    private const ENDING = [7 => true, 9 => true, 10 => true, 13 => true];

    public function getName(): string
    {
        return 'sqlite';
    }

    public function lockProtocol(): LockProtocol
    {
        return new SqliteProtocol();
    }

    /**
     * A transaction that begins with a read and then writes fails at once if somebody else wrote in between; one that
     * takes the write lock first waits for its turn. Every level is SERIALIZABLE here.
     *
     * @return non-empty-list<string>
     */
    public function beginStatements(?string $isolation): array
    {
        if ($isolation !== null) {
            self::isolationLevel($isolation);
        }

        return ['BEGIN IMMEDIATE'];
    }

    public function preparesLocally(): bool
    {
        return true;
    }

    /** A write transaction is alone anyway. */
    public function lockClause(bool $exclusive, array $tables, bool $noWait): string
    {
        return '';
    }

    /** LIKE does not tell the case of ASCII letters apart, and UPPER() knows no others either. */
    public function ignoreCaseLike(string $left, string $right, bool $not): string
    {
        return $left . ($not ? ' NOT LIKE ' : ' LIKE ') . $right;
    }

    public function floatPlaceholder(): string
    {
        return 'CAST(? AS REAL)';
    }

    public function errorKind(PDOException $error): ErrorKind
    {
        $code = self::driverCode($error);
        if (isset(self::KINDS[$code])) {
            return self::KINDS[$code];
        }

        return match ($code & 0xFF) {
            self::CONSTRAINT => self::kindByMessage(self::databaseMessage($error)),
            self::BUSY, self::LOCKED => ErrorKind::LockTimeout,
            self::ERROR => self::mistake(self::databaseMessage($error)),
            self::TOO_BIG => ErrorKind::ValueTooLong,
            self::MISMATCH => ErrorKind::InvalidValue,
            default => ErrorKind::Other,
        };
    }

    /** Values are never in the text of a statement, and only full-text search repeats what was searched for. */
    public function withoutValues(PDOException $error): string
    {
        return self::masked(
            ['/^(fts\d: .*?")(?:.*)("[^"]*)$/s', '/^(malformed MATCH expression: \[).*(\])$/s'],
            \trim(self::databaseMessage($error)),
        );
    }

    public function errorNames(PDOException $error): ErrorNames
    {
        $message = self::databaseMessage($error);
        // UNIQUE constraint failed: book.isbn, book.shop / index 'book_lower' / CHECK constraint failed: price_positive
        return self::named('/^(?:UNIQUE|NOT NULL) constraint failed: (?<table>[^,]+)\.(?<column>[^,.]+)$/D', $message)
            ?? self::named('/^UNIQUE constraint failed: index \'(?<constraint>.+)\'$/D', $message)
            ?? self::uniqueColumns($message)
            ?? self::named('/^CHECK constraint failed: (?<constraint>.+)$/sD', $message)
            ?? self::named('/^cannot store \w+ value in \w+ column (?<table>.+)\.(?<column>[^.]+)$/D', $message)
            ?? self::named(self::NO_TABLE, $message)
            ?? self::named(self::NO_COLUMN_TO_WRITE, $message)
            ?? self::named(self::NO_COLUMN, $message)
            ?? new ErrorNames();
    }

    private static function uniqueColumns(string $message): ?ErrorNames
    {
        if (\preg_match('/^UNIQUE constraint failed: (?<table>[^,]+)\.[^,.]+(?:, [^,]+\.[^,.]+)+$/D', $message, $match) !== 1) {
            return null;
        }
        \preg_match_all('/\.([^,.]+)(?:,|$)/', $message, $columns);

        return new ErrorNames(null, $match['table'], $columns[1]);
    }

    /** A trigger or an ON CONFLICT ROLLBACK can do so with any error, so the database is asked: that is a local call. */
    public function endsTransaction(PDOException $error, ?PDO $pdo = null): bool
    {
        if ($pdo === null) {
            return isset(self::ENDING[self::driverCode($error) & 0xFF]);
        }
        try {
            $pdo->exec('BEGIN');
        } catch (PDOException) {
            return false; // cannot start a transaction within a transaction
        }
        $pdo->exec('ROLLBACK');

        return true;
    }

    protected function defaultOptions(string $driver): array
    {
        $extendedCodes = PdoConstant::find('SQLITE_ATTR_EXTENDED_RESULT_CODES');

        return $extendedCodes === null ? [] : [$extendedCodes => true];
    }

    protected function initialize(PDO $pdo, #[\SensitiveParameter] ConnectionSettings $settings): void
    {
        $pdo->exec('PRAGMA foreign_keys = ON');
        // Closures, so that their classes are loaded when the first query uses them, and not on every connect.
        $compare = static fn (string $left, string $right): int => Decimal::compare($left, $right);
        $regexp = static fn (mixed $pattern, mixed $value): ?int => self::regexp($pattern, $value);
        $json = static fn (mixed $document): ?string => \is_scalar($document) ? JsonValue::normal((string) $document) : null;
        if (\method_exists($pdo, 'createCollation') && \method_exists($pdo, 'createFunction')) {
            $pdo->createCollation('orm_decimal', $compare);
            $pdo->createFunction('regexp', $regexp, 2);
            $pdo->createFunction('orm_json', $json, 1);
        } else {
            $pdo->sqliteCreateCollation('orm_decimal', $compare);
            $pdo->sqliteCreateFunction('regexp', $regexp, 2);
            $pdo->sqliteCreateFunction('orm_json', $json, 1);
        }
    }

    protected function limitClause(string $sql, ?int $limit, int $offset, bool $ordered): string
    {
        return ' LIMIT ' . ($limit ?? -1) . ($offset === 0 ? '' : " OFFSET $offset");
    }

    private static function kindByMessage(string $message): ErrorKind
    {
        return match (true) {
            \str_starts_with($message, 'UNIQUE constraint failed') => ErrorKind::UniqueViolation,
            \str_starts_with($message, 'PRIMARY KEY must be unique') => ErrorKind::UniqueViolation,
            \str_starts_with($message, 'FOREIGN KEY constraint failed') => ErrorKind::ForeignKeyViolation,
            \str_starts_with($message, 'NOT NULL constraint failed') => ErrorKind::NotNullViolation,
            \str_starts_with($message, 'CHECK constraint failed') => ErrorKind::CheckViolation,
            \str_starts_with($message, 'cannot store ') => ErrorKind::CheckViolation,
            default => ErrorKind::ConstraintViolation,
        };
    }

    private static function mistake(string $message): ErrorKind
    {
        return match (1) {
            \preg_match(self::NO_TABLE, $message) => ErrorKind::MissingTable,
            \preg_match(self::NO_COLUMN, $message), \preg_match(self::NO_COLUMN_TO_WRITE, $message) => ErrorKind::MissingColumn,
            default => ErrorKind::Other,
        };
    }

    /** `x REGEXP y` is `regexp(y, x)`, with the regular expressions of PHP and without delimiters. */
    private static function regexp(mixed $pattern, mixed $value): ?int
    {
        if (!\is_scalar($pattern) || !\is_scalar($value)) {
            return null;
        }
        $delimited = "\x01" . \str_replace("\x01", '\x01', (string) $pattern) . "\x01u";
        $found = @\preg_match($delimited, (string) $value);
        if ($found === false && \preg_last_error() === \PREG_BAD_UTF8_ERROR) {
            $found = @\preg_match(\substr($delimited, 0, -1), (string) $value);
        }
        if ($found === false) {
            throw new InvalidValueException('The database function regexp() got a pattern that is no regular expression.');
        }

        return $found;
    }
}
