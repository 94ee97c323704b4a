<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter;

use Orm\Runtime\Connection\ConnectionSettings;
use Orm\Runtime\Exception\ConfigurationException;

/**
 * What the attributes of PDO say about encryption, where PDO itself would connect without it and say nothing.
 *
 * @internal
 */
final class MysqlTls
{
    /** Each of these alone makes PDO encrypt, and verify the certificate of the server. */
    private const PARTS = ['CA', 'CAPATH', 'CERT', 'KEY', 'CIPHER'];

    public static function check(#[\SensitiveParameter] ConnectionSettings $settings): void
    {
        $given = PdoConstant::resolve($settings->attributes, "attributes of the connection \"{$settings->name}\"")
            + PdoConstant::resolve($settings->options, "options of the connection \"{$settings->name}\"");
        foreach (self::PARTS as $part) {
            if (self::value($given, $part) === '') {
                throw new ConfigurationException(
                    "The connection \"{$settings->name}\" has an empty MYSQL_ATTR_SSL_$part. Give it a value, or remove it where"
                    . ' the connection is not to be encrypted.'
                );
            }
        }
        $verify = self::value($given, 'VERIFY_SERVER_CERT');
        $isOff = \in_array($verify, [null, false, 0, '0', ''], true);
        if (!$isOff && self::value($given, 'CA') === null && self::value($given, 'CAPATH') === null) {
            throw new ConfigurationException(
                "The connection \"{$settings->name}\" sets MYSQL_ATTR_SSL_VERIFY_SERVER_CERT, which verifies nothing without the"
                . ' authorities to trust. Name their file with MYSQL_ATTR_SSL_CA, or their folder with MYSQL_ATTR_SSL_CAPATH.'
            );
        }
    }

    /** @param array<int, mixed> $given */
    private static function value(array $given, string $name): mixed
    {
        $constant = PdoConstant::find("MYSQL_ATTR_SSL_$name");

        return $constant === null ? null : $given[$constant] ?? null;
    }
}
