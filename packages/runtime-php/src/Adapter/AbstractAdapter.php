<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter;

use Orm\Runtime\Connection\ConnectionSettings;
use Orm\Runtime\Exception\ConfigurationException;
use Orm\Runtime\Exception\ConnectionException;
use Orm\Runtime\Exception\Excerpt;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Exception\TransactionException;
use PDO;
use PDOException;
use PDOStatement;

/** What the vendors have in common: the way a connection is opened, and the SQL that the standard has. */
abstract class AbstractAdapter implements AdapterInterface
{
    /** @var array<string, string> PDO drivers and the extensions of PHP they are in */
    protected const DRIVERS = [];

    /** @var list<string> */
    protected const ISOLATION_LEVELS = ['READ UNCOMMITTED', 'READ COMMITTED', 'REPEATABLE READ', 'SERIALIZABLE'];

    public function connect(#[\SensitiveParameter] ConnectionSettings $settings): PDO
    {
        $this->checkDriver($settings);
        $options = $this->options($settings);
        $dsn = $this->dsn($settings);
        try {
            $pdo = self::open($dsn, $settings->user, $settings->password, $options);
        } catch (PDOException $error) {
            throw self::failure($settings, $error, '');
        } catch (\TypeError | \ValueError $error) {
            throw new ConfigurationException(
                "PDO refuses an option or attribute of the connection \"{$settings->name}\": {$error->getMessage()}"
            );
        }
        $step = ' was reached, but the session could not be set up';
        try {
            $this->initialize($pdo, $settings);
            foreach ($settings->queries as $number => $query) {
                // Only the number: a statement such as PRAGMA key has a secret in it.
                $step = ' was reached, but statement ' . ($number + 1) . ' of its settings.queries failed';
                $this->run($pdo, $query);
            }
        } catch (PDOException $error) {
            throw self::failure($settings, $error, $step);
        }

        return $pdo;
    }

    public function usesPdoTransactions(): bool
    {
        return false;
    }

    public function afterStatements(?string $isolation): array
    {
        return [];
    }

    public function setsNextLevel(string $sql): bool
    {
        return false;
    }

    public function isInTransaction(PDO $pdo): bool
    {
        return $pdo->inTransaction();
    }

    public function savepointStatement(string $name): string
    {
        return 'SAVEPOINT ' . $this->quoteIdentifier($name);
    }

    public function rollbackToStatement(string $name): string
    {
        return 'ROLLBACK TO SAVEPOINT ' . $this->quoteIdentifier($name);
    }

    public function breaksByGoingBackAgain(PDO $pdo): bool
    {
        return false;
    }

    public function releaseStatement(string $name): ?string
    {
        return 'RELEASE SAVEPOINT ' . $this->quoteIdentifier($name);
    }

    /** Prepared statements of MySQL and others have numbers that the server gives, which proxies translate. */
    public function keepsSession(PDO $pdo): bool
    {
        return true;
    }

    public function prepareOnce(PDO $pdo, string $sql): PDOStatement
    {
        return $pdo->prepare($sql);
    }

    public function preparesLocally(): bool
    {
        return false;
    }

    public function quoteIdentifier(string $name): string
    {
        return '"' . \str_replace('"', '""', self::identifier($name)) . '"';
    }

    public function limit(string $sql, ?int $limit, int $offset, bool $ordered = false): string
    {
        if ($offset < 0 || ($limit ?? 0) < 0) {
            throw new InvalidQueryException("A query cannot have limit $limit and offset $offset: both have to be 0 or more.");
        }

        return $limit === null && $offset === 0 ? $sql : $sql . $this->limitClause($sql, $limit, $offset, $ordered);
    }

    public function lockHint(bool $exclusive, bool $noWait): string
    {
        return '';
    }

    public function ignoreCaseLike(string $left, string $right, bool $not): string
    {
        return "UPPER($left) " . ($not ? 'NOT LIKE' : 'LIKE') . " UPPER($right)";
    }

    public function floatPlaceholder(): string
    {
        return '?';
    }

    public function failureAbortsTransaction(): bool
    {
        return false;
    }

    /** At least one of limit and offset is given. */
    abstract protected function limitClause(string $sql, ?int $limit, int $offset, bool $ordered): string;

    /**
     * What the driver needs before the options of the settings.
     *
     * @return array<int, mixed>
     */
    protected function defaultOptions(string $driver): array
    {
        return [];
    }

    /** The DSN with the character set in it, where it belongs there. */
    protected function dsn(#[\SensitiveParameter] ConnectionSettings $settings): string
    {
        return $settings->dsn;
    }

    /** What a new session needs before the queries of the settings. */
    protected function initialize(PDO $pdo, #[\SensitiveParameter] ConnectionSettings $settings): void
    {
    }

    /** Runs a statement of the settings, whose result nobody wants. */
    protected function run(PDO $pdo, string $query): void
    {
        $pdo->exec($query);
    }

    /** The character set, which becomes part of a DSN or a statement. */
    protected static function charset(#[\SensitiveParameter] ConnectionSettings $settings): ?string
    {
        $charset = $settings->charset ?? '';
        if (\preg_match('/^[\w.-]*$/D', $charset) !== 1) {
            throw new ConfigurationException(
                "The settings.charset of the connection \"{$settings->name}\" is not the name of a character set:"
                . ' it may have letters, digits, "_", "-" and "." only.'
            );
        }

        return $charset === '' ? null : $charset;
    }

    /** A name that quotes make an identifier of: databases read a statement up to a zero byte, and take no empty name. */
    protected static function identifier(string $name): string
    {
        return $name !== '' && !\str_contains($name, "\0") ? $name : throw new InvalidQueryException(
            'The name "' . Excerpt::of($name) . '" cannot be an identifier: it is empty, or has a zero byte in it.'
        );
    }

    /** The level in upper case, one of those that the vendor takes. */
    protected static function isolationLevel(string $isolation): string
    {
        $level = \strtoupper($isolation);
        if (!\in_array($level, static::ISOLATION_LEVELS, true)) {
            throw new TransactionException(
                "There is no isolation level \"" . Excerpt::of($isolation) . '". Give one of ' . \implode(', ', static::ISOLATION_LEVELS) . '.'
            );
        }

        return $level;
    }

    protected static function sqlState(PDOException $error): string
    {
        $state = $error->errorInfo[0] ?? null;

        return \is_string($state) ? $state : '';
    }

    protected static function driverCode(PDOException $error): int
    {
        $code = $error->errorInfo[1] ?? null;

        return \is_int($code) || (\is_string($code) && \is_numeric($code)) ? (int) $code : 0;
    }

    protected static function databaseMessage(PDOException $error): string
    {
        $message = $error->errorInfo[2] ?? null;

        return \is_string($message) ? $message : $error->getMessage();
    }

    /**
     * Puts "…" in the place of what patterns find between their first and their second group.
     *
     * @param non-empty-list<non-empty-string> $patterns
     */
    protected static function masked(array $patterns, string $message): string
    {
        return (string) \preg_replace($patterns, '$1…$2', $message);
    }

    /**
     * The named groups of a pattern in a message.
     *
     * @param non-empty-string $pattern with any of the groups `constraint`, `table`, `column`
     */
    protected static function named(string $pattern, string $message): ?ErrorNames
    {
        if (\preg_match($pattern, $message, $match, \PREG_UNMATCHED_AS_NULL) !== 1) {
            return null;
        }

        return new ErrorNames(
            $match['constraint'] ?? null,
            $match['table'] ?? null,
            isset($match['column']) ? [$match['column']] : [],
        );
    }

    private function checkDriver(#[\SensitiveParameter] ConnectionSettings $settings): void
    {
        $driver = Dsn::driver($settings->dsn);
        $extension = static::DRIVERS[$driver] ?? null;
        if ($extension === null) {
            throw new ConfigurationException(
                "The DSN of the connection \"{$settings->name}\" does not fit its adapter {$this->getName()}: it has to begin with "
                . \implode(' or ', \array_map(static fn (string $name): string => "\"$name:\"", \array_keys(static::DRIVERS)))
                . ' (it is "' . Excerpt::of(Dsn::withoutPassword($settings->dsn)) . '").'
            );
        }
        if (!\in_array($driver, PDO::getAvailableDrivers(), true)) {
            throw new ConfigurationException(
                "The connection \"{$settings->name}\" needs the PHP extension $extension, which this PHP (" . \PHP_SAPI . ' '
                . \PHP_VERSION . ') does not have. Install it or switch it on in php.ini.'
            );
        }
    }

    /** @return array<int, mixed> */
    private function options(#[\SensitiveParameter] ConnectionSettings $settings): array
    {
        // PDO sets all options as attributes once the connection stands, and some can be given only here (SSL, persistent
        // connections): so the attributes come along, and the later word wins.
        $options = PdoConstant::resolve($settings->attributes, "attributes of the connection \"{$settings->name}\"")
            + PdoConstant::resolve($settings->options, "options of the connection \"{$settings->name}\"")
            + $this->defaultOptions(Dsn::driver($settings->dsn))
            + [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION, PDO::ATTR_STRINGIFY_FETCHES => false];
        $mode = $options[PDO::ATTR_ERRMODE];
        if ($mode !== PDO::ERRMODE_EXCEPTION && $mode !== (string) PDO::ERRMODE_EXCEPTION) {
            throw new ConfigurationException(
                "The connection \"{$settings->name}\" sets ATTR_ERRMODE to something else than ERRMODE_EXCEPTION, with which"
                . ' errors of the database would go unnoticed. Remove the attribute.'
            );
        }

        return $options;
    }

    /** @param array<int, mixed> $options */
    private static function open(
        #[\SensitiveParameter] string $dsn,
        #[\SensitiveParameter] ?string $user,
        #[\SensitiveParameter] ?string $password,
        array $options,
    ): PDO {
        // Since PHP 8.4 this makes an object of the driver's own class, which has what is deprecated in class PDO.
        $connect = [PDO::class, 'connect'];
        if (\is_callable($connect)) {
            $pdo = $connect($dsn, $user, $password, $options);
            if ($pdo instanceof PDO) {
                return $pdo;
            }
        }

        return new PDO($dsn, $user, $password, $options);
    }

    private static function failure(
        #[\SensitiveParameter] ConnectionSettings $settings,
        #[\SensitiveParameter] PDOException $error,
        string $step,
    ): ConnectionException {
        $reason = \trim($error->getMessage());
        if (Dsn::hasPassword($settings->dsn) && \str_contains($reason, 'connection')) {
            // libpq quotes the word it stumbles over, which may be a part of a password that was not written in quotes.
            $reason = \preg_replace('/(missing "=" after|invalid connection option|in connection info string:?) "[^"]*"/', '$1 "***"', $reason) ?? '';
        }
        // The exception of PDO has the DSN among the arguments of its trace; what is passed on has the words only.
        $previous = new PDOException($reason);
        $previous->errorInfo = $step === '' ? null : $error->errorInfo;
        $what = "The connection \"{$settings->name}\" (" . Dsn::withoutPassword($settings->dsn) . ')';

        return new ConnectionException(($step === '' ? "$what cannot be opened" : $what . $step) . ": $reason", 0, $previous);
    }
}
