<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\Exception\ConfigurationException;

/**
 * The constants of PDO by their names in the configuration (`ATTR_TIMEOUT`, `MYSQL_ATTR_SSL_CA`). They are looked up
 * when a connection is opened, because those of a driver exist only where its extension is installed.
 *
 * @internal
 */
final class PdoConstant
{
    /** Prefix of the name => extension, and the class that has the constants from PHP 8.4 on. */
    private const DRIVERS = [
        'MYSQL_' => ['pdo_mysql', 'Pdo\\Mysql'],
        'PGSQL_' => ['pdo_pgsql', 'Pdo\\Pgsql'],
        'SQLITE_' => ['pdo_sqlite', 'Pdo\\Sqlite'],
        'DBLIB_' => ['pdo_dblib', 'Pdo\\Dblib'],
        'SQLSRV_' => ['pdo_sqlsrv', ''],
        'OCI_' => ['pdo_oci', ''],
    ];

    /** Attributes whose value is a text, also when it looks like a number. */
    private const TEXT = '/^MYSQL_ATTR_(SSL_(CA|CAPATH|CERT|CIPHER|KEY)|INIT_COMMAND|READ_DEFAULT_(FILE|GROUP)'
        . '|LOCAL_INFILE_DIRECTORY|SERVER_PUBLIC_KEY)$|^OCI_ATTR_(ACTION|CLIENT_INFO|CLIENT_IDENTIFIER|MODULE)$/';

    /** Attributes whose value is the name of a file or folder. */
    private const FILE = '/^MYSQL_ATTR_(SSL_(CA|CAPATH|CERT|KEY)|READ_DEFAULT_FILE|LOCAL_INFILE_DIRECTORY'
        . '|SERVER_PUBLIC_KEY)$/';

    public static function number(string $name, string $connection): int
    {
        $value = self::find($name);
        if (\is_int($value)) {
            return $value;
        }
        foreach (self::DRIVERS as $prefix => [$extension]) {
            if (\str_starts_with($name, $prefix)) {
                throw new ConfigurationException(\sprintf(
                    'The connection "%s" sets PDO::%s, which this PHP does not have: %s.',
                    $connection,
                    $name,
                    \extension_loaded($extension)
                        ? "its extension $extension is too old or was built without it"
                        : "install and enable the extension $extension",
                ));
            }
        }

        throw new ConfigurationException(\sprintf(
            'The connection "%s" sets PDO::%s, which does not exist.',
            $connection,
            $name,
        ));
    }

    /**
     * The value of an attribute as PDO wants it. Environment variables and some formats give texts; PDO refuses `'1'`
     * for true.
     */
    public static function value(string $name, mixed $value): mixed
    {
        if (!\is_string($value) || \preg_match(self::TEXT, $name) === 1) {
            return $value;
        }

        return match (true) {
            \strcasecmp($value, 'true') === 0 => true,
            \strcasecmp($value, 'false') === 0 => false,
            \preg_match('/^-?\d{1,9}$/', $value) === 1 => (int) $value,
            \preg_match('/^[A-Z]+_[A-Z_]+$/', $value) === 1 => self::find($value) ?? $value,
            default => $value,
        };
    }

    public static function isFile(string $name): bool
    {
        return \preg_match(self::FILE, $name) === 1;
    }

    private static function find(string $name): mixed
    {
        foreach (self::DRIVERS as $prefix => [, $class]) {
            if (\str_starts_with($name, $prefix)) {
                // From PHP 8.5 on the constants of drivers in class PDO are deprecated.
                $own = $class . '::' . \substr($name, \strlen($prefix));
                if ($class !== '' && \class_exists($class, false) && \defined($own)) {
                    return \constant($own);
                }
            }
        }

        return \defined("PDO::$name") ? \constant("PDO::$name") : null;
    }
}
