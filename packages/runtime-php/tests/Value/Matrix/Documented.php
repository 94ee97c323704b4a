<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Value\Matrix;

/**
 * The differences that users are told of. Each names the rows, the engines that differ from the reference, and the sentence
 * of docs/types.md that says so.
 */
final class Documented
{
    private const WITHOUT_PGSQL = ['mariadb', 'mysql9', 'sqlite'];
    private const MYSQL = ['mariadb', 'mysql9'];

    /** Pattern of rows => engines and sentence. */
    private const DIFFERENCES = [
        '/^TextValues\.\w+ <- \(a zero byte\)$/' => [self::WITHOUT_PGSQL, 'PostgreSQL keeps no zero byte in a text'],
        '/^TextValues\.\w+ <- \(bytes\)$/' => [self::WITHOUT_PGSQL, 'Text that is no UTF-8'],
        '/^TextValues\.\w+ <- \(\d+ characters\)$/' => [['sqlite'], 'SQLite checks neither lengths of texts nor ranges of whole numbers'],
        '/^NumberValues\.(Tiny|Small|Normal) <- "?-?\d+(-1)?"?$/' => [
            self::WITHOUT_PGSQL, 'PostgreSQL refuses a comparison of a whole number with one beyond the type that it has there',
        ],
        '/^NumberValues\.(Single|Floating|DoubleOne|Ratio) <- (-?INF|NAN|"-?1e400")$/' => [self::WITHOUT_PGSQL, 'Infinity and NaN on PostgreSQL only'],
        '/^NumberValues\.(Single|Floating) <- 0\.3333333333333333$/' => [
            self::WITHOUT_PGSQL, '`FLOAT` on MySQL and `REAL` on PostgreSQL and SQL Server have about 7 digits',
        ],
        '/^MomentValues\.Stamp(Plain)? <- "(1000|9999)-/' => [self::MYSQL, 'MySQL\'s `TIMESTAMP` is from 1970 to 2038'],
        '/^ByteValues\.Fixed <- /' => [self::MYSQL, 'MySQL fills a `BINARY` up with zero bytes'],
    ];

    /**
     * @param list<string> $rows in which the engine differs
     *
     * @return list<string> what is wrong: rows that no sentence covers, sentences that nothing needs or that are not there
     */
    public static function problems(string $engine, array $rows, string $documentation): array
    {
        $problems = [];
        foreach (self::DIFFERENCES as $pattern => [$engines, $sentence]) {
            if (!\str_contains((string) \preg_replace('/\s+/', ' ', $documentation), $sentence)) {
                $problems[] = "docs/types.md does not say: $sentence";
            }
            if (!\in_array($engine, $engines, true)) {
                continue;
            }
            $left = \preg_grep($pattern, $rows, \PREG_GREP_INVERT) ?: [];
            if (\count($left) === \count($rows)) {
                $problems[] = "$engine does not differ in $pattern";
            }
            $rows = \array_values($left);
        }

        return [...$problems, ...\array_map(static fn (string $row): string => "$engine differs in: $row", $rows)];
    }
}
