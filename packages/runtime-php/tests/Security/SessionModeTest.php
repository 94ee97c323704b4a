<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Security;

use Bookstore\Review;
use Bookstore\ReviewQuery;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\ConfigurationException;

/** Values stay values in sessions whose settings change what a quote or a backslash means. */
final class SessionModeTest extends SecurityTestCase
{
    public function testTextsAreStoredAndFoundAsTheyAreInEveryMode(): void
    {
        foreach (self::modes() as $what => $settings) {
            $con = self::anotherConnection(['settings' => $settings]);
            $book = self::books()->findOne($con) ?? self::fail('there is no book');
            $con->beginTransaction();
            foreach (HostileText::all() as $text) {
                $review = (new Review())->setBookId($book->getId())->setRating(1);
                try {
                    $con->transaction(static fn (): int => $review->setText($text)->save($con));
                } catch (\Throwable $error) {
                    self::assertOurs($error, "$what: " . self::shown($text), self::BOUND);
                    continue;
                }
                $con->getPool()?->clear();
                $this->assertStored($text, $review, $con, $what . ': ' . self::shown($text));
                $review->delete($con);
            }
            $con->commit();
            $this->assertIntact($what);
        }
    }

    /** Where texts of other character sets are no UTF-8, they may be refused or changed, but never end a literal. */
    public function testCharacterSetsWithQuotesInsideCharacters(): void
    {
        $sets = match (self::adapter()) {
            'mysql' => ['latin1', 'ujis', 'euckr', 'gb2312', 'utf8mb4'],
            'pgsql' => ['GBK', 'BIG5', 'SJIS', 'GB18030', 'LATIN1', 'SQL_ASCII'],
            default => ['utf8'],
        };
        $tricks = [
            "\xbf'", "\xbf' OR 1=1 -- ", "\xbf\x5c' OR 1=1 -- ", "\x95\x5c' OR 1=1 -- ", "\x81'", "\x81\x5c\x27 OR 1=1 -- ", "\xa3\x27",
            "\xfd\x27 OR 1=1 -- ", "\x81\x30\x27 OR 1=1 -- ", "' OR 1=1 -- ", '\\', "\\' OR 1=1 -- ",
        ];
        foreach ($sets as $charset) {
            foreach ([true, false] as $cache) {
                $con = self::anotherConnection(['settings' => ['charset' => $charset, 'statementCache' => $cache]]);
                // The first statements of a kind are sent with their values in them, later ones are prepared.
                for ($round = 0; $round < 4; ++$round) {
                    $this->attempt("charset $charset, round $round", self::BOUND, static fn (string $text) => self::books()->filterByTitle($text)->find($con), $tricks);
                }
                $this->attempt("charset $charset, quote()", self::BOUND, static fn (string $text) => $con->query(
                    'SELECT * FROM book WHERE title = ' . $con->quote($text),
                )->fetchAll(), $tricks);
            }
        }
    }

    /** A character set that the driver does not know of would make its escaping wrong. */
    public function testACharacterSetBehindTheDriversBackIsRefused(): void
    {
        if (self::adapter() !== 'mysql') {
            self::assertSame(2, self::books()->count(self::anotherConnection()));

            return;
        }
        foreach (['SET NAMES gbk', "set  names 'SJIS'", 'SET CHARACTER SET big5', 'SET character_set_client = gbk', 'SET @@session.character_set_client=gb18030'] as $query) {
            $con = self::anotherConnection(['settings' => ['queries' => [$query]]]);
            $error = self::caught(ConfigurationException::class, static fn () => $con->getPdo());
            self::assertStringContainsString('settings.charset', $error->getMessage());
        }
        foreach (['gbk', 'BIG5', 'sjis', 'cp932', 'gb18030'] as $charset) {
            $con = self::anotherConnection(['settings' => ['charset' => $charset]]);
            self::caught(ConfigurationException::class, static fn () => $con->getPdo());
            $con = self::anotherConnection(['attributes' => ['MYSQL_ATTR_INIT_COMMAND' => "SET NAMES $charset"]]);
            self::caught(ConfigurationException::class, static fn () => $con->getPdo());
        }
        foreach (['SET NAMES utf8mb4', "SET sql_mode = 'ANSI'"] as $query) {
            self::assertSame(2, self::books()->count(self::anotherConnection(['settings' => ['queries' => [$query]]])));
        }
    }

    private function assertStored(string $text, Review $review, ConnectionWrapper $con, string $what): void
    {
        $read = ReviewQuery::create()->findPk($review->getId(), $con);
        self::assertSame($text, $read?->getText(), $what);
        $found = ReviewQuery::create()->filterByText($text)->filterByRating(1)->find($con);
        self::assertContains($review->getId(), $found->getPrimaryKeys(), $what);
        if (!\str_contains($text, "\0")) {
            $sql = 'SELECT COUNT(*) FROM review WHERE rating = 1 AND text = ' . $con->quote($text);
            self::assertGreaterThanOrEqual(1, (int) $con->query($sql)->fetchColumn(), $what);
        }
    }

    /**
     * @return array<string, array<string, mixed>>
     */
    private static function modes(): array
    {
        $mode = static fn (string $name): array => ['queries' => ["SET SESSION sql_mode = CONCAT(@@sql_mode, ',$name')"]];

        return match (self::adapter()) {
            'mysql' => [
                'plain' => [],
                'nothing prepared' => ['statementCache' => false],
                'NO_BACKSLASH_ESCAPES' => $mode('NO_BACKSLASH_ESCAPES'),
                'NO_BACKSLASH_ESCAPES, nothing prepared' => $mode('NO_BACKSLASH_ESCAPES') + ['statementCache' => false],
                'ANSI_QUOTES' => $mode('ANSI_QUOTES') + ['statementCache' => false],
                'PIPES_AS_CONCAT' => $mode('PIPES_AS_CONCAT'),
            ],
            'pgsql' => [
                'plain' => [],
                'nothing prepared' => ['statementCache' => false],
                'strings with backslashes' => ['queries' => ['SET standard_conforming_strings = off', 'SET escape_string_warning = off', 'SET backslash_quote = on']],
                'the same, nothing prepared' => [
                    'queries' => ['SET standard_conforming_strings = off', 'SET escape_string_warning = off'],
                    'statementCache' => false,
                ],
            ],
            default => ['plain' => [], 'like with case' => ['queries' => ['PRAGMA case_sensitive_like = ON']]],
        };
    }
}
