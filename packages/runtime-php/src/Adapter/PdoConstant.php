<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter;

use Orm\Runtime\Exception\ConfigurationException;

/**
 * Constants of PDO by name. What only one driver has moved from class PDO to a class of its own in PHP 8.4 and is
 * deprecated in its old place since 8.5; both ways of writing it work in all versions.
 *
 * @internal
 */
final class PdoConstant
{
    /** @param string $name such as `ATTR_TIMEOUT`, `PDO::ATTR_TIMEOUT`, `\PDO::MYSQL_ATTR_FOUND_ROWS`, `Pdo\Mysql::ATTR_FOUND_ROWS` */
    public static function find(string $name): ?int
    {
        $pattern = '/^\\\\?(?:PDO::|Pdo\\\\(?<class>[A-Za-z]+)::)?(?<name>[A-Z][A-Z0-9_]*)$/D';
        if (\preg_match($pattern, $name, $match) !== 1) {
            return null;
        }
        $driver = $match['class'];
        $constant = $match['name'];
        if ($driver === '' && \preg_match('/^(MYSQL|PGSQL|SQLITE|DBLIB|ODBC|FIREBIRD)_(.+)$/D', $constant, $parts) === 1) {
            [, $driver, $constant] = $parts;
        }
        $candidates = ['PDO::' . $constant];
        if ($driver !== '') {
            $candidates = ['PDO::' . \strtoupper($driver) . '_' . $constant];
            if (\PHP_VERSION_ID >= 80400) {
                \array_unshift($candidates, 'Pdo\\' . \ucfirst(\strtolower($driver)) . '::' . $constant);
            }
        }
        foreach ($candidates as $candidate) {
            if (\defined($candidate) && \is_int($value = \constant($candidate))) {
                return $value;
            }
        }

        return null;
    }

    /**
     * Settings with the names of constants replaced, in keys and in values (`ATTR_CASE: CASE_LOWER`).
     *
     * @param array<int|string, mixed> $settings
     * @param string                   $where    for the message: `options of the connection "books"`
     *
     * @return array<int, mixed>
     */
    public static function resolve(array $settings, string $where): array
    {
        $resolved = [];
        foreach ($settings as $name => $value) {
            $attribute = \is_int($name) || \ctype_digit($name) ? (int) $name : self::find($name);
            if ($attribute === null) {
                throw new ConfigurationException(
                    "The $where have \"$name\", which is no constant of PDO that this PHP knows."
                    . ' Check its spelling, and whether the PDO driver it belongs to is installed.'
                );
            }
            $resolved[$attribute] = \is_string($value) ? self::find($value) ?? $value : $value;
        }

        return $resolved;
    }
}
