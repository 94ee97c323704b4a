<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

/**
 * What functions of SQL give back, as far as it says how a value that they are compared with has to look.
 *
 * @internal
 */
final class SqlFunctions
{
    /** They give one of their arguments, so that all of these are values of one column. */
    public const SAME = ['COALESCE', 'IFNULL', 'NVL', 'ISNULL', 'NULLIF', 'MIN', 'MAX', 'GREATEST', 'LEAST', 'ANY_VALUE'];

    private const KINDS = [
        'number' => 'COUNT SUM AVG TOTAL ABS ROUND FLOOR CEIL CEILING MOD POWER POW SQRT EXP LN LOG SIGN TRUNC TRUNCATE RANDOM RAND'
            . ' LENGTH LEN CHAR_LENGTH CHARACTER_LENGTH OCTET_LENGTH BIT_LENGTH INSTR LOCATE POSITION STRPOS ASCII UNICODE'
            . ' YEAR MONTH DAY DAYOFMONTH DAYOFWEEK DAYOFYEAR WEEK QUARTER HOUR MINUTE SECOND EXTRACT DATE_PART DATEDIFF'
            . ' TIMESTAMPDIFF UNIX_TIMESTAMP JULIANDAY JSON_LENGTH JSON_ARRAY_LENGTH CARDINALITY STDDEV VARIANCE',
        'text' => 'LOWER UPPER LCASE UCASE TRIM LTRIM RTRIM BTRIM SUBSTR SUBSTRING MID LEFT RIGHT LPAD RPAD REPLACE REVERSE REPEAT'
            . ' INITCAP CONCAT CONCAT_WS HEX MD5 SOUNDEX SPLIT_PART STRFTIME DATE_FORMAT TO_CHAR GROUP_CONCAT STRING_AGG LISTAGG',
        'date' => 'DATE CURDATE LAST_DAY',
        'time' => 'TIME CURTIME',
    ];

    private const CASTS = [
        'number' => '/^(?:UN)?SIGNED|^(?:TINY|SMALL|MEDIUM|BIG)?INT|^NUM|^DEC|^REAL|^FLOAT|^DOUBLE/',
        'text' => '/^N?(?:VAR)?CHAR|TEXT$|^CLOB/',
        'date' => '/^DATE$/',
        'time' => '/^TIME$/',
    ];

    /** @var array<string, string>|null */
    private static ?array $kinds = null;

    /** `number`, `text`, `date` or `time`; null for what is not known. */
    public static function kind(string $name): ?string
    {
        if (self::$kinds === null) {
            self::$kinds = [];
            foreach (self::KINDS as $kind => $names) {
                self::$kinds += \array_fill_keys(\explode(' ', $names), $kind);
            }
        }

        return self::$kinds[$name] ?? null;
    }

    /** The same of the type that a CAST names. */
    public static function castKind(string $type): ?string
    {
        foreach (self::CASTS as $kind => $pattern) {
            if (\preg_match($pattern, $type) === 1) {
                return $kind;
            }
        }

        return null;
    }
}
