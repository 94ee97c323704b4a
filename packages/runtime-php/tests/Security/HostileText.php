<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Security;

/** What somebody who means harm, or a broken form, might send where a text is taken. */
final class HostileText
{
    /**
     * None of them is the name of anything in the schema of the tests, an operator, or a direction.
     *
     * @return list<string>
     */
    public static function all(): array
    {
        return [
            // Ends of literals and names, in the quotes of every vendor
            "'", '"', '`', "''", '""', '\\', "\\'", "'\\''", '[Title]', ']', '$$', "E'\\''", "N'x'",
            "' OR '1'='1", '" OR ""="', "') OR ('1'='1", "1' OR 1=1 -- ", '1 OR 1=1', "x' UNION SELECT 1 -- ",
            // More statements
            "'; DROP TABLE book; --", 'id; DROP TABLE book', '`; DROP TABLE book; -- ', ']; DROP TABLE book; --',
            "Title\n; DROP TABLE book", "\nGO\nDROP TABLE book\nGO\n",
            // What follows a column
            'title) desc, (select 1', 'Title DESC, (SELECT 1)', 'Title--', 'Title -- ', 'Title#', 'Title/* x */', 'Title;',
            'Title, Id', '1,2', '(SELECT title FROM book)', 'Title COLLATE binary', 'id`=`id', 'Book.Title.Id', '.', '..',
            'Book.', '.Title', 'book.title; DROP TABLE book', '*', 'Book.*', 'ASC; DROP TABLE book', 'DESC NULLS LAST',
            // Comments
            '*/ DROP TABLE book; /*', '/*! DROP TABLE book */', '/*M! DROP TABLE book */', '--', '#', '/*', '*/', '**/', '*?/',
            // Operators and joins
            '= 1 OR 1 =', 'IN (SELECT 1) OR 1=1 --', 'LIKE 1 --', '||', 'IS NULL OR 1=1', 'CROSS JOIN', 'LEFT JOIN book ON 1=1 --',
            // Placeholders
            '?', '??', ':name', ':1', '$1', 'Title = ?', '%s', '{0}', '@v', '@@version',
            // Patterns
            '%', '_', '%%%', 'a\\', '!%',
            // Characters
            '', ' ', "\0", "Title\0", "Title\0' OR 1=1 -- ", "\x08", "\x1a", "\r\n", "\x7f", "\u{2018}", "\u{201c}Title\u{201d}",
            "\u{2bc} OR 1=1", "\u{ff07} OR 1=1 -- ", "\u{202e}eltiT", "\u{200b}Title", "Ti\u{307}tle", '😀',
            "\xbf'", "\xbf' OR 1=1 -- ", "\xbf\x5c' OR 1=1 -- ", "\x95\x5c", "\xc3\x28", "\xff\xfe", "\xf0\x9f", "\xed\xa0\x80", "\xc0\xa7",
            // Lengths
            \str_repeat("A'", 20000), \str_repeat('(', 3000), \str_repeat('9', 400), \str_repeat("\u{e9}", 5000),
            // What PHP makes something of
            '0', '-1', '1e309', '0x27', '9223372036854775808', 'null', 'NULL', 'true', '<?php', '${x}', '{$x}', 'Array',
            'O:8:"stdClass":0:{}', '__proto__', '{"a":1', '[1', '../../etc/passwd', 'phpinfo', 'CURRENT_USER', 'SLEEP(5)',
        ];
    }

    /**
     * Some of all kinds, for what is tried on every column of every table.
     *
     * @return list<string>
     */
    public static function some(): array
    {
        return [
            "'", '"', '`', '\\', "' OR '1'='1", "'; DROP TABLE book; --", 'id; DROP TABLE book', 'title) desc, (select 1', '?', ':name',
            "Title\0", "\xbf' OR 1=1 -- ", '%', '', \str_repeat("A'", 20000), '1 OR 1=1', '9223372036854775808', "\u{ff07}", '*/',
        ];
    }

    /** A few lists and maps of a text, as a form may send them for one field. */
    public static function shapes(string $text): array
    {
        return [[$text], [$text => $text], [$text => 1], ['min' => $text], ['max' => $text, $text => 1], [[$text]], [$text, $text, null]];
    }
}
